import { defineConfig, mergeConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/**
 * `npm run proof`: every fault and every variant against every check, and the properties of the suite's own parts with
 * values that differ between runs. With `--mode quick`, every fault and every variant only against the checks that are
 * the likeliest to find it.
 */
export default defineConfig(({ mode }) =>
  mergeConfig(
    { ...quick, test: { ...quick.test, include: [], exclude: ['node_modules/**'] } },
    {
      test: {
        include: [
          'tests/proof/*.proof.test.ts',
          'tests/hostile/*.test.ts',
          'tests/incomplete/*.test.ts',
          'tests/proof/{foreign-tenant,null-tenants,redaction}.test.ts',
          'tests/{model,schemas,reports,tenant,weather,world}/**/*.test.ts',
          '{core,generators,specs,drivers}/**/*.test.ts',
        ],
        // limit for faults and variants of deliveries, which come in real time
        maxConcurrency: 12,
        provide: { depth: mode === 'quick' ? 'quick' : 'whole', sample: false, seed: 0 },
      },
    },
  ),
);
