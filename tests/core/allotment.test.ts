import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Allotment } from '../../core/run/allotment.ts';

const seed = 20261120;
const minute = 60_000;

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs checks in simulated time. Each check takes `caseMs` milliseconds for each case and does at most `wants` further
 * cases.
 */
async function dealt(
  checks: Readonly<Record<string, { caseMs: number; wants: number }>>,
  within: number,
  room: number,
) {
  let now = 0;
  const allotment = new Allotment(Object.keys(checks), {
    now: () => now,
    endsAt: within,
    within,
    beginners: 2,
    room: () => room,
  });
  const done = new Map(Object.keys(checks).map((id) => [id, 0]));
  const order: string[] = [];
  const coming: { readonly at: number; readonly end: () => void }[] = [];
  const open = new Set(Object.keys(checks));
  let mostUnderWay = 0;
  const run = async (id: string, { caseMs, wants }: { caseMs: number; wants: number }): Promise<void> => {
    for (let further = 0; further < wants; further++) {
      const turn = await allotment.mayGoOn(id);
      if (turn === undefined) break;
      order.push(id);
      await new Promise<void>((resolve) => {
        coming.push({ at: now + caseMs, end: resolve });
        mostUnderWay = Math.max(mostUnderWay, coming.length);
      });
      done.set(id, (done.get(id) ?? 0) + 1);
      turn();
    }
    allotment.over(id);
    open.delete(id);
  };
  const runs = Object.entries(checks).map(([id, one]) => run(id, one));
  await settled();
  while (open.size > 0) {
    coming.sort((one, other) => one.at - other.at);
    const next = coming.shift();
    if (next === undefined) throw new Error('checks wait, and nothing is under way');
    now = next.at;
    next.end();
    await settled();
  }
  await Promise.all(runs);
  return { done, order, mostUnderWay, ms: now };
}

test('a run whose further cases take turns ends in time, with no more cases under way than there is room for', async () => {
  const checks = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.record({ caseMs: fc.integer({ min: 10, max: 2000 }), wants: fc.nat(100) }),
    { minKeys: 1 },
  );
  await fc.assert(
    fc.asyncProperty(checks, fc.integer({ min: 1, max: 4 }), async (some, room) => {
      const { mostUnderWay, ms } = await dealt(some, minute, room);
      expect(mostUnderWay).toBeLessThanOrEqual(room);
      expect(ms).toBeLessThanOrEqual(minute);
    }),
    { seed, numRuns: 60 },
  );
});

test('further cases take turns: a check that wanted more than it got did as many as any other check', async () => {
  const wanted = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(100), { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(
      wanted,
      fc.integer({ min: 100, max: 2000 }),
      fc.integer({ min: 1, max: 4 }),
      async (some, caseMs, room) => {
        const checks = Object.fromEntries(Object.entries(some).map(([id, wants]) => [id, { caseMs, wants }]));
        const { done } = await dealt(checks, minute, room);
        const most = Math.max(...done.values());
        const cutShort = Object.entries(some).filter(([id, wants]) => (done.get(id) ?? 0) < wants);
        for (const [id] of cutShort) expect(done.get(id)).toBeGreaterThanOrEqual(most - 1);
        expect(most).toBeLessThanOrEqual(Math.max(...Object.values(some)));
      },
    ),
    { seed, numRuns: 60 },
  );
});

test('all wanted cases are done if there is time for them', async () => {
  const { done } = await dealt({ a: { caseMs: 10, wants: 5 }, b: { caseMs: 10, wants: 50 } }, minute, 2);
  expect(Object.fromEntries(done)).toEqual({ a: 5, b: 50 });
});

test('no check continues before each check has done its first cases or has ended', async () => {
  const allotment = new Allotment(['a', 'b', 'c'], {
    now: () => 0,
    endsAt: minute,
    within: minute,
    beginners: 2,
    room: () => 8,
  });
  const given: string[] = [];
  void allotment.mayGoOn('a').then(() => given.push('a'));
  void allotment.mayGoOn('b').then(() => given.push('b'));
  await settled();
  expect(given).toEqual([]);
  allotment.over('c');
  await settled();
  expect(given).toEqual(['a', 'b']);
});

test('no check waits for a turn when the time is over, and reds have some time left', async () => {
  let now = 0;
  const allotment = new Allotment(['a', 'b'], {
    now: () => now,
    endsAt: minute,
    within: minute,
    beginners: 2,
    room: () => 1,
  });
  const turn = allotment.mayGoOn('a');
  allotment.over('b');
  const next = allotment.mayGoOn('a');
  now = minute;
  (await turn)?.();
  expect(await next).toBeUndefined();
  expect(await allotment.mayGoOn('a')).toBeUndefined();
  expect(allotment.left).toBe(0);
  expect(allotment.leftForReds).toBeGreaterThan(0);
  expect(allotment.leftForReds).toBeLessThanOrEqual(30_000);
});
