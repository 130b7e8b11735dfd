import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Branch } from '../../core/timeline.ts';
import { Timeline } from '../../core/timeline.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

describe('a property whose cases wait', () => {
  const parts = {
    cases: fc.nat({ max: 10_000 }),
    maxSeconds: 900,
    gather: async (_scene: MadeUpScene, given: number) => given,
    *judge(age: number) {
      if (age >= 901) yield wrong();
    },
  };

  test('runs the same cases as one after the other', async () => {
    const casesOf = async (waits: number | undefined): Promise<number[]> => {
      const drawn: number[] = [];
      const gather = async (_scene: MadeUpScene, given: number): Promise<number> => drawn.push(given);
      const { cases } = await run({
        cases: parts.cases,
        gather,
        *judge() {},
        ...(waits === undefined ? {} : { maxSeconds: waits }),
      });
      expect(cases).toBe(50);
      return drawn;
    };
    expect(await casesOf(900)).toEqual(await casesOf(undefined));
  });

  test('is shrunk if time is free', async () => {
    expect((await run(parts)).failures[0]).toMatchObject({ counterexample: '901', confirmed: true });
  });

  test('is reported as it was drawn, and not done again, if waiting takes real time', async () => {
    const result = await run(parts, { timeIsFree: false });
    const [failure] = result.failures;
    expect(Number(failure?.counterexample)).toBeGreaterThan(900);
    expect(failure?.confirmed).toBeUndefined();
    expect(failure?.replay.path).toMatch(/^\d+$/);
  });
});

describe('cases that change nothing that they share', () => {
  const cases = fc.integer({ min: 0, max: 1000 });
  const judge = function* (_seen: unknown, number: number): Generator<ReturnType<typeof wrong>> {
    if (number > 900) yield wrong('REQ-01');
  };

  /** Returns the greatest number of cases that were under way at the same time. */
  async function atMost(
    bench: Parameters<typeof run>[1],
    parts: { readonly arrange?: () => Promise<void>; readonly sideBySide?: true } = {},
  ) {
    const state = { underWay: 0, most: 0 };
    const gather = async (): Promise<number> => {
      state.most = Math.max(state.most, ++state.underWay);
      await new Promise((resolve) => setImmediate(resolve));
      return state.underWay--;
    };
    const result = await run({ cases, gather, *judge() {}, ...parts }, bench, { runs: 20 });
    expect(result).toMatchObject({ verdict: 'passed', cases: 20 });
    return state.most;
  }

  test('are done side by side as far as the target allows, and one after another if they may change their arrangement', async () => {
    expect(await atMost({})).toBe(1);
    expect(await atMost({ casesAtATime: 4 })).toBe(4);
    expect(await atMost({ casesAtATime: 4 }, { arrange: async () => {} })).toBe(1);
    expect(await atMost({ casesAtATime: 4 }, { arrange: async () => {}, sideBySide: true })).toBe(4);
  });

  test('share their arrangement; a case that is done again has its own, and disturbs no other case', async () => {
    let arranged = 0;
    let closedEarly = 0;
    const inUse = new Map<number, number>();
    const disturbedOnce = new Set<number>();
    const result = await run(
      {
        cases,
        sideBySide: true,
        arrange: async (scene) => {
          const { opened } = scene;
          // An arrangement that is disturbed while it is made is of no use to the cases that wait for it.
          scene.exchange(arranged++ === 0 ? 503 : 200, '', 'arranging');
          if (arranged === 1) throw new PremiseUnmet('nothing was arranged');
          await new Promise((resolve) => setImmediate(resolve));
          return { opened };
        },
        async gather(scene: MadeUpScene, number: number, { opened }: { readonly opened: number }) {
          inUse.set(opened, (inUse.get(opened) ?? 0) + 1);
          scene.exchange(number % 7 === 0 && !disturbedOnce.has(number) ? 503 : 200);
          disturbedOnce.add(number);
          for (let turn = 0; turn < 1 + (number % 5); turn++) await new Promise((resolve) => setImmediate(resolve));
          inUse.set(opened, (inUse.get(opened) ?? 0) - 1);
          return opened;
        },
        *judge() {},
      },
      { casesAtATime: 6, closes: (opened) => (closedEarly += inUse.get(opened) ?? 0) },
      { runs: 40 },
    );
    expect(result).toMatchObject({ verdict: 'passed', cases: 40 });
    expect(arranged).toBeGreaterThan(1);
    expect(arranged).toBeLessThan(20);
    expect(closedEarly).toBe(0);
    expect(result.closed).toBe(result.opened);
    // The arrangement uses the time of the part that asks for it: the whole check would keep the clock from moving for
    // other checks.
    expect(result.openedInParts).toBe(result.opened);
  });

  test('end however little room there is at the tenant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 8 }), async (room, casesAtATime) => {
        const timeline = new Timeline(
          { advance: async () => {} },
          async () => {},
          () => room,
        );
        const branch = await timeline.open('a check');
        const placed: NonNullable<Parameters<typeof run>[1]>['placed'] = (open) => {
          const on = (own: Branch): ReturnType<NonNullable<typeof placed>> => ({
            open: async (journal, manner) => {
              await own.turn();
              return open(journal, manner);
            },
            aside: async (event) => ({ value: await own.aside(event), moved: false }),
            together: (parts) => own.together(parts.map((part) => (one) => part(on(one)))),
          });
          return on(branch);
        };
        const gather = async (): Promise<null> => null;
        const parts = { cases, gather, *judge() {}, arrange: async () => {}, sideBySide: true } as const;
        const result = await run(parts, { casesAtATime, placed }, { runs: 20 });
        expect(result).toMatchObject({ verdict: 'passed', cases: 20 });
      }),
      { seed: 20261128, numRuns: 20 },
    );
  });

  test('show the same failure whether they are done side by side or one after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 20 }), async (seed, casesAtATime) => {
        const gather = async (_scene: unknown, number: number): Promise<null> => {
          for (let turn = number % 4; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
          return null;
        };
        const alone = await run({ cases, gather, judge }, {}, { seed, runs: 30 });
        const beside = await run({ cases, gather, judge }, { casesAtATime }, { seed, runs: 30 });
        expect(beside.failures.map(({ replay }) => replay)).toEqual(alone.failures.map(({ replay }) => replay));
      }),
      { seed: 20261124, numRuns: 25 },
    );
  });
});
