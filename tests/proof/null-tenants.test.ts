import { describe, expect, inject, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { Survey } from '../../drivers/survey/survey.ts';
import { checks } from '../../specs/checks/index.ts';
import { NULL_TENANTS, startNullTenant } from '../null-tenants/null-tenant.ts';
import { runAgainst, told } from './served-tenant.ts';

/** Requirements about the address itself, which a server that is no tenant may well keep. */
const aboutTheAddress = new Set(['TRN-01']);
/** With it every check is run, as on a tenant of which nothing is known to be missing. */
const nothingFound: Survey = { listings: [], tokenPaths: [], unknownOperations: [] };

/** Each check waits out what it cannot know about one that answers nothing. */
const answering = NULL_TENANTS.filter((kind) => kind !== 'closes-the-connection');
/** Those whose answers look most like success. */
const likeliest = ['always-200-empty-object', 'echo'] as const;

/** A tenant that answers nothing is asked again after pauses, which are over at once. */
function hurried(): RealTime {
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

// most of the time they wait for deliveries that never come
describe.concurrent('a server that is no tenant', () => {
  test.each(NULL_TENANTS)('%s is told by the survey, and no check is run on it', async (kind) => {
    const tenant = await startNullTenant(kind);
    try {
      const results = await runAgainst(tenant, 2, checks, undefined, hurried());
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
    '%s passes no requirement of behaviour where the survey is left out, and breaks no check',
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
