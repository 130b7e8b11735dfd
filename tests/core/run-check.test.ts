import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Interrupted, PremiseUnmet, SuiteMistake, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

describe('the verdict of a check', () => {
  test('is passed where nothing is wrong, for each requirement', async () => {
    const result = await run({
      proves: ['REQ-01', 'DER-01'],
      gather: async (scene) => scene.exchange(200),
      *judge() {},
    });
    expect(result).toMatchObject({ verdict: 'passed', verdicts: { 'REQ-01': 'passed', 'DER-01': 'passed' } });
    expect(result).toMatchObject({ cases: 1, exchanges: 1, failures: [], opened: 1, closed: 1, looks: 0 });
  });

  test('is not exercised where the target lacks what is needed, and nothing is done', async () => {
    const result = await run({ gather: async () => undefined, *judge() {} }, { missing: 'needs an app' });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'needs an app', opened: 0, cases: 0 });
  });

  test('is failed by a finding against what is stated and a warning by one against what is derived', async () => {
    const result = await run({
      proves: ['DER-01', 'REQ-01', 'REQ-02'],
      gather: async () => undefined,
      *judge() {
        yield wrong('DER-01');
        yield wrong('REQ-01');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts).toEqual({ 'DER-01': 'warning', 'REQ-01': 'failed', 'REQ-02': 'passed' });
    expect(result.failures.map(({ requirement }) => requirement)).toEqual(['REQ-01', 'DER-01']);
    expect(result.failures.every(({ confirmed }) => confirmed)).toBe(true);
  });

  test('tells of each requirement, and does nothing again for the next that was faultless for the one before', async () => {
    const given: number[] = [];
    const result = await run(
      {
        proves: ['REQ-01', 'REQ-02'],
        given: fc.integer({ min: 0, max: 1000 }),
        gather: async (_scene, number) => void given.push(number),
        *judge(_seen, number: number) {
          if (number > 900) yield wrong('REQ-01');
          if (number > 950) yield wrong('REQ-02');
        },
      },
      {},
      { runs: 100 },
    );
    expect(result.failures.map(({ requirement }) => requirement)).toEqual(['REQ-01', 'REQ-02']);
    const firstRed = given.findIndex((number) => number > 900);
    const faultless = given.slice(0, firstRed);
    expect(faultless.length).toBeGreaterThan(0);
    expect(given.filter((number) => number === faultless[0])).toHaveLength(1);
  });

  test('is inconclusive for what would have taken too long to be searched for after a failure', async () => {
    const result = await run(
      {
        proves: ['REQ-01', 'REQ-02'],
        given: fc.nat(),
        gather: async () => undefined,
        *judge() {
          yield wrong('REQ-01');
        },
      },
      {},
      { searchMs: 0 },
    );
    expect(result.verdicts).toEqual({ 'REQ-01': 'failed', 'REQ-02': 'inconclusive' });
    expect(result.reason).toContain('another requirement failed');
  });

  test.for([
    ['inconclusive', () => new PremiseUnmet('no token could be had')],
    ['not-exercised', () => new Unsupported('the control does not offer it')],
    ['broken', () => new TestBedTrouble('the control answered 500')],
    ['inconclusive', () => new Interrupted('the check has ended')],
    ['broken', () => new SuiteMistake('a request of its own is wrong')],
    ['broken', () => new TypeError('cannot read properties of undefined')],
  ] as const)('is %s where gathering ends in such trouble (case %$)', async ([verdict, trouble]) => {
    const result = await run({ gather: () => Promise.reject(trouble()), *judge() {} });
    expect(result).toMatchObject({ verdict, verdicts: { 'REQ-01': verdict }, failures: [], closed: 1 });
    expect(result.reason).toContain(trouble().message);
  });

  test('is that of what kept the arrangement from being made', async () => {
    const result = await run({
      given: fc.nat(),
      arrange: () => Promise.reject(new Unsupported('there is no app')),
      gather: async () => undefined,
      *judge() {},
    });
    expect(result).toMatchObject({ verdict: 'not-exercised', reason: 'there is no app' });
    expect(result.opened).toBe(result.closed);
  });

  test.for([
    [403, ['project.create'], 'not-exercised', 'not served; nothing could be granted for want of project.create'],
    [401, ['project.create'], 'inconclusive', 'not served'],
    [403, [], 'inconclusive', 'not served'],
  ] as const)(
    'is not exercised where a refusal (%s) can be for want of a permission that could not be given (%s)',
    async ([status, lacked, verdict, reason]) => {
      const result = await run({
        arrange: async (scene) => {
          for (const name of lacked) scene.journal.lacked.add(name);
        },
        gather: async (scene) => scene.exchange(status),
        *judge() {
          yield { kind: 'premise', text: 'not served' };
        },
      });
      expect(result).toMatchObject({ verdict, reason, failures: [] });
    },
  );

  test('is that of cases whose arrangement is made anew when it has grown old', async () => {
    const stages = new Set<number>();
    const old: number[] = [];
    const run50 = (arrangementLasts: number) =>
      run(
        {
          given: fc.nat(),
          arrange: async (scene) => scene.opened,
          gather: async (_scene, _given, stage) => stages.add(stage),
          *judge() {},
        },
        { arrangementLasts },
      );
    for (const arrangementLasts of [100_000, 10]) {
      stages.clear();
      const result = await run50(arrangementLasts);
      expect(result).toMatchObject({ verdict: 'passed', cases: 50 });
      expect(result.opened).toBe(result.closed);
      old.push(stages.size);
    }
    expect(old[0]).toBe(1);
    expect(old[1]).toBeGreaterThan(2);
  });

  test('is broken where a finding names a requirement that the check does not prove', async () => {
    const result = await run({
      gather: async () => undefined,
      *judge() {
        yield wrong('REQ-99');
      },
    });
    expect(result).toMatchObject({ verdict: 'broken', failures: [] });
    expect(result.reason).toContain('made-up/check found REQ-99 broken, which it does not prove');
  });
});

