import { describe, expect, test } from 'vitest';
import { LooksInSilence } from '../../drivers/session/looks-in-silence.ts';

/** Many who want to look once more while nothing is answered; who was let in, and who was sent away. */
async function looks(many: number) {
  const state = { silent: true };
  const all = new LooksInSilence(() => state.silent);
  const inside: (() => void)[] = [];
  let away = 0;
  const entered = Array.from({ length: many }, async () => {
    const over = await all.enter(true);
    if (over === undefined) away++;
    else inside.push(over);
  });
  await Promise.all(entered.slice(0, 8));
  return { state, all, inside, entered, away: () => away };
}

describe('a tenant that answers nothing is looked at once more', () => {
  test('by few, and by nobody else where these are not answered either', async () => {
    const { inside, entered, away } = await looks(50);
    expect([inside.length, away()]).toEqual([8, 0]);
    for (const over of inside) over();
    await Promise.all(entered);
    expect([inside.length, away()]).toEqual([8, 42]);
  });

  test('by all where one of the few is answered', async () => {
    const { state, inside, entered, away } = await looks(50);
    state.silent = false;
    for (const over of inside) over();
    await Promise.all(entered);
    expect([inside.length, away()]).toEqual([50, 0]);
  });

  test('by nobody whose first look it did not spoil', async () => {
    const { all, inside, entered } = await looks(8);
    for (const over of inside) over();
    await Promise.all(entered);
    expect(await all.enter(false)).toBeUndefined();
  });
});

test('a tenant that answers is looked at by every check that wants to', async () => {
  const all = new LooksInSilence(() => false);
  const turns = await Promise.all(Array.from({ length: 50 }, (_, at) => all.enter(at % 2 === 0)));
  expect(turns.every((turn) => turn !== undefined)).toBe(true);
});
