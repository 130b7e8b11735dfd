import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Turns } from '../../drivers/session/turns.ts';
import type { CheckToRun } from '../../drivers/session/session.ts';

const shared = (id: string): CheckToRun => ({ id, needs: ['app'] });
const lonely = (id: string): CheckToRun => ({ id, needs: ['app', 'tenant-of-its-own'] });

test('checks that need the tenant alone run after all others have gone, one after another, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (scheduler, others, alone) => {
        const turns = new Turns();
        const first = Array.from({ length: others }, (_, at) => shared(`shared/${at}`));
        const then = Array.from({ length: alone }, (_, at) => lonely(`alone/${at}`));
        turns.expect([...first, ...then]);
        const there = new Set(first.map(({ id }) => id));
        const met: string[] = [];
        const checks = [
          ...then.map(async ({ id }) => {
            const leave = await turns.alone(undefined);
            met.push(...there);
            there.add(id);
            await scheduler.schedule(Promise.resolve(), id);
            there.delete(id);
            leave();
          }),
          ...first.map(async ({ id }) => {
            await scheduler.schedule(Promise.resolve(), id);
            there.delete(id);
            turns.gone(id);
          }),
        ];
        await scheduler.waitFor(Promise.all(checks));
        expect(met).toEqual([]);
      },
    ),
    { seed: 20261120, numRuns: 100 },
  );
});

test('no check waits for others after the run is stopped', async () => {
  const turns = new Turns();
  turns.expect([shared('shared/0'), lonely('alone/0'), lonely('alone/1')]);
  const stop = new AbortController();
  const both = Promise.all([turns.alone(stop.signal), turns.alone(stop.signal)]);
  stop.abort();
  expect(await both).toHaveLength(2);
  expect(await turns.alone(stop.signal)).toBeTypeOf('function');
});
