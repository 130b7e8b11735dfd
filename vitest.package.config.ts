import { defineConfig } from 'vitest/config';

// Tests the package as a user installs it. They need npm and a network, so `npm test` leaves them out and .ci/run has
// them.
export default defineConfig({
  test: {
    include: ['tests/package/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    experimental: { viteModuleRunner: false },
  },
});
