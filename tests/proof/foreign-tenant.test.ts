import { expect, test } from 'vitest';
import { startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import { runAgainst, told } from './served-tenant.ts';

/** What the foreign tenant does beside what is stated, and is warned of. */
const warnings: readonly string[] = [];

test.each([5, 30])(
  "another project's tenant, which conforms, fails nothing and leaves nothing open in %i cases a property",
  async (runs) => {
    const tenant = await startForeignTenant({ seed: `foreign ${runs}` });
    try {
      const results = await runAgainst(tenant, runs);
      const verdicts = results.flatMap((result) =>
        Object.entries(result.verdicts).map(([requirement, verdict]) => ({
          verdict,
          requirement,
          line: told(result, requirement),
        })),
      );
      const wrong = verdicts.filter(({ verdict }) => ['failed', 'broken', 'inconclusive'].includes(verdict));
      expect(wrong.map(({ line }) => line)).toEqual([]);
      const warned = verdicts.filter(({ verdict }) => verdict === 'warning');
      expect(warned.filter(({ requirement }) => !warnings.includes(requirement)).map(({ line }) => line)).toEqual([]);
      expect([...new Set(warned.map(({ requirement }) => requirement))].toSorted()).toEqual(warnings.toSorted());
    } finally {
      await tenant.close();
    }
  },
);
