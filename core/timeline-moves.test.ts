import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';
import { Bench } from './timeline-bench.ts';

const noGrace = (): Promise<void> => Promise.resolve();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a check whose event came goes on, even if the clock cannot be moved', async () => {
  const heard = Promise.withResolvers<string>();
  const advance = async (): Promise<void> => {
    heard.resolve('a delivery');
    await turn();
    throw new Error('the control does not answer');
  };
  const timeline = new Timeline({ advance }, noGrace);
  timeline.expect(['one', 'two']);
  const [one, two] = [await timeline.open('one'), await timeline.open('two')];
  const ends = await Promise.allSettled([one.until(heard.promise, 5), two.elapse(5)]);
  expect(ends).toMatchObject([{ value: 'a delivery' }, { reason: { message: 'the control does not answer' } }]);
});

test('a check that was stopped ends before a long move does', async () => {
  const move = Promise.withResolvers<void>();
  const timeline = new Timeline({ advance: () => move.promise }, noGrace);
  const one = await timeline.open('one');
  const waiting = one.elapse(5).catch((reason: unknown) => reason);
  await turn();
  const stop = new AbortController();
  const opening = timeline.open('two', stop.signal);
  stop.abort(new Error('the run was stopped'));
  expect((await opening).ended.aborted).toBe(true);
  move.resolve();
  expect(await waiting).toBeUndefined();
});

test('the clock moves while a check that does not depend on it runs, and while its parts run', async () => {
  const bench = new Bench();
  const any = await bench.timeline.open('at any time', undefined, false);
  const timed = await bench.timeline.open('timed');
  const done = Promise.withResolvers<void>();
  const parts = any.together([() => done.promise, async (part) => expect(part.holdsClock).toBe(false)]);
  await timed.elapse(900);
  expect(bench.now).toBe(900);
  expect(bench.timeline.heldBy).toEqual(['timed', 'at any time/0']);
  done.resolve();
  await parts;
  for (const branch of [any, timed]) branch.close();
  expect(bench.timeline.heldBy).toEqual([]);
});
