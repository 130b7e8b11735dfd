import { describe, expect, inject, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { rows } from './rows.ts';
import { having, runIncomplete, verdictsOf } from './run.ts';

const isWhole = inject('depth') === 'whole';

describe('a tenant that lacks', () => {
  test.for(rows.filter(({ quick }) => isWhole || quick === true).map((row) => [row.what, row] as const))(
    '%s is red for what is missing, and judged in all else that there is',
    async ([, { lacking, red, judged: least }]) => {
      const verdicts = verdictsOf(await runIncomplete({ lacking, checks, runs: isWhole ? 10 : 2 }));
      expect(having(verdicts, 'failed', 'warning').toSorted()).toEqual(red.toSorted());
      expect(having(verdicts, 'broken')).toEqual([]);
      // few cases are not about everything
      const judged = having(verdicts, 'passed', 'failed', 'warning').length;
      expect(judged).toBeGreaterThanOrEqual(isWhole ? least : 0.9 * least);
    },
  );
});
