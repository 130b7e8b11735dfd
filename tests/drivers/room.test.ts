import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../drivers/client/garbage.ts';
import { Room } from '../../drivers/client/room.ts';

const settled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

describe('long answers', () => {
  test('are read a few at a time: the next one waits until one is read', async () => {
    const room = new Room({ longAtATime: 2 });
    const [leave] = [await room.enter(), await room.enter()];
    const third = room.enter();
    expect(await settled(third)).toBe(false);
    leave();
    leave();
    expect(await settled(third)).toBe(true);
    expect(await settled(room.enter())).toBe(false);
  });

  test('are cut off if too much is held already, and read again when it is released', async () => {
    const held: { answers: object[] } = { answers: [] };
    const room = new Room({ most: 1_000_000, collect: collectGarbage });
    for (let answer = 0; answer < 4; answer++) {
      held.answers.push({ answer });
      room.hold(held.answers.at(-1) ?? {}, 200_000, 2000);
    }
    await expect(room.enter()).rejects.toThrow('the suite holds no more than');
    held.answers = [];
    // Collecting garbage takes time, so not every attempt does it, and a busy process may need several collections.
    let tries = 0;
    const enter = (): Promise<unknown> => room.enter().catch((error: unknown) => (++tries < 160 ? enter() : error));
    expect(await enter()).toBeTypeOf('function');
  });

  test('leave their place also if they are cut off for lack of room', async () => {
    const answer = {};
    const room = new Room({ most: 1000, longAtATime: 1 });
    room.hold(answer, 2000, 1);
    for (let time = 0; time < 3; time++) await expect(room.enter()).rejects.toThrow('the suite holds');
    expect(answer).toEqual({});
  });
});
