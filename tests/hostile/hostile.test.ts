import { describe, expect, inject, test } from 'vitest';
import type { Attack } from './attacks.ts';
import { attacks } from './attacks.ts';
import type { Scope } from './hostile-tenant.ts';
import { hostileTenant } from './hostile-tenant.ts';
import type { MeasuredRun } from './measured-run.ts';
import { measuredRun } from './measured-run.ts';

/** The megabytes that a run may take in addition to a run of the plain tenant, and the seconds that it may take. */
const most = { megabytes: 250, seconds: 300 };

const whole = inject('depth') === 'whole';

/** Reports whether an attack may have findings: endless page tokens break requirements of listings. */
const mayHaveFindings = (attack: Attack): boolean => attack === attacks.pages || attack === attacks.largePages;

const selection = whole
  ? ['--profile', 'listing', 'token-issuance']
  : [
      '--check',
      'listing/every-record-once-from-first-to-last-page',
      'token-issuance/tokens-are-issued-on-any-connection',
    ];

async function runAgainst(attack?: Attack, scope?: Scope): Promise<MeasuredRun> {
  await using tenant = await hostileTenant(attack, scope);
  return await measuredRun(tenant.folder, selection);
}

let plain: Promise<MeasuredRun> | undefined;

const { bomb, nested, fields } = attacks;
const tried: readonly Attack[] = whole ? Object.values(attacks) : [bomb, nested, fields];
const scopes: readonly Scope[] = whole ? ['listings', 'everything'] : ['listings'];

// concurrent for a sample, which mostly waits before it sends again; the whole keeps the machine busy and has time
// limits
const describeRuns = whole ? describe : describe.concurrent;

describeRuns.each(scopes)('a tenant that attacks every caller who asks for %s', (scope) => {
  test.each(tried)(
    'stays within its limits and is not failed for answers that were not read: $name',
    async (attack) => {
      const usual = await (plain ??= runAgainst());
      const run = await runAgainst(attack, scope);
      expect(usual.report.checks.map(({ verdict }) => verdict)).not.toContain('inconclusive');
      expect(run.report.checks.map(({ id }) => id).toSorted()).toEqual(
        usual.report.checks.map(({ id }) => id).toSorted(),
      );
      const red = run.report.checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
      expect(mayHaveFindings(attack) ? [] : red.map(({ id, failure }) => `${id}: ${failure?.observed}`)).toEqual([]);
      expect(run.report.summary.inconclusive).toBeGreaterThan(0);
      expect(run.report.outcome).not.toBe('conforming');
      expect(run.megabytes - usual.megabytes).toBeLessThan(most.megabytes);
      expect(run.seconds).toBeLessThan(most.seconds);
    },
  );
});
