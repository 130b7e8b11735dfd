import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bench } from './made-up-check.ts';
import { isKnown, presumingNothing, run, wrong } from './made-up-check.ts';

describe('a finding at a tenant whose changes take a while', () => {
  /** Returns the patience of a tenant whose changes may vanish again. Done again, a case waits for each change. */
  function slow(): { patience: NonNullable<Bench['patience']>; isCareful: () => boolean } {
    const state = { careful: false };
    return {
      isCareful: () => state.careful,
      patience: {
        hurried: false,
        slow: true,
        ...presumingNothing,
        ...isKnown,
        insist: () => {},
        anew: async (work) => {
          state.careful = true;
          return work().finally(() => (state.careful = false));
        },
      },
    };
  }

  test('is excused if it does not appear again with time for each change', async () => {
    const { patience, isCareful } = slow();
    let looks = 0;
    const result = await run(
      {
        gather: async () => {
          looks++;
          return isCareful();
        },
        *judge(careful) {
          if (!careful) yield wrong();
        },
      },
      { patience },
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(result.reason).toContain('time for each change');
    expect(looks).toBe(4);
  });

  test('is reported if it appears again in some doings', async () => {
    const { patience, isCareful } = slow();
    let looks = 0;
    const result = await run(
      {
        gather: async () => !isCareful() || ++looks === 3,
        *judge(shows) {
          if (shows) yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]).toMatchObject({ requirement: 'REQ-01', confirmed: true });
  });

  test('is reported with the case that it was shrunk from, if the smaller case showed it by chance', async () => {
    const { patience, isCareful } = slow();
    let found = false;
    const result = await run(
      {
        cases: fc.integer({ min: 100, max: 200 }),
        gather: async () => isCareful(),
        *judge(careful, given: number) {
          found ||= given > 100;
          if (given > 100 || (found && !careful)) yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]?.confirmed).toBe(true);
    expect(Number(result.failures[0]?.counterexample)).toBeGreaterThan(100);
  });
});

describe('a finding before the suite knows whether changes take a while', () => {
  /**
   * Returns the patience of a tenant whose changes are not known to be slow until a finding appears only without time
   * for each change. `said` records each comparison.
   */
  function unknown(): { patience: NonNullable<Bench['patience']>; isCareful: () => boolean; said: boolean[] } {
    const state = { careful: false };
    const said: boolean[] = [];
    return {
      isCareful: () => state.careful,
      said,
      patience: {
        hurried: false,
        get slow() {
          return said.includes(false);
        },
        get mayBeSlow() {
          return said.length === 0;
        },
        recordCarefulLook: (isSeen) => void said.push(isSeen),
        ...presumingNothing,
        insist: () => {},
        anew: async (work, careful = false) => {
          state.careful = careful;
          return work().finally(() => (state.careful = false));
        },
      },
    };
  }

  test('is excused if it appears repeatedly without time for each change, and never with it', async () => {
    const { patience, isCareful, said } = unknown();
    const result = await run(
      {
        gather: async () => isCareful(),
        *judge(careful) {
          if (!careful) yield wrong();
        },
      },
      { patience },
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(result.reason).toContain('time for each change');
    expect(said).toEqual([false]);
  });

  test('is reported if it also appears with time for each change', async () => {
    const { patience, isCareful, said } = unknown();
    let careful = 0;
    const result = await run(
      {
        gather: async () => {
          if (isCareful()) careful++;
          return true;
        },
        *judge() {
          yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]).toMatchObject({ requirement: 'REQ-01', confirmed: true });
    expect(careful).toBe(1);
    expect(said).toEqual([true]);
  });

  test('is reported if it appears by chance, with or without time for each change', async () => {
    const { patience, said } = unknown();
    let looks = 0;
    const result = await run(
      {
        gather: async () => ++looks <= 2,
        *judge(shows) {
          if (shows) yield wrong();
        },
      },
      { patience },
    );
    expect(result.failures[0]).toMatchObject({ requirement: 'REQ-01', confirmed: true });
    expect(said).toEqual([]);
  });

  test.each([
    [[1], { verdict: 'inconclusive', reason: expect.stringContaining('but not when the case was repeated') }],
    [[1, 3], { verdict: 'failed', failures: [expect.objectContaining({ requirement: 'REQ-01', confirmed: true })] }],
  ])('is looked for several times: seen at looks %j', async (seenAt, expected) => {
    const { patience } = unknown();
    let looks = 0;
    const result = await run(
      {
        gather: async () => seenAt.includes(++looks),
        *judge(shows) {
          if (shows) yield wrong();
        },
      },
      { patience },
    );
    expect(result).toMatchObject(expected);
  });
});
