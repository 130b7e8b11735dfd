import { expect, test } from 'vitest';
import type { Command } from '../../generators/history.ts';
import { storyOf } from '../../generators/history.ts';
import { storiesCheck } from '../../specs/engines/standing.ts';
import { archive, askForToken, connect, deny, suspend, wait } from '../../specs/world/commands.ts';

const checkOf = (commands: readonly Command[], seconds: number) =>
  storiesCheck({
    id: 'expiry/an-example',
    title: 'An example',
    proves: ['EXP-01'],
    needs: [],
    keys: false,
    seconds,
    stories: [storyOf([], []), storyOf([askForToken], commands, { users: 1, apps: 1 })],
  });

test('a story whose waits take longer than may pass is refused with its number', () => {
  const mistake = 'expiry/an-example, story 2: its waits take 905 s, and only 900 s may pass';
  expect(() => checkOf([wait(890), wait(15)], 900)).toThrow(mistake);
  expect(() => checkOf([wait(890), wait(15)], 905)).not.toThrow();
});

test.for([archive(1), connect(1, 0), connect(0, 1)])('a story of somebody else is refused: %j', (command) => {
  expect(() => checkOf([suspend, command], 0)).toThrow('names somebody else than its users (1) and apps (1)');
});

test('a denial counts those of whom it tells something, not users', () => {
  expect(() => checkOf([deny(3)], 0)).not.toThrow();
});
