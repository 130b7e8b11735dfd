import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'tests/**/*.test.ts',
      'core/**/*.test.ts',
      'generators/**/*.test.ts',
      'specs/**/*.test.ts',
      'drivers/**/*.test.ts',
    ],
    // tests that wait for deliveries in real time or run all checks with all their cases run in `npm run proof`
    exclude: ['tests/proof/{webhooks,judged-requirements}.proof.test.ts', 'tests/package/**', 'node_modules/**'],
    setupFiles: ['specs/compile-cache.js', 'tests/drawn-seed.ts'],
    pool: 'threads',
    // one thread more than the cores of a small machine: many tests wait for processes, browsers, deliveries and real
    // time
    maxWorkers: 3,
    // limit for the tests of faults and variants, the only ones that run in parallel within a file: some of their
    // checks wait
    maxConcurrency: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // some tests run the whole suite, on machines that are slow or busy
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // `npm run proof -- --mode quick` runs all faults and variants
    provide: { depth: 'quick', sample: true, seed: 20261120 },
    // plain modules that Node.js reads itself: nothing has to be transformed or mocked
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
