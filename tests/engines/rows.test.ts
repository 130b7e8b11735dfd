import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lifecycleRows } from '../../specs/checks/lifecycle/rows.ts';
import { historiesOf } from '../../specs/engines/standing.ts';
import type { StandingRow } from '../../specs/engines/standing.ts';
import { IdealTenant } from '../../specs/model/event-wording.ts';
import { interpret } from '../../specs/model/interpreter.ts';
import { agreesWithModel } from '../../specs/model/judging.ts';

/** The requirements that a tenant which does as the model says is seen to keep by the cases of a row. */
function shownBy(row: StandingRow, cases: number): ReadonlySet<string> {
  const judged = new Set(row.proves);
  const keys = row.holds.includes('key');
  const shown = new Set<string>();
  for (const history of fc.sample(historiesOf(row), { numRuns: cases, seed: 20261120 })) {
    const tenant = new IdealTenant(history, keys);
    const acts = interpret(history, tenant.beginning(), { judged, seconds: Infinity, presented: 'all' });
    let step = acts.next();
    while (step.done !== true) step = acts.next(tenant.do(step.value));
    for (const judgement of agreesWithModel(step.value, judged)) {
      if (judgement.kind === 'finding') throw new Error(`${row.id}: ${judgement.subject} ${judgement.observed}`);
      if ('requirement' in judgement) shown.add(judgement.requirement);
    }
  }
  return shown;
}

describe('a row', () => {
  test.each(lifecycleRows.map((row) => [row.id, row] as const))('%s shows all that it claims', (_, row) => {
    const shown = shownBy(row, 40);
    expect(row.proves.filter((id) => !shown.has(id))).toEqual([]);
  });
});
