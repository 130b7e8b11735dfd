import { styleText } from 'node:util';
import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { counted } from '../../reports/wording.ts';
import type { Console } from '../console.ts';

/** Tells how a run goes while it goes: one line that is drawn anew on a terminal, a line a check in a log. */
export interface Progress {
  readonly checkEnded: (result: CheckResult) => void;
  /** Takes the progress line away, so that something else can be printed. */
  readonly clear: () => void;
  /** Takes it away and keeps quiet, while somebody is asked something; gives back how to go on. */
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

export function progress(console: Console, total: number, quiet: boolean): Progress {
  const counts = new Map<Verdict, number>();
  let ended = 0;
  let exchanges = 0;
  let drawn = false;
  /** What ended while somebody was asked something. */
  let held: CheckResult[] | undefined;

  const clear = (): void => {
    if (drawn) console.out('\r\u001b[K');
    drawn = false;
  };
  const draw = (latest: string): void => {
    const width = 24;
    const full = Math.round((ended / Math.max(1, total)) * width);
    const bad = (['failed', 'warning', 'inconclusive', 'broken'] as const)
      .filter((verdict) => (counts.get(verdict) ?? 0) > 0)
      .map((verdict) => `${counts.get(verdict)} ${verdict}`);
    const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
    const text = ` ${bar} ${ended}/${total} checks, ${exchanges.toLocaleString('en')} exchanges${bad.length > 0 ? `, ${bad.join(', ')}` : ''}  ${latest}`;
    console.out(`\r\u001b[K${text.slice(0, console.columns - 1)}`);
    drawn = true;
  };

  const tell = (result: CheckResult): void => {
    ended++;
    exchanges += result.exchanges;
    counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1);
    if (quiet) return;
    const line = lineOf(result, console.color);
    if (!console.interactive) console.out(`${line}\n`);
    else {
      if (result.verdict !== 'passed' && result.verdict !== 'not-exercised') {
        clear();
        console.out(`${line}\n`);
      }
      draw(result.id);
    }
  };
  return {
    clear,
    checkEnded: (result) => {
      if (held === undefined) tell(result);
      else held.push(result);
    },
    hold: () => {
      clear();
      held ??= [];
      return () => {
        const waiting = held ?? [];
        held = undefined;
        for (const result of waiting) tell(result);
      };
    },
  };
}

function lineOf(result: CheckResult, color: boolean): string {
  const { mark, style } = marks[result.verdict];
  const shown = color ? styleText(style, mark, { validateStream: false }) : mark;
  const first = result.failures[0];
  const why = first === undefined ? result.reason : `${first.requirement}: ${first.subject} ${first.observed}`;
  const did = result.cases === 0 ? '' : ` (${counted(result.cases, 'case')}, ${counted(result.exchanges, 'exchange')})`;
  return `${shown} ${result.id}${did}${why === undefined || result.verdict === 'passed' ? '' : ` - ${why}`}`;
}