describe('a premise', () => {
  test('that is not met makes the check inconclusive and says which', async () => {
    const result = await run({
      gather: async () => undefined,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
      },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'there was only one page' });
  });

  test('that is not met beside a finding leaves the finding', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02'],
      gather: async () => undefined,
      *judge() {
        yield { kind: 'premise', text: 'there was only one page' };
        yield wrong('REQ-01');
      },
    });
    expect(result.verdict).toBe('failed');
    expect(result.verdicts['REQ-02']).not.toBe('passed');
  });
});

describe('a property', () => {
  test('runs as many cases as asked for, and no more than the check allows', async () => {
    const parts = { given: fc.nat(), gather: async () => undefined, *judge() {} };
    expect((await run(parts)).cases).toBe(50);
    expect((await run({ ...parts, atMost: 9 })).cases).toBe(9);
  });

  test('draws the same cases for the same seed', async () => {
    const casesFor = async (seed: number): Promise<number[]> => {
      const drawn: number[] = [];
      await run({ given: fc.nat(), gather: async (_scene, given) => drawn.push(given), *judge() {} }, {}, { seed });
      return drawn;
    };
    expect(await casesFor(3)).toEqual(await casesFor(3));
    expect(await casesFor(3)).not.toEqual(await casesFor(4));
  });

  test('shrinks the failing case to the smallest, and names it in the words of the check', async () => {
    const result = await run({
      given: fc.nat({ max: 10_000 }),
      tell: (age) => `a token ${age} seconds old`,
      gather: async (_scene, given) => given,
      *judge(age) {
        if (age >= 901) yield wrong();
      },
    });
    expect(result.failures[0]).toMatchObject({ counterexample: 'a token 901 seconds old', confirmed: true });
  });

  test('can be replayed from the seed and the path of its failure', async () => {
    const parts = {
      given: fc.nat({ max: 10_000 }),
      gather: async (_scene: MadeUpScene, given: number) => given,
      *judge(age: number) {
        if (age >= 901) yield wrong();
      },
    };
    const replay = (await run(parts)).failures[0]?.replay;
    expect(replay?.path).toBeDefined();
    const again = await run(parts, {}, { ...replay, runs: 1 });
    expect(again.failures[0]?.counterexample).toBe('901');
    expect(again.cases).toBeLessThan(25);
  });

  test('finds every requirement that is broken, each with a case of its own', async () => {
    const result = await run({
      proves: ['REQ-01', 'REQ-02', 'REQ-03'],
      given: fc.nat({ max: 1000 }),
      gather: async (_scene, given) => given,
      *judge(value) {
        if (value > 10) yield wrong('REQ-01');
        if (value > 500) yield wrong('REQ-02');
      },
    });
    expect(result.failures.map(({ requirement, counterexample }) => [requirement, counterexample])).toEqual([
      ['REQ-01', '11'],
      ['REQ-02', '501'],
    ]);
    expect(result.verdicts['REQ-03']).toBe('passed');
  });

  test('stops at a case that comes to nothing, and says why', async () => {
    let cases = 0;
    const result = await run({
      given: fc.nat(),
      gather: async () => {
        if (++cases === 3) throw new TestBedTrouble('the control answered 500');
      },
      *judge() {},
    });
    expect([cases, result.verdict, result.reason]).toEqual([3, 'broken', 'the control answered 500']);
  });

  test('goes on after a case whose premise was not met, since a later one may fail', async () => {
    const unclearFor = async (share: number) => {
      let cases = 0;
      const result = await run({
        given: fc.nat({ max: 1000 }),
        gather: async () => {
          if (++cases % 10 < share) throw new PremiseUnmet(`case ${cases} could not be judged`);
          return cases;
        },
        *judge(value) {
          if (value === 15) yield wrong('REQ-02');
        },
        proves: ['REQ-01', 'REQ-02'],
      });
      return { ...result, cases };
    };
    const seldom = await unclearFor(2);
    expect(seldom.verdicts).toEqual({ 'REQ-01': 'inconclusive', 'REQ-02': 'failed' });
    expect(seldom.reason).toBe('case 1 could not be judged');
    const always = await unclearFor(10);
    expect([always.verdict, always.cases, always.reason]).toEqual(['inconclusive', 10, 'case 1 could not be judged']);
  });

  test('ends at the second case whose premise is not met, where each of them takes long', async () => {
    let now = 0;
    const result = await run(
      {
        given: fc.nat(),
        gather: async () => {
          now += 25_000;
          throw new PremiseUnmet('nothing was answered');
        },
        *judge() {},
      },
      {},
      { now: () => now },
    );
    expect([result.verdict, result.cases]).toEqual(['inconclusive', 2]);
  });

  test('does not take a case that comes to nothing for a smaller failing one', async () => {
    const result = await run(
      {
        given: fc.nat({ max: 1000 }),
        gather: async (_scene, given) => {
          if (given < 200) throw new PremiseUnmet('too small to be judged');
          return given;
        },
        *judge(value) {
          if (value >= 200) yield wrong();
        },
      },
      {},
      { seed: 1 },
    );
    expect(result.verdict === 'failed' ? result.failures[0]?.counterexample : result.reason).toMatch(
      /^(200|too small to be judged)$/,
    );
  });

  test('is shrunk no further once the time for it is over', async () => {
    let cases = 0;
    const result = await run(
      {
        given: fc.nat({ max: 1_000_000 }),
        gather: async (_scene, given) => {
          cases++;
          return given;
        },
        *judge(value) {
          if (value > 3) yield wrong();
        },
      },
      {},
      { shrinkMs: 0 },
    );
    expect(result.verdict).toBe('failed');
    expect(cases).toBeLessThan(8);
  });

  test('shares what was arranged among its cases, and arranges anew to confirm what is red', async () => {
    const stages = new Set<number>();
    const result = await run({
      given: fc.nat({ max: 0 }),
      arrange: async (scene) => ({ number: scene.opened }),
      gather: async (_scene, _given, stage) => {
        stages.add(stage.number);
      },
      *judge() {
        yield wrong();
      },
    });
    expect(stages.size).toBe(2);
    expect(result.opened).toBe(result.closed);
  });
});

