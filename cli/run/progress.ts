import { styleText } from 'node:util';
import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { visible } from '../../reports/visible.ts';
import { clipped, counted, verdictWords, workOf } from '../../reports/wording.ts';
import type { Console } from '../console.ts';

/**
 * Shows the progress of a run: one line that is redrawn on a terminal, a few lines in a log, and in both a line for
 * each check that ended badly.
 */
export interface Progress {
  readonly checkEnded: (result: CheckResult) => void;
  /** Removes the progress line, so that something else can be printed. */
  readonly clear: () => void;
  /** Removes the line and prints nothing while a person is asked something. Returns a function that goes on. */
  readonly hold: () => () => void;
}

const marks: Readonly<Record<Verdict, { readonly mark: string; readonly style: Parameters<typeof styleText>[0] }>> = {
  passed: { mark: 'ok  ', style: 'green' },
  failed: { mark: 'FAIL', style: ['red', 'bold'] },
  warning: { mark: 'warn', style: 'yellow' },
  broken: { mark: 'BRKN', style: 'magenta' },
  inconclusive: { mark: '??  ', style: 'magenta' },
  waived: { mark: 'wvd ', style: 'cyan' },
  'not-exercised': { mark: '-   ', style: 'dim' },
};

/** Maximum number of checks that a log shows one by one. With more checks, one line covers at least this many. */
const mostSingly = 20;
/** Maximum number of lines in a log, after the first, that only show how far the run is. */
const mostProgressLines = 20;
/** Maximum length of a reason, in characters. The whole reason is printed at the end. */
const longestWhy = 300;

/** The remaining time is shown after this share of the checks has ended and this many milliseconds have passed. */
const earliestShare = 0.1;
const earliestMs = 10_000;

/** The clock and the end of a run. */
export interface ProgressTime {
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  /** The moment at which the run has to end, by that clock; undefined if the run has no time limit. */
  readonly endsAt?: number;
}

export function progress(console: Console, total: number, quiet: boolean, time: ProgressTime): Progress {
  const began = time.now();
  /** When the first check ended. The time before this does not measure a check. */
  let firstEnded = began;
  const counts = new Map<Verdict, number>();
  let ended = 0;
  let exchanges = 0;
  let drawn = false;
  /** Results that came while a person was asked something. */
  let held: CheckResult[] | undefined;
  const singly = !console.interactive && total <= mostSingly;
  const progressLines = Math.min(mostProgressLines, Math.ceil(total / mostSingly));
  // the first line shows that the run goes on; the others come after equal numbers of checks
  const isTimeForSign = (): boolean =>
    ended === 1 || Math.floor((ended * progressLines) / total) > Math.floor(((ended - 1) * progressLines) / total);
  /** Causes that were already shown. A cause that keeps one check from a verdict may keep all of them. */
  const causes = new Set<string>();

  const clear = (): void => {
    if (drawn) console.out('\r\u001b[K');
    drawn = false;
  };
  /**
   * Returns how long the run still takes, as if the remaining checks took as long as the others; undefined at first.
   */
  const timeLeft = (): string | undefined => {
    const now = time.now();
    const spent = now - began;
    if (ended === total || ended < total * earliestShare || spent < earliestMs) return undefined;
    if (time.endsAt !== undefined) return `about ${roughly(Math.max(0, time.endsAt - now))} left`;
    const each = (now - firstEnded) / (ended - 1);
    return each > 0 ? `about ${roughly(each * (total - ended))} left` : undefined;
  };
  const soFar = (): string =>
    [
      `${ended} of ${total} checks`,
      `${exchanges.toLocaleString('en')} exchanges`,
      ...(['failed', 'warning', 'inconclusive', 'broken', 'not-exercised'] as const)
        .filter((verdict) => (counts.get(verdict) ?? 0) > 0)
        .map((verdict) => `${counts.get(verdict)} ${verdictWords[verdict]}`),
      ...[timeLeft()].filter((left) => left !== undefined),
    ].join(', ');
  const draw = (latest: string): void => {
    const width = 24;
    const full = Math.round((ended / Math.max(1, total)) * width);
    const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
    console.out(`\r\u001b[K${` ${bar} ${soFar()}  ${latest}`.slice(0, console.columns - 1)}`);
    drawn = true;
  };
  const endedBadly = ({ verdict, reason = '', cause = reason }: CheckResult): boolean => {
    if (verdict === 'passed' || verdict === 'not-exercised') return false;
    if (verdict !== 'broken' && verdict !== 'inconclusive') return true;
    const isNew = !causes.has(cause);
    causes.add(cause);
    return isNew;
  };

  const show = (result: CheckResult): void => {
    ended++;
    if (ended === 1) firstEnded = time.now();
    exchanges += result.exchanges;
    counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1);
    if (quiet) return;
    if (singly || endedBadly(result)) {
      clear();
      console.out(`${lineOf(result, console.color)}\n`);
    }
    if (console.interactive) draw(result.id);
    else if (!singly && isTimeForSign()) console.out(`     ${soFar()}\n`);
  };
  return {
    clear,
    checkEnded: (result) => {
      if (held === undefined) show(result);
      else held.push(result);
    },
    hold: () => {
      clear();
      held ??= [];
      return () => {
        const waiting = held ?? [];
        held = undefined;
        for (const result of waiting) show(result);
      };
    },
  };
}

/** Returns milliseconds as a text in one unit. */
function roughly(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 50) return `${Math.max(10, Math.ceil(seconds / 10) * 10)} s`;
  return seconds < 5400 ? `${Math.max(1, Math.round(seconds / 60))} min` : `${Math.round(seconds / 3600)} h`;
}

function lineOf(result: CheckResult, color: boolean): string {
  const { mark, style } = marks[result.verdict];
  const shown = color ? styleText(style, mark, { validateStream: false }) : mark;
  const first = result.failures[0];
  const why = first === undefined ? result.reason : `${first.requirement}: ${first.subject} ${first.observed}`;
  const did = result.cases === 0 ? '' : ` (${counted(result.cases, 'case')}, ${workOf(result)})`;
  return `${shown} ${result.id}${did}${why === undefined || result.verdict === 'passed' ? '' : ` - ${visible(clipped(why, longestWhy)).replaceAll('\n', ' ')}`}`;
}
