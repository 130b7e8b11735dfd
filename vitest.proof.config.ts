import { defineConfig, mergeConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** `npm run proof`: every fault and every variant against every check. */
export default mergeConfig(
  { ...quick, test: { ...quick.test, include: [], exclude: ['node_modules/**'] } },
  defineConfig({
    test: { include: ['tests/proof/*.proof.test.ts', 'tests/proof/redaction.test.ts'], provide: { depth: 'whole' } },
  }),
);
