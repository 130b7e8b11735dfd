import type { OpenScene } from '../../core/case.ts';
import type { CheckDefinition } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding } from '../../core/judgement.ts';
import type { CheckResult } from '../../core/result.ts';
import type { CheckHost, RunOptions } from '../../core/run-check.ts';
import { runCheck } from '../../core/run-check.ts';

/** A scene that does nothing but record exchanges that a test makes up. */
export class MadeUpScene {
  readonly journal: Journal;
  readonly opened: number;

  constructor(journal: Journal, opened: number) {
    this.journal = journal;
    this.opened = opened;
  }

  exchange(status: number | 'no answer', body = ''): Exchange {
    const exchange: Exchange = {
      number: this.journal.number(),
      at: 0,
      ms: 1,
      request: { method: 'GET', url: 'https://tenant.example/', headers: {} },
      ...(status === 'no answer'
        ? { trouble: { kind: 'closed', message: 'the connection was closed' } }
        : { response: { status, headers: {}, body } }),
    };
    this.journal.record(exchange);
    return exchange;
  }
}

export type MadeUpCheck<Stage, Case, Seen> = CheckDefinition<string, string, string, MadeUpScene, Stage, Case, Seen>;

export interface Bench {
  readonly missing?: string;
  readonly elsewhere?: string;
  readonly timeIsFree?: boolean;
  readonly arrangementLasts?: number;
  readonly casesAtATime?: number;
  readonly patience?: NonNullable<CheckHost<string, MadeUpScene>['patience']>;
}

/** Runs a made-up check; counts what was opened and closed, and how often it was looked again. */
export async function run<Stage, Case, Seen>(
  parts: Partial<MadeUpCheck<Stage, Case, Seen>> & Pick<MadeUpCheck<Stage, Case, Seen>, 'gather' | 'judge'>,
  bench: Bench = {},
  options: Partial<RunOptions> = {},
): Promise<CheckResult & { readonly opened: number; readonly closed: number; readonly looks: number }> {
  const count = { opened: 0, closed: 0, looks: 0 };
  const open: OpenScene<MadeUpScene> = (journal) => {
    const scene = new MadeUpScene(journal, ++count.opened);
    return Promise.resolve({
      scene,
      close: async () => {
        count.closed++;
      },
    });
  };
  const host: CheckHost<string, MadeUpScene> = {
    missing: () => bench.missing,
    open,
    together: (parts) => Promise.all(parts.map((part) => part(open))),
    timeIsFree: bench.timeIsFree ?? true,
    ...(bench.arrangementLasts === undefined ? {} : { arrangementLasts: bench.arrangementLasts }),
    ...(bench.casesAtATime === undefined ? {} : { casesAtATime: bench.casesAtATime }),
    ...(bench.patience === undefined ? {} : { patience: bench.patience }),
    lookAgain: async () => {
      count.looks++;
      return bench.elsewhere;
    },
  };
  let clock = 0;
  const check: MadeUpCheck<Stage, Case, Seen> = {
    id: 'made-up/check',
    title: 'A check that was made up',
    proves: ['REQ-01'],
    needs: [],
    ...parts,
  };
  const result = await runCheck<string, MadeUpScene>(check, host, {
    runs: 50,
    seed: 7,
    basisOf: (requirement) => (requirement.startsWith('DER') ? 'derived' : 'stated'),
    now: () => ++clock,
    shrinkMs: 100_000,
    searchMs: 100_000,
    ...options,
  });
  return { ...result, ...count };
}

export const wrong = (requirement = 'REQ-01', exchange?: Exchange): Judgement =>
  finding(requirement, 'the answer', 'was wrong', 'the right one', exchange);