describe('a property whose cases wait', () => {
  const parts = {
    given: fc.nat({ max: 10_000 }),
    waits: 900,
    gather: async (_scene: MadeUpScene, given: number) => given,
    *judge(age: number) {
      if (age >= 901) yield wrong();
    },
  };

  test('runs the cases that it would run one after the other', async () => {
    const casesOf = async (waits: number | undefined): Promise<number[]> => {
      const drawn: number[] = [];
      const gather = async (_scene: MadeUpScene, given: number): Promise<void> => void drawn.push(given);
      const { cases } = await run({
        given: parts.given,
        gather,
        *judge() {},
        ...(waits === undefined ? {} : { waits }),
      });
      expect(cases).toBe(50);
      return drawn;
    };
    expect(await casesOf(900)).toEqual(await casesOf(undefined));
  });

  test('is shrunk where time is free', async () => {
    expect((await run(parts)).failures[0]).toMatchObject({ counterexample: '901', confirmed: true });
  });

  test('is told as it was drawn, and not done again, where time has to be waited for', async () => {
    const result = await run(parts, { timeIsFree: false });
    const [failure] = result.failures;
    expect(Number(failure?.counterexample)).toBeGreaterThan(900);
    expect(failure?.confirmed).toBeUndefined();
    expect(failure?.replay.path).toMatch(/^\d+$/);
  });
});

describe('cases that share nothing', () => {
  const given = fc.integer({ min: 0, max: 1000 });
  const judge = function* (_seen: unknown, number: number): Generator<ReturnType<typeof wrong>> {
    if (number > 900) yield wrong('REQ-01');
  };

  /** How many cases were under way at the same time at most. */
  async function atMost(bench: Parameters<typeof run>[1], parts: { readonly arrange?: () => Promise<void> } = {}) {
    const state = { underWay: 0, most: 0 };
    const gather = async (): Promise<void> => {
      state.most = Math.max(state.most, ++state.underWay);
      await new Promise((resolve) => setImmediate(resolve));
      state.underWay--;
    };
    const result = await run({ given, gather, *judge() {}, ...parts }, bench, { runs: 20 });
    expect(result).toMatchObject({ verdict: 'passed', cases: 20 });
    return state.most;
  }

  test('are done side by side as far as the target allows, and one after another where they share something', async () => {
    expect(await atMost({})).toBe(1);
    expect(await atMost({ casesAtATime: 4 })).toBe(4);
    expect(await atMost({ casesAtATime: 4 }, { arrange: async () => {} })).toBe(1);
  });

  test('show the same failure whether they are done side by side or one after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 20 }), async (seed, casesAtATime) => {
        const gather = async (_scene: unknown, number: number): Promise<void> => {
          for (let turn = number % 4; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
        };
        const alone = await run({ given, gather, judge }, {}, { seed, runs: 30 });
        const beside = await run({ given, gather, judge }, { casesAtATime }, { seed, runs: 30 });
        expect(beside.failures.map(({ replay }) => replay)).toEqual(alone.failures.map(({ replay }) => replay));
      }),
      { seed: 20261124, numRuns: 25 },
    );
  });
});
