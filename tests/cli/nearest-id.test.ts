import { describe, expect, it, test } from 'vitest';
import { hintFor, nearestId } from '../../cli/nearest-id.ts';
import { checks } from '../../specs/checks/index.ts';
import { inProcess } from './in-process.ts';

const known = [
  'transport/the-base-address-is-an-https-origin',
  'transport/a-401-carries-a-challenge',
  'transport/a-401-discloses-nothing',
  'delegated/a-spent-refresh-token-is-refused',
  'delegated/a-refresh-token-is-sent-once',
];

describe('the nearest id', () => {
  it.each([
    ['a profile with a letter missing', 'transprt/a-401-carries-a-challenge', 'transport/a-401-carries-a-challenge'],
    ['an id that was cut off in a mistyped profile', 'transprt/a-401-carr', 'transport/a-401-carries-a-challenge'],
    ['a name without its profile', 'a-401-carries-a-challenge', 'transport/a-401-carries-a-challenge'],
    ['the words of an id', 'delegated/spent-token-refused', 'delegated/a-spent-refresh-token-is-refused'],
    ['a name in another profile', 'transport/spent-refresh-token', 'delegated/a-spent-refresh-token-is-refused'],
    ['a word with a letter missing', 'delegated/spent-refresh-tokn', 'delegated/a-spent-refresh-token-is-refused'],
  ])('is found from %s', (_, found, nearest) => {
    expect(nearestId(found, known)).toBe(nearest);
  });

  it('is absent if no id is similar, and the example is from the profile that was meant', () => {
    expect(nearestId('delegatd/zzz', known)).toBeUndefined();
    expect(hintFor('delegatd/zzz', known)).toBe('expected one such as delegated/a-spent-refresh-token-is-refused');
  });

  it('is absent if no word of a short list is similar, and the error lists the words', () => {
    expect(hintFor('pdf', ['json', 'junit'])).toBe('expected one of json, junit');
  });

  it('of a check id with one letter left out is that id, for every thirtieth check', () => {
    const ids = checks.map(({ id }) => id);
    const some = ids.filter((_, at) => at % 30 === 0);
    const without = (id: string, at: number): string => id.slice(0, at) + id.slice(at + 1);
    expect(some.filter((id) => nearestId(without(id, 3), ids) !== id)).toEqual([]);
  });
});

test.each([
  [['run', '--check', 'transprt/a-401-carries'], /--check: .*did you mean transport\/a-401-carries-a-challenge\?/],
  [['run', '--check', 'transprt'], /--check: .*did you mean --profile transport\?/],
  [['plan', '--check', 'transprt/a-401-carries'], /--check: .*did you mean transport\/a-401-carries-a-challenge\?/],
  [['run', '--fault', 'transprt/no-challenge'], /--fault: .*did you mean transport\/no-challenge\?/],
  [['explain', 'transprt/a-401-carries'], /did you mean transport\/a-401-carries-a-challenge\?/],
])('%j names the nearest id', async (args, message) => {
  const { status, err } = await inProcess(args);
  expect(err).toMatch(message);
  expect(status).toBe(2);
});
