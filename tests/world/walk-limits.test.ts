import { describe, expect, test } from 'vitest';
import { WalkLimits } from '../../drivers/world/walk-limits.ts';
import { answered, viewOf } from './answers.ts';

const room = { isFull: () => Promise.resolve(false) };

/** Follows a listing of `pages` pages. Returns the number of requested pages, and how the walk ended. */
async function follow(limits: WalkLimits, pages: number): Promise<{ asked: number; end: string }> {
  let asked = 0;
  const view = viewOf(
    (_token, call) => {
      asked = call + 1;
      return answered({ results: [], nextToken: asked < pages ? `to page ${asked + 1}` : '' });
    },
    {},
    limits,
  );
  const end = await view.then(
    (whole) => whole.end,
    (error: Error) => error.message,
  );
  return { asked, end };
}

describe('a walk through a listing', () => {
  test('reaches the end of a long listing each time', async () => {
    const limits = new WalkLimits(room, 1000);
    for (let time = 0; time < 5; time++) {
      expect(await follow(limits, 900)).toEqual({ asked: 900, end: 'whole' });
    }
  });

  test('is given up if the listing does not end', async () => {
    const { asked, end } = await follow(new WalkLimits(room), Infinity);
    expect([asked, end]).toEqual([2000, 'the suite follows no more than 2000 pages of a listing']);
  });

  test('is given up soon if many earlier walks did not reach an end', async () => {
    const limits = new WalkLimits(room, 3000);
    const asked: number[] = [];
    for (let time = 0; time < 4; time++) asked.push((await follow(limits, Infinity)).asked);
    expect(asked.slice(2)).toEqual([20, 20]);
    expect(asked[0]).toBe(2000);
    expect(await follow(limits, 15)).toEqual({ asked: 15, end: 'whole' });
  });

  test('goes twice as far as the longest complete one, also if others did not reach an end', async () => {
    const limits = new WalkLimits(room, 400);
    await follow(limits, 300);
    await follow(limits, Infinity);
    await follow(limits, Infinity);
    expect(await follow(limits, 600)).toEqual({ asked: 600, end: 'whole' });
  });

  test('is given up if the answers use all the memory that they may', async () => {
    let pages = 0;
    const { asked } = await follow(new WalkLimits({ isFull: () => Promise.resolve(++pages === 7) }), Infinity);
    expect(asked).toBe(7);
  });
});
