import type { CheckDefinition } from '../../core/check.ts';
import type { Disturbance } from '../../core/disturbance.ts';
import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding } from '../../core/judgement.ts';
import type { CheckResult } from '../../core/result.ts';
import type { CheckHost, RunOptions } from '../../core/run/run-check.ts';
import type { Contrast } from '../../core/steps.ts';
import { runCheck } from '../../core/run/run-check.ts';
import type { Manner, OpenScene } from '../../core/run/manner.ts';

/** A scene that only records exchanges that a test makes up. */
export class MadeUpScene {
  readonly journal: Journal;
  readonly opened: number;
  /** The answer to a good request directly after a disturbed one. */
  contrast: Contrast = 'here';
  readonly manner: Manner;
  /** The time at which its steps begin, in milliseconds. */
  began = 0;

  constructor(journal: Journal, opened: number, manner: Manner) {
    this.journal = journal;
    this.manner = manner;
    this.opened = opened;
  }

  /** Records a disturbed step that is not an exchange. */
  disturbed(by: Disturbance): void {
    const sending = this.journal.steps.begin(by, by, this.began);
    sending.disturbed(by);
    sending.ended();
  }

  /** @param step the name of the step, which is the same in each doing of the case */
  exchange(status: number | 'no answer', body = '', step = 'GET /'): Exchange {
    const sending = this.journal.steps.begin(step, 'GET /', this.began);
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
    const disturbance = disturbanceOf(exchange);
    sending.by(exchange.number);
    if (disturbance !== undefined) {
      sending.disturbed(disturbance);
      sending.contrasted(this.contrast);
    }
    sending.ended();
    return exchange;
  }
}

export type MadeUpCheck<Stage, Case, Seen extends {} | null> = CheckDefinition<
  string,
  string,
  string,
  MadeUpScene,
  Stage,
  Case,
  Seen
>;

export interface Bench {
  readonly missing?: string;
  readonly pause?: (ms: number) => Promise<void>;
  readonly controlMayFail?: boolean;
  readonly timeIsFree?: boolean;
  readonly arrangementLifetime?: number;
  readonly casesAtATime?: number;
  readonly patience?: NonNullable<CheckHost<string, MadeUpScene>['patience']>;
  readonly silence?: NonNullable<CheckHost<string, MadeUpScene>['silence']>;
  readonly badValueIn?: NonNullable<CheckHost<string, MadeUpScene>['badValueIn']>;
  /** Opens scenes and runs parts. Without it, the target has room for all of them at once. */
  readonly placed?: (
    open: OpenScene<MadeUpScene>,
  ) => Pick<CheckHost<string, MadeUpScene>, 'open' | 'aside' | 'together'>;
  /** Called with the number of each scene that is closed. */
  readonly closes?: (opened: number) => void;
}

/** The usual parts of a patience: nothing is presumed, and it is known how long changes take. */
export const presumingNothing = { mayPresume: false, presumed: false, presumeNothing: () => {} } as const;
export const isKnown = { mayBeSlow: false, recordCarefulLook: () => {} } as const;

/** Runs a made-up check and counts the scenes that were opened and closed. */
export async function run<Stage, Case, Seen extends {} | null>(
  parts: Partial<MadeUpCheck<Stage, Case, Seen>> & Pick<MadeUpCheck<Stage, Case, Seen>, 'gather' | 'judge'>,
  bench: Bench = {},
  options: Partial<RunOptions> = {},
): Promise<CheckResult & { readonly opened: number; readonly openedInParts: number; readonly closed: number }> {
  const count = { opened: 0, openedInParts: 0, closed: 0 };
  const open: OpenScene<MadeUpScene> = (journal, manner = {}) => {
    const scene = new MadeUpScene(journal, ++count.opened, manner);
    return Promise.resolve({
      scene,
      close: async () => {
        count.closed++;
        bench.closes?.(scene.opened);
      },
    });
  };
  const place = { open, ...(bench.pause === undefined ? {} : { pause: bench.pause }) };
  const host: CheckHost<string, MadeUpScene> = {
    ...place,
    missing: () => (bench.missing === undefined ? undefined : { reason: bench.missing }),
    together: async (parts) => {
      const openInPart: typeof open = (journal, manner) => {
        count.openedInParts++;
        return open(journal, manner);
      };
      const ended = await Promise.all(parts.map((part) => part({ ...place, open: openInPart })));
      options.signal?.throwIfAborted(); // as a branch of the timeline does
      return ended;
    },
    ...bench.placed?.(open),
    timeIsFree: bench.timeIsFree ?? true,
    ...(bench.arrangementLifetime === undefined ? {} : { arrangementLifetime: bench.arrangementLifetime }),
    ...(bench.casesAtATime === undefined ? {} : { casesAtATime: bench.casesAtATime }),
    ...(bench.patience === undefined ? {} : { patience: bench.patience }),
    ...(bench.silence === undefined ? {} : { silence: bench.silence }),
    ...(bench.badValueIn === undefined ? {} : { badValueIn: bench.badValueIn }),
    isDirect: bench.pause === undefined,
    ...(bench.controlMayFail === undefined ? {} : { controlMayFail: bench.controlMayFail }),
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
