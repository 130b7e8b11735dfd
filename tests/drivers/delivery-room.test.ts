import { describe, expect, test } from 'vitest';
import { DeliveryRoom } from '../../drivers/session/delivery-room.ts';

/** Returns a room, the cases that entered it so far, and a clock in milliseconds. */
function bench() {
  let now = 0;
  const room = new DeliveryRoom(() => now);
  const entered: object[] = [];
  const enter = (signal = new AbortController().signal): object => {
    const visitor = {};
    void room.enter(visitor, signal).then(() => !signal.aborted && entered.push(visitor));
    return visitor;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Reports deliveries one after the other, each `took` milliseconds after its cause. */
  const hear = (took: number, times = 1): void => {
    for (let time = 0; time < times; time++) {
      now += took;
      room.heard(now - took);
    }
  };
  return { room, entered, enter, settled, hear, at: () => now };
}

/** Returns a room for which two cases wait, and in which another case has begun to listen. */
async function benchWithListener() {
  const made = bench();
  const all = Array.from({ length: 14 }, () => made.enter());
  await made.settled();
  const listened = Promise.withResolvers<void>();
  const listening = made.room.whileListening(all[0] ?? {}, listened.promise);
  const stops = (): Promise<void> => {
    listened.resolve();
    return listening;
  };
  return { ...made, all, stops };
}

describe('room for cases that have webhooks', () => {
  test('is for a dozen, and for another case whenever one has left', async () => {
    const { room, entered, enter, settled } = bench();
    const all = Array.from({ length: 14 }, () => enter());
    await settled();
    expect(entered).toEqual(all.slice(0, 12));
    room.leave(all[0] ?? {});
    await settled();
    expect(entered).toEqual(all.slice(0, 13));
  });

  test('is passed over a case that ends while it waits', async () => {
    const { room, entered, enter, settled } = bench();
    const stopped = new AbortController();
    const all = Array.from({ length: 12 }, () => enter());
    enter(stopped.signal);
    const last = enter();
    await settled();
    stopped.abort();
    room.leave(all[0] ?? {});
    await settled();
    expect(entered).toEqual([...all, last]);
  });

  test('is waited for only once by each case', async () => {
    const { room, entered, enter, settled } = bench();
    const [one = {}] = Array.from({ length: 12 }, () => enter());
    await settled();
    await room.enter(one, new AbortController().signal);
    expect(entered).toHaveLength(12);
  });

  test('is given up by a case that only listens, and the case continues at once afterwards', async () => {
    const { room, entered, settled, all, stops } = await benchWithListener();
    await settled();
    expect(entered).toHaveLength(13);
    await stops();
    room.leave(all[1] ?? {});
    await settled();
    expect(entered).toHaveLength(13);
    room.leave(all[0] ?? {});
    await settled();
    expect(entered).toHaveLength(14);
  });

  test('is given up by at most two dozen cases', async () => {
    const { room, entered, enter, settled } = bench();
    const all = Array.from({ length: 60 }, () => enter());
    for (const one of all) {
      await settled();
      void room.whileListening(one, new Promise(() => {}));
    }
    await settled();
    expect(entered).toHaveLength(36);
  });

  test('is not handed on twice by a case that ends while it listens', async () => {
    const { room, entered, settled, all, stops } = await benchWithListener();
    room.leave(all[0] ?? {});
    await stops();
    await settled();
    expect(entered).toHaveLength(13);
  });

  test('shrinks when most deliveries are late, once for all that were awaited at the same time, and grows again', () => {
    const { room, hear, at } = bench();
    hear(20);
    const since = at();
    hear(3000);
    for (let time = 0; time < 20; time++) room.heard(since);
    expect(room.limit).toBe(8);
    hear(20, 12);
    expect(room.limit).toBe(9);
    hear(20, 100);
    expect(room.limit).toBe(12);
  });

  test('keeps its size if only some deliveries are late', () => {
    const { room, hear } = bench();
    for (let time = 0; time < 20; time++) {
      hear(20, 4);
      hear(3000);
    }
    expect(room.limit).toBe(12);
  });

  test('is not given up if deliveries are late', async () => {
    const { room, entered, enter, settled, hear } = bench();
    hear(20);
    hear(3000, 60);
    const all = Array.from({ length: 6 }, () => enter());
    await settled();
    void room.whileListening(all[0] ?? {}, new Promise(() => {}));
    await settled();
    expect(entered).toHaveLength(3);
  });

  test('is not taken for scarce if every delivery takes long', () => {
    const { room, hear } = bench();
    hear(2000, 20);
    expect(room.limit).toBe(12);
  });
});
