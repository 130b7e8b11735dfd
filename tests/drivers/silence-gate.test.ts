import { describe, expect, test } from 'vitest';
import { SilenceGate } from '../../drivers/session/silence-gate.ts';

/** Starts `many` looks at a silent tenant. Returns the looks that were admitted and the number that were not. */
async function looks(many: number) {
  const state = { silent: true };
  const all = new SilenceGate(() => state.silent);
  const inside: (() => void)[] = [];
  let refused = 0;
  const entered = Array.from({ length: many }, async () => {
    const over = await all.enter(true);
    if (over === undefined) refused++;
    else inside.push(over);
  });
  await Promise.all(entered.slice(0, 8));
  return { state, all, inside, entered, refused: () => refused };
}

describe('a silent tenant is looked at once more', () => {
  test('by few checks, and by no other if these get no answer either', async () => {
    const { inside, entered, refused } = await looks(50);
    expect([inside.length, refused()]).toEqual([8, 0]);
    for (const over of inside) over();
    await Promise.all(entered);
    expect([inside.length, refused()]).toEqual([8, 42]);
  });

  test('by all checks if one of the few gets an answer', async () => {
    const { state, inside, entered, refused } = await looks(50);
    state.silent = false;
    for (const over of inside) over();
    await Promise.all(entered);
    expect([inside.length, refused()]).toEqual([50, 0]);
  });

  test('by no check whose first look was not lost to the silence', async () => {
    const { all, inside, entered } = await looks(8);
    for (const over of inside) over();
    await Promise.all(entered);
    expect(await all.enter(false)).toBeUndefined();
  });
});

test('a tenant that answers is looked at by every check that wants to', async () => {
  const all = new SilenceGate(() => false);
  const turns = await Promise.all(Array.from({ length: 50 }, (_, at) => all.enter(at % 2 === 0)));
  expect(turns.every((turn) => turn !== undefined)).toBe(true);
});
