import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'tests/**/*.test.ts',
      'core/**/*.test.ts',
      'generators/**/*.test.ts',
      'specs/**/*.test.ts',
      'drivers/**/*.test.ts',
    ],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
    provide: { depth: 'quick' },
    // plain modules that Node.js reads by itself: nothing needs to be transformed
    experimental: { viteModuleRunner: false },
  },
});
