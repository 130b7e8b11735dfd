import { describe, expect, inject, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { worst } from '../../core/verdict.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/target/shared.ts';
import { checks } from '../../specs/checks/index.ts';
import { requirements } from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Row } from './rows.ts';
import { rows } from './rows.ts';
import { startIncompleteTenant } from './incomplete-tenant.ts';

const isWhole = inject('depth') === 'whole';
const seed = 5;

/** The verdict on each requirement in a run of everything, as a report gives it. */
async function verdictsOn({ lacking }: Row, runs: number): Promise<ReadonlyMap<string, Verdict>> {
  await using tenant = await startIncompleteTenant(lacking, { seed });
  const profile = resolveProfile(tenant.profile, { caPem: tenant.caPem });
  const session = await openShared(profile, { runId: 'incomplete', realTime });
  try {
    const pace = { shrinkMs: 500, searchMs: 1000, now: realTime.now };
    const results = await runAll(checks, session, { runs, seed, ...pace });
    const of = (id: string): Verdict => worst(results.flatMap(({ verdicts }) => verdicts[id] ?? []));
    return new Map(requirements.map(({ id }) => [id, of(id)]));
  } finally {
    await session.close();
  }
}

function having(verdicts: ReadonlyMap<string, Verdict>, wanted: readonly Verdict[]): string[] {
  return [...verdicts].flatMap(([id, verdict]) => (wanted.includes(verdict) ? [id] : []));
}

describe('a tenant that lacks', () => {
  test.for(rows.filter(({ quick }) => isWhole || quick === true).map((row) => [row.what, row] as const))(
    '%s is red for what is missing, and judged in all else that there is',
    async ([, row]) => {
      const verdicts = await verdictsOn(row, isWhole ? 10 : 2);
      expect(having(verdicts, ['failed', 'warning']).toSorted()).toEqual(row.red.toSorted());
      expect(having(verdicts, ['broken'])).toEqual([]);
      // few cases are not about everything
      const judged = having(verdicts, ['passed', 'failed', 'warning']).length;
      expect(judged).toBeGreaterThanOrEqual(isWhole ? row.judged : 0.9 * row.judged);
    },
  );
});
