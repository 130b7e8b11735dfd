import { describe, expect, it } from 'vitest';
import type { Console } from '../../cli/console.ts';
import { progress } from '../../cli/run/progress.ts';
import type { CheckResult } from '../../core/result.ts';
import { failureOf, resultOf } from '../reports/runs.ts';

/** Returns the progress output of a run of `total` checks after the results of some of them. */
function progressOf(total: number, results: readonly CheckResult[], interactive = false): string {
  return progressInTime(total, results, { interactive });
}

/** Returns the same output of a run in which each check ends `secondsEach` seconds after the one before. */
function progressInTime(
  total: number,
  results: readonly CheckResult[],
  {
    interactive = false,
    secondsEach = 0,
    secondsBefore = 0,
    endsAfter,
  }: { interactive?: boolean; secondsEach?: number; secondsBefore?: number; endsAfter?: number },
): string {
  let out = '';
  let now = 5000;
  const console: Console = { out: (text) => (out += text), err: () => {}, interactive, color: false, columns: 80 };
  const { checkEnded, clear } = progress(console, total, false, {
    now: () => now,
    ...(endsAfter === undefined ? {} : { endsAt: now + 1000 * endsAfter }),
  });
  now += 1000 * secondsBefore;
  for (const result of results) {
    now += 1000 * secondsEach;
    checkEnded(result);
  }
  clear();
  return out;
}

const many = (count: number, of: (at: number) => CheckResult): CheckResult[] =>
  Array.from({ length: count }, (_, at) => of(at));
const passed = (at: number): CheckResult => resultOf(`delegated/${at}`, { 'DEL-01': 'passed' });
const broken = (at: number): CheckResult =>
  resultOf(`delegated/${at}`, { 'DEL-01': 'broken' }, { reason: 'the control failed' });

it('a log of few checks has a line for each', () => {
  expect(progressOf(2, [passed(1), broken(2)]).split('\n')).toEqual([
    'ok   delegated/1 (1 case, 2 exchanges)',
    'BRKN delegated/2 (1 case, 2 exchanges) - the control failed',
    '',
  ]);
});

it('a log of many checks has a count at intervals, and a line for each check that did not pass', () => {
  const failed = resultOf('delegated/x', { 'DEL-01': 'failed' });
  const lines = progressOf(400, [...many(200, passed), failed, ...many(199, passed)]).split('\n');
  expect(lines).toHaveLength(23);
  expect(lines[0]).toBe('     1 of 400 checks, 2 exchanges');
  expect(lines[1]).toBe('     20 of 400 checks, 40 exchanges');
  expect(lines[11]).toBe(
    'FAIL delegated/x (1 case, 2 exchanges) - DEL-01: presenting a spent refresh token was answered with 200',
  );
  expect(lines[21]).toBe('     400 of 400 checks, 800 exchanges, 1 failed');
});

it.each([true, false])(
  'one reason that keeps all checks from a verdict is printed once (terminal: %s)',
  (interactive) => {
    expect(progressOf(400, many(400, broken), interactive).match(/the control failed/g)).toHaveLength(1);
  },
);

it('text of a tenant does not control the terminal, and takes one line', () => {
  const failures = [failureOf('DEL-01', { observed: `answered \u001b[2J\nand ${'more '.repeat(200)}` })];
  const [line, ...others] = progressOf(1, [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })]).split('\n');
  expect(line).toContain(String.raw`answered \u001b[2J and more`);
  expect(line?.length).toBeLessThan(450);
  expect(others).toEqual(['']);
});

describe('the time left', () => {
  const lines = (given: Parameters<typeof progressInTime>[2]): string[] =>
    progressInTime(400, many(400, passed), given)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/, [\d,]+ exchanges/, '').trim());

  it('is in each line of a log after a tenth of the checks, and not in the last line', () => {
    expect(lines({ secondsEach: 1 }).slice(0, 4)).toEqual([
      '1 of 400 checks',
      '20 of 400 checks',
      '40 of 400 checks, about 6 min left',
      '60 of 400 checks, about 6 min left',
    ]);
    expect(lines({ secondsEach: 1 }).slice(-3)).toEqual([
      '360 of 400 checks, about 40 s left',
      '380 of 400 checks, about 20 s left',
      '400 of 400 checks',
    ]);
    expect(lines({ secondsEach: 60 })[10]).toBe('200 of 400 checks, about 3 h left');
  });

  it('is the rest of the time limit if the run has one', () => {
    expect(lines({ secondsEach: 1, endsAfter: 600 })[2]).toBe('40 of 400 checks, about 9 min left');
  });

  it('does not count the time before the first check ended, such as the survey', () => {
    expect(lines({ secondsEach: 1, secondsBefore: 300 })[2]).toBe('40 of 400 checks, about 6 min left');
    expect(lines({ secondsEach: 0, secondsBefore: 300 }).filter((line) => line.includes('left'))).toEqual([]);
  });

  it('is not guessed in the first seconds', () => {
    expect(lines({ secondsEach: 0.01 }).filter((line) => line.includes('left'))).toEqual([]);
  });

  it('is shown next to the bar of a terminal', () => {
    expect(progressInTime(40, many(20, passed), { interactive: true, secondsEach: 9 })).toContain('about 3 min left');
  });
});
