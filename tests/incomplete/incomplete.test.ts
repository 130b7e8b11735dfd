import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { sampleChecks } from '../proof/sample.ts';
import type { Lacking } from './incomplete-tenant.ts';
import type { Row } from './rows.ts';
import { rows } from './rows.ts';
import { requirementsWithVerdict, runIncomplete, verdictsOf } from './run.ts';

const isWhole = inject('depth') === 'whole';
const seed = inject('seed') === 0 ? Date.now() : inject('seed');

describe('a tenant that lacks', () => {
  test.for(rows.filter(({ quick }) => isWhole || quick === true).map((row) => [row.what, row] as const))(
    '%s is red for the missing parts, and judged on all other parts',
    async ([, { lacking, red, judged: least }]) => {
      // all checks take half a minute at a tenant where most can be judged
      const how = isWhole ? { checks, runs: 10 } : { checks: least > 300 ? sampleChecks : checks, runs: 2 };
      const verdicts = verdictsOf(await runIncomplete({ lacking, ...how }));
      expect(requirementsWithVerdict(verdicts, 'failed', 'warning').toSorted()).toEqual(red.toSorted());
      expect(requirementsWithVerdict(verdicts, 'broken')).toEqual([]);
      // few cases may not judge every requirement
      const judged = requirementsWithVerdict(verdicts, 'passed', 'failed', 'warning').length;
      expect(judged).toBeGreaterThanOrEqual(isWhole ? least : 0.9 * least);
    },
  );
});

test('a tenant that lacks the legacy token path is judged at the other path by each check that is not about the legacy path', async () => {
  const about = isWhole ? /^(?!versioning\/)/ : /^token-issuance\//;
  const selected = checks.filter(({ id }) => about.test(id));
  const results = await runIncomplete({ lacking: { paths: /^\/api\/v2\/token$/ }, checks: selected, runs: 5 });
  expect(results.filter(({ verdict }) => verdict === 'not-exercised').map(({ id }) => id)).toEqual([]);
});

/** The rows that lack something, except the row without a control, which leaves nothing for another row to remove. */
const combinable = rows.filter(({ lacking }) => Object.keys(lacking).length > 0 && lacking.control === undefined);
const somePairs = fc.sample(fc.shuffledSubarray(combinable, { minLength: 2, maxLength: 2 }), { numRuns: 6, seed });

function either(one: RegExp | undefined, other: RegExp | undefined): RegExp | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return new RegExp(`(?:${one.source})|(?:${other.source})`);
}

function both(one: Row, other: Row): Lacking {
  const [paths, operations, unknown] = (['paths', 'operations', 'unknown'] as const).map((key) =>
    either(one.lacking[key], other.lacking[key]),
  );
  return { ...(paths && { paths }), ...(operations && { operations }), ...(unknown && { unknown }) };
}

describe.runIf(isWhole)(`a tenant that lacks two things (seed ${seed})`, () => {
  test.for(somePairs.map(([one, other]) => [one?.what, other?.what, one, other] as const))(
    '%s, and %s, is red only for these',
    async ([, , one, other]) => {
      if (one === undefined || other === undefined) throw new RangeError('a pair has two rows');
      const verdicts = verdictsOf(await runIncomplete({ lacking: both(one, other), checks, runs: 5 }));
      const allowedRed = new Set([...one.red, ...other.red]);
      expect(requirementsWithVerdict(verdicts, 'failed', 'warning').filter((id) => !allowedRed.has(id))).toEqual([]);
      expect(requirementsWithVerdict(verdicts, 'broken')).toEqual([]);
    },
  );
});
