import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { held } from '../../core/judgement.ts';
import { PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

describe('a property', () => {
  test('runs the requested number of cases, and no more than the check allows', async () => {
    const parts = { cases: fc.nat(), gather: async () => null, *judge() {} };
    expect((await run(parts)).cases).toBe(50);
    expect((await run({ ...parts, maxCases: 9 })).cases).toBe(9);
  });

  test('draws the same cases for the same seed', async () => {
    const casesFor = async (seed: number): Promise<number[]> => {
      const drawn: number[] = [];
      await run({ cases: fc.nat(), gather: async (_scene, given) => drawn.push(given), *judge() {} }, {}, { seed });
      return drawn;
    };
    expect(await casesFor(3)).toEqual(await casesFor(3));
    expect(await casesFor(3)).not.toEqual(await casesFor(4));
  });

  test('shrinks the failing case to the smallest, and describes it in the words of the check', async () => {
    const result = await run({
      cases: fc.nat({ max: 10_000 }),
      describe: (age) => `a token ${age} seconds old`,
      gather: async (_scene, given) => given,
      *judge(age) {
        if (age >= 901) yield wrong();
      },
    });
    expect(result.failures[0]).toMatchObject({ counterexample: 'a token 901 seconds old', confirmed: true });
  });

  test('can be replayed from the seed and the path of its failure', async () => {
    const parts = {
      cases: fc.nat({ max: 10_000 }),
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
      cases: fc.nat({ max: 1000 }),
      gather: async (_scene, given) => given,
      *judge(value) {
        yield held('REQ-03');
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

  test('stops at a case that the test bed breaks, and gives the reason', async () => {
    let cases = 0;
    const result = await run({
      cases: fc.nat(),
      gather: async () => {
        if (++cases === 3) throw new TestBedTrouble('the control answered 500');
        return null;
      },
      *judge() {},
    });
    expect([cases, result.verdict, result.reason]).toEqual([3, 'broken', 'the control answered 500']);
  });

  test('goes on after a case whose premise was not met, since a later one may fail', async () => {
    const unclearFor = async (share: number) => {
      let cases = 0;
      const result = await run({
        cases: fc.nat({ max: 1000 }),
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
    expect(seldom.reason).toMatch(/^REQ-02: /);
    expect(seldom.reasons).toEqual({ 'REQ-01': 'case 1 could not be judged' });
    const always = await unclearFor(10);
    expect([always.verdict, always.cases, always.reason]).toEqual(['inconclusive', 10, 'case 1 could not be judged']);
  });

  test('ends at the second case whose premise is not met if each case takes long', async () => {
    let now = 0;
    const result = await run(
      {
        cases: fc.nat(),
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

  test('does not take a case that could not be judged for a smaller failing one', async () => {
    const result = await run(
      {
        cases: fc.nat({ max: 1000 }),
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

  test('is shrunk no further when the time for it is over', async () => {
    let cases = 0;
    const result = await run(
      {
        cases: fc.nat({ max: 1_000_000 }),
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

  test('lists no smaller cases when the time for shrinking is over', async () => {
    let listed = 0;
    const result = await run(
      {
        cases: fc.array(fc.nat(), { minLength: 300, maxLength: 300 }).map((value) => {
          listed++;
          return value;
        }),
        maxCases: 1,
        gather: async (_scene, given) => given,
        *judge() {
          yield wrong();
        },
      },
      {},
      { shrinkMs: 0 },
    );
    expect(result.verdict).toBe('failed');
    // the pool that is drawn, and a few smaller cases; one such case has thousands
    expect(listed).toBeLessThan(300);
  });

  test('shares one arrangement among its cases, and arranges anew to confirm a red', async () => {
    const stages = new Set<number>();
    const result = await run({
      cases: fc.nat({ max: 0 }),
      arrange: async (scene) => ({ number: scene.opened }),
      gather: async (_scene, _given, stage) => {
        stages.add(stage.number);
        return null;
      },
      *judge() {
        yield wrong();
      },
    });
    expect(stages.size).toBe(2);
    expect(result.opened).toBe(result.closed);
  });
});
