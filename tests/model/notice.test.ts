import { expect, test } from 'vitest';
import type { Command, History } from '../../generators/history.ts';
import { written } from '../../generators/written.ts';
import { storiesCheck } from '../../specs/engines/standing.ts';
import { propagationSeconds, withTimeSkipped } from '../drivers/skipped-time.ts';

/** Plays commands at a tenant whose changes may take five seconds to be seen; the long pauses that were made for that. */
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
  // in no circumstances but its own
  const plain = { ...check, ...written([story]), about: () => [] };
  const { result, pauses } = await withTimeSkipped(plain, { runs: 1 });
  expect(result.verdict).toBe('passed');
  return pauses.filter((ms) => ms >= 1000).map((ms) => Math.round(ms / 1000));
}

test('a change is waited for by whom it concerns, once, and by nobody else', async () => {
  const ask: Command = { do: 'askForToken', app: 0 };
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  expect(await pausesIn({ do: 'suspend', user: 1 }, ask, visit)).toEqual([]);
  const back: readonly Command[] = [
    { do: 'suspend', user: 0 },
    { do: 'unsuspend', user: 0 },
  ];
  expect(await pausesIn(...back, ask, visit, visit)).toEqual([propagationSeconds]);
});

test('nothing is waited for by a user who may be served and refused alike', async () => {
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  expect(await pausesIn({ do: 'suspend', user: 0 }, visit)).toEqual([]);
});

test('by a token for itself an app tells that its new secret was noticed, and no more is waited for', async () => {
  const visit: Command = { do: 'authorize', user: 0, app: 0 };
  const rotate: Command = { do: 'rotateSecret', app: 0 };
  expect(await pausesIn(visit, rotate, { do: 'exchange' })).toEqual([]);
});
