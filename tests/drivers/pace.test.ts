import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pacedAt } from '../../drivers/client/pace.ts';

test('the tenant sees at most the allowed number of requests a second, and no request waits longer than needed', async () => {
  const given = fc.record({
    perSecond: fc.constantFrom(1, 5, 10, 100),
    gaps: fc.array(fc.constantFrom(0, 0, 0, 1, 40, 99, 100, 101, 1500), { minLength: 1, maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ perSecond, gaps }) => {
      let now = 1000;
      const left: { readonly asked: number; readonly at: number }[] = [];
      const gap = 1000 / perSecond;
      const waiting: Promise<void>[] = [];
      let pausedUntil = 0;
      const pace = pacedAt(
        perSecond,
        () => now,
        async (ms) => {
          pausedUntil = now + ms;
        },
      );
      for (const between of gaps) {
        now += between;
        const asked = now;
        pausedUntil = now;
        const turn = pace.turn();
        left.push({ asked, at: pausedUntil });
        waiting.push(turn);
      }
      await Promise.all(waiting);
      for (const [index, { asked, at }] of left.entries()) {
        const before = left[index - 1]?.at ?? -Infinity;
        expect(at - before).toBeGreaterThanOrEqual(gap - 1e-6);
        expect(at).toBeCloseTo(Math.max(asked, before + gap), 6);
      }
    }),
    { seed: 20261120, numRuns: 100 },
  );
});

test('the wait for a turn ends when the check ends', async () => {
  const stop = new Error('the check has ended');
  const pace = pacedAt(
    1,
    () => 0,
    (_ms, signal) => (signal?.aborted === true ? Promise.reject(stop) : Promise.resolve()),
  );
  await pace.turn();
  await expect(pace.turn(AbortSignal.abort())).rejects.toBe(stop);
});
