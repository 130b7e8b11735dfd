import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const noGrace = (): Promise<void> => Promise.resolve();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a clock that cannot be moved lets go on who heard what it waited for, all the same', async () => {
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

test('a move that takes long keeps no check that was stopped', async () => {
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
