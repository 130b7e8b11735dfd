import { defineConfig, mergeConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/**
 * `npm run proof`: every fault and every variant against every check, and the properties of the suite's own parts with
 * values that differ from run to run.
 */
export default mergeConfig(
  { ...quick, test: { ...quick.test, include: [], exclude: ['node_modules/**'] } },
  defineConfig({
    test: {
      include: [
        'tests/proof/*.proof.test.ts',
        'tests/hostile/*.test.ts',
        'tests/incomplete/*.test.ts',
        'tests/proof/{foreign-tenant,null-tenants,redaction}.test.ts',
        'tests/{models,schemas,reports,tenant,weather}/**/*.test.ts',
        '{core,generators,specs,drivers}/**/*.test.ts',
      ],
      // faults and variants of deliveries, which are waited for in real time
      maxConcurrency: 12,
      provide: { depth: 'whole', seed: 0 },
    },
  }),
);
