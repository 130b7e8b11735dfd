import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../core/trouble.ts';
import type { Ended, Leave } from '../../drivers/client/in-flight.ts';
import { AdaptiveInFlight } from '../../drivers/client/in-flight.ts';

const seed = 20261120;
const most = 32;

/** Resolves when all work that does not wait for time has continued. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

interface Load {
  /** Milliseconds that an answer takes, by the number of requests that are under way or wait at the server. */
  readonly answers: (queue: number) => number;
  /** Number of callers that send at the same time. */
  readonly wanting: number;
  readonly requests: number;
  readonly ended?: (number: number) => Ended;
}

/** Sends requests to a server with these answer times, in simulated time. */
async function simulate(load: Load) {
  let now = 0;
  const inFlight = new AdaptiveInFlight({ most, now: () => now, alarm: () => new AbortController().signal });
  const coming: { readonly at: number; readonly leave: Leave; readonly number: number }[] = [];
  const limits: number[] = [];
  let sent = 0;
  let mostUnderWay = 0;
  const want = async (): Promise<void> => {
    const leave = await inFlight.enter();
    coming.push({ at: now + load.answers(coming.length), leave, number: sent++ });
    mostUnderWay = Math.max(mostUnderWay, coming.length);
  };
  for (let one = 0; one < load.wanting; one++) void want();
  await settled();
  for (let answered = 0; answered < load.requests; answered++) {
    coming.sort((one, other) => one.at - other.at);
    const next = coming.shift();
    if (next === undefined) throw new Error('nothing is under way');
    now = next.at;
    next.leave(load.ended?.(next.number) ?? { kind: 'GET 200', overloaded: false });
    void want();
    await settled();
    limits.push(inFlight.limit);
  }
  return { limits, mostUnderWay, ms: now };
}

describe('the number of requests under way', () => {
  test('settles at a few if one worker serves one after another, and keeps that worker busy', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 45, max: 800 }),
        fc.integer({ min: 8, max: 100 }),
        async (serviceMs, wanting) => {
          const { limits } = await simulate({
            answers: (queue) => (queue + 1) * serviceMs,
            wanting,
            requests: 200,
          });
          const later = limits.slice(50);
          expect(Math.max(...later)).toBeLessThanOrEqual(5);
          expect(Math.min(...later)).toBeGreaterThanOrEqual(2);
        },
      ),
      { seed, numRuns: 12 },
    );
  });

  test('grows to the maximum if the time of an answer does not depend on the load, far away or near', async () => {
    for (const ms of [1, 50, 400, 3000]) {
      const { limits } = await simulate({ answers: () => ms, wanting: 60, requests: 200 });
      expect(limits.at(-1)).toBe(most);
    }
  });

  test('grows if some kinds of answers take long', async () => {
    const { limits } = await simulate({
      answers: (queue) => (queue % 3 === 0 ? 900 : 20),
      wanting: 60,
      requests: 600,
      ended: (number) => ({ kind: number % 7 === 0 ? 'POST 200' : 'GET 200', overloaded: false }),
    });
    expect(limits.at(-1)).toBeGreaterThan(8);
  });

  test('is halved on overload, once for all requests sent before, and grows again by one a round', async () => {
    const { limits } = await simulate({
      answers: () => 50,
      wanting: 60,
      requests: 400,
      ended: (number) => ({ kind: 'GET 200', overloaded: number >= 200 && number < 205 }),
    });
    const lowest = Math.min(...limits.slice(190));
    expect(lowest).toBe(most / 2);
    expect(limits.at(-1)).toBeGreaterThan(lowest);
    expect(limits.at(-1)).toBeLessThanOrEqual(lowest + 12);
  });

  test('never exceeds the current limit or the maximum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 5, maxLength: 60 }), async (times) => {
        const { mostUnderWay, limits } = await simulate({
          answers: (queue) => times[queue % times.length] ?? 1,
          wanting: 80,
          requests: 150,
        });
        expect(mostUnderWay).toBeLessThanOrEqual(Math.max(4, ...limits));
        expect(mostUnderWay).toBeLessThanOrEqual(most);
      }),
      { seed, numRuns: 20 },
    );
  });
});

describe('a request that waits for a place', () => {
  const open = (alarms: AbortController[] = [], clock = { now: 0 }): AdaptiveInFlight =>
    new AdaptiveInFlight({
      most,
      now: () => clock.now,
      alarm: () => {
        const alarm = new AbortController();
        alarms.push(alarm);
        return alarm.signal;
      },
    });

  test('gets it in the order of arrival', async () => {
    const inFlight = open();
    const leaving = await Promise.all(Array.from({ length: 4 }, () => inFlight.enter()));
    const order: number[] = [];
    const waiting = Array.from({ length: 3 }, (_, index) => inFlight.enter().then(() => order.push(index)));
    await settled();
    expect(order).toEqual([]);
    for (const leave of leaving) leave();
    await Promise.all(waiting);
    expect(order).toEqual([0, 1, 2]);
  });

  test('gives up when its check ends, and the next request gets the place', async () => {
    const inFlight = open();
    const [leave] = await Promise.all(Array.from({ length: 4 }, () => inFlight.enter()));
    const stop = new AbortController();
    const given = inFlight.enter(stop.signal);
    const next = inFlight.enter();
    stop.abort();
    await expect(given).rejects.toThrow(Interrupted);
    leave?.();
    await next;
    await expect(inFlight.enter(AbortSignal.abort())).rejects.toThrow(Interrupted);
  });

  test('gets the place of a request that is not answered for seconds, up to a limit', async () => {
    const alarms: AbortController[] = [];
    const clock = { now: 0 };
    const inFlight = open(alarms, clock);
    let entered = 0;
    for (let one = 0; one < 40; one++) void inFlight.enter().then(() => entered++);
    await settled();
    expect(entered).toBe(4);
    for (let round = 0; round < 20; round++) {
      clock.now += 5000;
      for (const alarm of alarms.splice(0)) alarm.abort();
      await settled();
    }
    expect(entered).toBeGreaterThan(12);
    expect(entered).toBeLessThanOrEqual(20);
  });
});
