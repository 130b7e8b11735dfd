import { describe, expect, test } from 'vitest';
import { NULL_TENANTS, startNullTenant } from '../null-tenants/null-tenant.ts';
import { runAgainst, told } from './served-tenant.ts';

/** Requirements about the address itself, which a server that is no tenant may well keep. */
const aboutTheAddress = new Set(['TRN-01']);

describe('a server that is no tenant', () => {
  test.each(NULL_TENANTS)('%s passes no requirement of behaviour, and breaks no check', async (kind) => {
    const tenant = await startNullTenant(kind);
    try {
      const results = await runAgainst(tenant, 2);
      const undeserved = results.flatMap((result) =>
        Object.entries(result.verdicts)
          .filter(([requirement, verdict]) => verdict === 'passed' && !aboutTheAddress.has(requirement))
          .map(([requirement]) => told(result, requirement)),
      );
      const broken = results.filter(({ verdict }) => verdict === 'broken');
      expect(undeserved).toEqual([]);
      expect(broken.map(({ id, reason }) => `${id}: ${reason ?? ''}`)).toEqual([]);
      expect(results.some(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toBe(true);
    } finally {
      await tenant.close();
    }
  });
});
