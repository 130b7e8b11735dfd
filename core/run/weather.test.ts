import { describe, expect, test } from 'vitest';
import type { Step } from '../steps.ts';
import type { Course, Doing } from './weather.ts';
import { courseOf, ownAnswers, remainingCourse } from './weather.ts';
import { usualRules } from './weather-rules.ts';

type Literal = Partial<Step> & Pick<Step, 'key'>;

const call = 'at first: GET /api/v2/entries 1';
const refresh = 'at first: POST /oauth/token (refresh_token) 1';

/** Returns a step that was answered, unless the literal says otherwise. */
function step(literal: Literal): Step {
  const disturbed = literal.disturbance !== undefined;
  const contrast = disturbed ? ('here' as const) : undefined;
  return {
    endpoint: 'GET /',
    numbers: [],
    began: 0,
    disturbance: undefined,
    resolved: !disturbed,
    final: false,
    contrast,
    ...literal,
  };
}

/** Returns doings of one case, or of the named cases. */
function doings(all: readonly (readonly Literal[])[], of: (index: number) => number = () => 0): Doing[] {
  return all.map((steps, index) => ({ of: of(index), steps: steps.map(step), asIs: new Set() }));
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const error: Literal = { key: call, disturbance: 'server-error' };

describe('a disturbed answer is the tenant’s own', () => {
  test('if it came in five doings of one case with a contrast that was served', () => {
    expect(ownAnswers(doings(times(4, [error])))).toEqual(new Set());
    expect(ownAnswers(doings(times(5, [error])))).toEqual(new Set([call]));
  });

  test('if it came in all cases so far, at least five', () => {
    expect(ownAnswers(doings(times(5, [error]), (index) => index))).toEqual(new Set([call]));
    const withException = [[{ key: call }], ...times(5, [error])];
    expect(ownAnswers(doings(withException, (index) => index))).toEqual(new Set());
  });

  test('if only one value causes it: five doings of that case, although others were served', () => {
    const others = times(3, [{ key: call }]);
    const all = doings([...others, ...times(5, [error])], (index) => (index < 3 ? index : 9));
    expect(ownAnswers(all)).toEqual(new Set([call]));
  });

  test('also if the second sending in place is served: only first sendings count', () => {
    expect(ownAnswers(doings(times(5, [{ ...error, resolved: true, contrast: undefined }])))).toEqual(new Set([call]));
  });

  test('not with one exception', () => {
    const all = [[error], [error], [{ key: call }], [error], [error]];
    expect(ownAnswers(doings(all))).toEqual(new Set());
  });

  test('not if no request was served right after one of them', () => {
    const all = [...times(4, [error]), [{ ...error, contrast: 'nowhere' as const }]];
    expect(ownAnswers(doings(all))).toEqual(new Set());
  });

  test('not if it was of several kinds', () => {
    const all = [...times(4, [error]), [{ ...error, disturbance: 'closed' as const }]];
    expect(ownAnswers(doings(all))).toEqual(new Set());
  });

  test.for(['time-out', 'kept-connection', 'cut-off', 'control'] as const)('never: %s', (disturbance) => {
    expect(ownAnswers(doings(times(5, [{ key: call, disturbance }])))).toEqual(new Set());
  });

  test.for(['closed', 'limited', 'server-error'] as const)('also: %s', (disturbance) => {
    expect(ownAnswers(doings(times(5, [{ key: call, disturbance }])))).toEqual(new Set([call]));
  });

  test('not by accidents at different steps', () => {
    const all = [call, refresh, 'a', 'b', 'c'].map((key) => [{ ...error, key }]);
    expect(ownAnswers(doings(all))).toEqual(new Set());
  });

  test.for([
    ['the same place was not served, but another one', { contrast: 'elsewhere' as const }, []],
    ['another request was disturbed in that time', {}, [{ key: refresh, disturbance: 'closed' as const }]],
  ] as const)('only over half a minute, if %s', ([, how, beside]) => {
    const over = (seconds: number): Doing[] =>
      doings(times(5, 0).map((_zero, index) => [{ ...error, ...how, began: index * seconds * 250 }, ...beside]));
    expect(ownAnswers(over(29)).has(call)).toBe(false);
    expect(ownAnswers(over(30)).has(call)).toBe(true);
  });

  test('if it stayed the same when it was sent again in place, for as long as five doings take', () => {
    expect(ownAnswers(doings([[{ ...error, stood: true }]]))).toEqual(new Set([call]));
  });
});

describe('a case', () => {
  const course = (all: readonly Doing[]) => courseOf(all, 0).course;

  test('that was not disturbed is judged', () => {
    expect(course(doings([[{ key: call }]]))).toEqual({ kind: 'judge', doing: 0 });
  });

  test('that was disturbed is repeated, at most five times', () => {
    const lost: Literal = { key: refresh, disturbance: 'closed', contrast: 'nowhere' };
    for (let count = 1; count < 5; count++) {
      expect(course(doings(times(count, [lost])))).toMatchObject({ kind: 'again' });
    }
    const told = 'the case was run 5 times and disturbed each time';
    expect(course(doings(times(5, [lost])))).toMatchObject({
      kind: 'unclear',
      reason: expect.stringContaining(told) as string,
    });
  });

  test('that is disturbed at a different step each time is repeated, at most ten times', () => {
    const lostAt = (place: number, disturbance: Literal['disturbance'] = 'server-error'): Literal[] => [
      { key: `${refresh} ${place}`, disturbance, contrast: 'here' },
    ];
    const places = Array.from({ length: 10 }, (_, place) => lostAt(place));
    for (let count = 1; count < 10; count++) {
      expect(course(doings(places.slice(0, count)))).toMatchObject({ kind: 'again' });
    }
    expect(course(doings(places))).toMatchObject({ kind: 'unclear' });
    // a case is not repeated if the disturbance takes long each time, or comes at the same step each time
    expect(course(doings([...places.slice(0, 4), lostAt(4, 'time-out')]))).toMatchObject({ kind: 'unclear' });
    const always: Literal = { key: call, disturbance: 'server-error', contrast: 'nowhere' };
    expect(course(doings(places.slice(0, 5).map((lost) => [...lost, always])))).toMatchObject({ kind: 'unclear' });
    // of several doings the whole one is judged
    expect(course(doings([...places.slice(0, 3), [{ key: call }], lostAt(4)]))).toEqual({ kind: 'judge', doing: 3 });
  });

  test('is not repeated if the tenant asks for a longer wait than the suite allows', () => {
    const limited: Literal = { key: call, disturbance: 'limited', final: true };
    expect(course(doings([[limited]]))).toMatchObject({ kind: 'unclear' });
  });

  test('whose answer came at the second sending is judged when another run shows that the first was no rule', () => {
    const first = doings([[{ ...error, resolved: true }]]);
    expect(course(first)).toMatchObject({ kind: 'again' });
    expect(course(doings([[{ ...error, resolved: true }], [{ key: call }]]))).toEqual({ kind: 'judge', doing: 1 });
    // the step that was disturbed the second time was answered the first time
    const elsewhere: Literal = { key: refresh, disturbance: 'server-error', resolved: true };
    expect(course(doings([[{ ...error, resolved: true }], [{ key: call }, elsewhere]]))).toMatchObject({
      kind: 'again',
    });
  });

  test('whose first answers are the tenant’s own is run once more to see them', () => {
    expect(course(doings(times(5, [{ ...error, resolved: true }])))).toEqual({ kind: 'as-is' });
    expect(course(doings(times(5, [error])))).toEqual({ kind: 'judge', doing: 4 });
  });

  test('is judged by its last whole doing if every doing was disturbed', () => {
    const kept: Literal = { key: call, disturbance: 'time-out', resolved: true };
    const lost: Literal = { key: refresh, disturbance: 'closed', contrast: 'nowhere' };
    expect(course(doings([[kept], ...times(4, [lost])]))).toEqual({ kind: 'judge', doing: 0 });
    expect(remainingCourse(doings([[lost]]), new Set())).toMatchObject({ kind: 'unclear' });
    expect(remainingCourse(doings([[lost]]), new Set([refresh]))).toEqual({ kind: 'judge', doing: 0 });
  });

  test('is not repeated if the tenant answers nothing, and says so; a whole doing is still judged', () => {
    const silence = { told: 'the tenant answered no request for 41 s, in 120 requests', cause: 'nothing' };
    const inSilence = (all: readonly Doing[]): Course => courseOf(all, 0, usualRules, silence).course;
    const lost: Literal = { key: call, disturbance: 'closed', contrast: 'nowhere', endpoint: 'GET /api/v2/entries' };
    expect(inSilence(doings([[lost]]))).toEqual({
      kind: 'unclear',
      reason: `${silence.told}: the case was run once and disturbed each time, the last time by a connection that was closed without an answer at GET /api/v2/entries`,
      silence,
    });
    const kept: Literal = { key: call, disturbance: 'time-out', resolved: true };
    expect(inSilence(doings([[kept], [lost]]))).toEqual({ kind: 'judge', doing: 0 });
    expect(inSilence(doings([[{ key: 'user.suspend 1', disturbance: 'control' }]]))).toMatchObject({ kind: 'again' });
    // an answer that was found to be the tenant's own stays so
    expect(inSilence(doings(times(5, [error])))).toEqual({ kind: 'judge', doing: 4 });
    expect(inSilence(doings(times(5, [{ ...error, resolved: true }])))).toEqual({ kind: 'as-is' });
  });

  test('waits longer before it is repeated if the doings have to be spread', () => {
    const alone = doings(times(3, [error]));
    const beside = doings(times(3, [error, { key: refresh, disturbance: 'closed' }]));
    const pause = (all: readonly Doing[]): number => {
      const { course: next } = courseOf(all, 1000);
      return next.kind === 'again' ? next.pauseMs : 0;
    };
    expect(pause(alone)).toBe(1000);
    expect(pause(beside)).toBeGreaterThan(10_000);
  });
});
