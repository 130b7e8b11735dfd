import { defineConfig } from 'vitest/config';

// The package as somebody else installs it. It takes npm and a network, so `npm test` leaves it out and .ci/run has it.
export default defineConfig({
  test: {
    include: ['tests/package/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    experimental: { viteModuleRunner: false },
  },
});
