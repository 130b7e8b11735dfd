import { describe, expect, inject, test } from 'vitest';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { badValues } from './bad-values.ts';
import { requirementsWithVerdict, verdictsOf } from './run.ts';

const isWhole = inject('depth') === 'whole';
/** The seed of the cases. */
const seed = 5;
const runs = isWhole ? 10 : 3;

/** For every change, one of `oneOf` checks runs, in addition to the checks of the broken requirements. */
const oneOf = isWhole ? 1 : 6;

describe('a tenant that', () => {
  test.for(badValues.filter(({ quick }) => isWhole || quick === true).map((row) => [row.what, row] as const))(
    '%s is red for that, and judged on everything else',
    async ([what, { behaviour, red, unclear = [] }]) => {
      const some = checks.filter(({ proves }, at) => at % oneOf === 0 || proves.some((one) => red.includes(one)));
      const session = await openEmbedded({
        seed,
        runId: 'bad values',
        realTime,
        fault: { id: 'made-up/bad-value', breaks: red, summary: what, behaviour },
      });
      try {
        const results = await runAll(some, session, { runs, seed, shrinkMs: 0, now: realTime.now });
        const found = new Set(results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement)));
        // few cases may not draw the bad value
        expect(red.filter((one) => isWhole && !found.has(one))).toEqual([]);
        const verdicts = verdictsOf(results);
        const withoutVerdict = requirementsWithVerdict(verdicts, 'inconclusive', 'broken').filter(
          (one) => !found.has(one),
        );
        expect(withoutVerdict.filter((one) => !unclear.includes(one))).toEqual([]);
      } finally {
        await session.close();
      }
    },
  );
});
