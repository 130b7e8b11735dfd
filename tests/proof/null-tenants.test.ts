import { describe, expect, inject, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { Survey } from '../../drivers/survey/survey.ts';
import { checks } from '../../specs/checks/index.ts';
import { NULL_TENANTS, startNullTenant } from '../null-tenants/null-tenant.ts';
import { runAgainst, told } from './served-tenant.ts';

/** Requirements about the address itself, which a server that is no tenant may keep. */
const aboutTheAddress = new Set(['TRN-01']);
/** A survey that makes every check run, because it found nothing missing. */
const nothingFound: Survey = { listings: [], tokenPaths: [], unknownOperations: [] };

/** Null tenants that answer. With a null tenant that does not answer, each check would wait until its time-out. */
const answering = NULL_TENANTS.filter((kind) => kind !== 'closes-the-connection');
/** The null tenants whose answers look most like success. */
const likeliest = ['always-200-empty-object', 'echo'] as const;

/** Returns a clock whose pauses end at once: a tenant that does not answer is asked again after pauses. */
function timeWithoutPauses(): RealTime {
  let skipped = 0;
  return {
    now: () => performance.now() + skipped,
    today: () => new Date(),
    pause: async (ms) => void (skipped += ms),
  };
}

function undeserved(results: readonly CheckResult[]): string[] {
  return results.flatMap((result) =>
    Object.entries(result.verdicts)
      .filter(([requirement, verdict]) => verdict === 'passed' && !aboutTheAddress.has(requirement))
      .map(([requirement]) => told(result, requirement)),
  );
}

// concurrent, because most of the time the tests wait for deliveries that never come
describe.concurrent('a server that is no tenant', () => {
  test.each(NULL_TENANTS)('%s is recognised by the survey, and no check is run on it', async (kind) => {
    const tenant = await startNullTenant(kind);
    try {
      const results = await runAgainst(tenant, 2, checks, undefined, timeWithoutPauses());
      expect(results).toHaveLength(checks.length);
      const [first] = results;
      expect(first?.reason).toContain('served no valid request');
      expect(new Set(results.map(({ verdict, reason }) => `${verdict}: ${reason}`)).size).toBe(1);
      expect(first?.verdict).toBe('inconclusive');
    } finally {
      await tenant.close();
    }
  });

  test.each(inject('depth') === 'whole' ? answering : likeliest)(
    '%s passes no requirement of behaviour if the survey is left out, and breaks no check',
    async (kind) => {
      const tenant = await startNullTenant(kind);
      try {
        const results = await runAgainst(tenant, 2, checks, nothingFound);
        const broken = results.filter(({ verdict }) => verdict === 'broken');
        expect(undeserved(results)).toEqual([]);
        expect(broken.map(({ id, reason }) => `${id}: ${reason ?? ''}`)).toEqual([]);
        expect(results.some(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toBe(true);
      } finally {
        await tenant.close();
      }
    },
  );
});
