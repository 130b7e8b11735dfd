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
    // some tests run the whole suite, on machines that do other things as well
    testTimeout: 300_000,
    hookTimeout: 60_000,
    provide: { depth: 'quick' },
    // plain modules that Node.js reads by itself: nothing needs to be transformed
    experimental: { viteModuleRunner: false },
  },
});
