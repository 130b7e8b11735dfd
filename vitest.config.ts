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
    // what waits for deliveries in real time, and what runs all checks with all their cases: see `npm run proof`
    exclude: ['tests/proof/{webhooks,judged-requirements}.proof.test.ts', 'tests/package/**', 'node_modules/**'],
    setupFiles: ['specs/compile-cache.js', 'tests/drawn-seed.ts'],
    pool: 'threads',
    // one more than the cores of a small machine: many tests wait for processes, browsers, deliveries and real time
    maxWorkers: 3,
    // of faults and variants, which are the only tests that run beside others of their file: some of their checks wait
    maxConcurrency: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // some tests run the whole suite, on machines that are slow or do other things as well
    testTimeout: 900_000,
    hookTimeout: 300_000,
    // all faults and variants: `npm run proof -- --mode quick`
    provide: { depth: 'quick', sample: true, seed: 20261120 },
    // plain modules that Node.js reads by itself: nothing has to be transformed, or mocked
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
