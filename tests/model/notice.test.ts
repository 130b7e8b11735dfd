import { expect, test } from 'vitest';
import type { Command, History } from '../../generators/history.ts';
import { written } from '../../generators/written.ts';
import { storiesCheck } from '../../specs/engines/standing.ts';
import { propagationSeconds, withTimeSkipped } from '../drivers/skipped-time.ts';

/** Plays commands at a tenant whose changes may be seen after five seconds. Returns the long pauses, in seconds. */
async function pausesIn(...commands: readonly Command[]): Promise<readonly number[]> {
  const look = { from: 0, count: 0 };
  const story: History = {
    users: 2,
    apps: 1,
    keyAges: [],
    opening: [],
    steps: commands.map((command) => ({ command, look })),
    presentations: [],
    population: { users: [], apps: [] },
  };
  const check = storiesCheck({
    id: 'lifecycle/a-made-up-story',
    title: 'A made-up story',
    proves: ['LIF-02'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'user.suspend'],
    keys: false,
    stories: [story],
  });
  // The story runs without drawn circumstances.
  const plain = { ...check, ...written([story]), about: () => [] };
  const { result, pauses } = await withTimeSkipped(plain, { runs: 1 });
  expect(result.verdict).toBe('passed');
  return pauses.filter((ms) => ms >= 1000).map((ms) => Math.round(ms / 1000));
}

test('only the user or app that a change concerns waits for it, and only once', async () => {
  const ask: Command = { do: 'askForToken', app: 0 };
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  expect(await pausesIn({ do: 'suspend', user: 1 }, ask, visit)).toEqual([]);
  const back: readonly Command[] = [
    { do: 'suspend', user: 0 },
    { do: 'unsuspend', user: 0 },
  ];
  expect(await pausesIn(...back, ask, visit, visit)).toEqual([propagationSeconds]);
});

test('a user who may be either served or refused does not wait', async () => {
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  expect(await pausesIn({ do: 'suspend', user: 0 }, visit)).toEqual([]);
});

test('an app token shows that the new secret of an app was noticed, and no further wait is needed', async () => {
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  const rotate: Command = { do: 'rotateSecret', app: 0 };
  expect(await pausesIn(visit, rotate, { do: 'exchange' })).toEqual([]);
});
