import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MadeUpScene } from './made-up-check.ts';
import { run, wrong } from './made-up-check.ts';

const parts = {
  cases: fc.nat({ max: 10_000 }),
  gather: async (_scene: MadeUpScene, given: number) => given,
};

test('a replay judges only the replayed case, neither its neighbours nor smaller cases', async () => {
  const failing = { ...parts, judge: (age: number) => (age >= 901 ? [wrong()] : []) };
  const { replay } = (await run(failing)).failures[0] ?? {};
  const judged: number[] = [];
  const mended = (age: number) => {
    judged.push(age);
    return age === 900 ? [wrong()] : [];
  };
  const again = await run({ ...parts, judge: mended }, {}, { ...replay, exact: true });
  expect(judged).toEqual([901]);
  expect(again).toMatchObject({ verdict: 'passed', cases: 1 });
});

test('a replayed case that still fails is reported as before', async () => {
  const failing = { ...parts, judge: (age: number) => (age >= 901 ? [wrong()] : []) };
  const [failure] = (await run(failing)).failures;
  const again = await run(failing, {}, { ...failure?.replay, exact: true });
  expect(again.cases).toBe(1);
  expect(again.failures[0]).toMatchObject({ counterexample: '901', replay: failure?.replay });
});
