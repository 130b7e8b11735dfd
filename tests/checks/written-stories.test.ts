import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asPlayed } from '../../generators/circumstances.ts';
import type { Command, History } from '../../generators/history.ts';
import { mistakeIn, storyOf } from '../../generators/history.ts';
import { checks } from '../../specs/checks/index.ts';
import { storiesCheck } from '../../specs/engines/standing.ts';
import { keepsEvidenceOf } from '../../specs/model/judging.ts';
import { playedIdeally, describeHistory } from '../../specs/model/event-wording.ts';
import type { Limits } from '../../specs/model/interpreter.ts';
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

test('a story whose waits are longer than the time that may pass is refused with its number', () => {
  const mistake = 'expiry/an-example, story 2: its waits take 905 s, and only 900 s may pass';
  expect(() => checkOf([wait(890), wait(15)], 900)).toThrow(mistake);
  expect(() => checkOf([wait(890), wait(15)], 905)).not.toThrow();
});

test.for([archive(1), connect(1, 0), connect(0, 1)])(
  'a story with an actor that it does not have is refused: %j',
  (command) => {
    expect(() => checkOf([suspend, command], 0)).toThrow('names an actor beyond its users (1) and apps (1)');
  },
);

test('the number of a denial may be larger than the number of users', () => {
  expect(() => checkOf([deny(3)], 0)).not.toThrow();
});

/**
 * Commands that may have no effect at a conforming tenant, because only a faulty tenant grants them in some stories.
 */
const presenting = new Set<Command['do']>([
  'use',
  'askForToken',
  'exchange',
  'exchangeAgain',
  'refresh',
  'presentEnded',
  'misuse',
]);

/** The stories of each check that has written stories: as they are written, and in drawn circumstances. */
const writtenStories = checks.flatMap(({ id, cases, casesAreWritten, maxCases = 0, needs, proves, maxSeconds = 0 }) => {
  if (cases === undefined || casesAreWritten !== true) return [];
  const told = fc.sample(cases, { numRuns: 20 * maxCases, seed: 1 }) as History[];
  if (told[0]?.plain === undefined) return [];
  const stories = [...new Map(told.map(({ plain }) => [JSON.stringify(plain), plain!])).values()];
  const judged = new Set<string>(proves) as Limits['judged'];
  return [
    { id, maxCases, stories, told, options: { seconds: maxSeconds, judged, keys: needs.includes('apiKey.create') } },
  ];
});

test.for(writtenStories)('no story of $id is written twice', ({ stories, maxCases }) => {
  expect(stories).toHaveLength(maxCases);
});

test.for(writtenStories)('each step of a story of $id has an effect at a conforming tenant', ({ stories, options }) => {
  const played = (story: History): string => JSON.stringify(playedIdeally(story, options).past);
  const idle = stories.flatMap((story) => {
    const whole = played(story);
    return story.steps.flatMap(({ command }, at) => {
      if (presenting.has(command.do)) return [];
      const without = { ...story, steps: story.steps.toSpliced(at, 1) };
      return played(without) === whole
        ? `${describeHistory(story, options).join('; ')}: ${JSON.stringify(command)}`
        : [];
    });
  });
  expect(idle).toEqual([]);
});

test.for(writtenStories)(
  'stories of $id are drawn with circumstances that keep everything that they show',
  ({ told, options }) => {
    // a fifth is enough to estimate the share, because the model plays each story several times
    const some = told.slice(0, told.length / 5);
    const showing = some.filter((one) => asPlayed(one, () => true, keepsEvidenceOf(one.plain!, options)) !== one.plain);
    expect(showing.length / some.length).toBeGreaterThan(0.4);
  },
);

test.for(writtenStories)('circumstances of $id name only actors that exist', ({ told, options: { seconds } }) => {
  expect(told.flatMap((one) => mistakeIn(one, seconds) ?? [])).toEqual([]);
});
