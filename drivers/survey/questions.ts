import type { Disturbance } from '../../core/disturbance.ts';
import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { saysNothingIsThere } from '../../core/exchange.ts';
import type { Doing } from '../../core/run/weather.ts';
import { ownAnswers } from '../../core/run/weather.ts';
import { usualRules } from '../../core/run/weather-rules.ts';
import type { Serving } from '../../core/serving.ts';
import type { Step } from '../../core/steps.ts';
import { NothingToJudge, PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { Target } from '../session/target.ts';
import type { Scene } from '../world/scene.ts';

/** So many answers that are none of a listing or token path show that nothing is served there. */
const refusals = 3;
/** So many disturbed ones are too many to find out. */
const disturbances = 5;

/** Milliseconds between tries that are disturbed: what disturbs them may be over by then. Half a minute has to do for all. */
const pauses = [2000, 4000, 8000, 16_000];

/** The time that is given to what is disturbed. */
export class Patience {
  readonly #target: Target;
  readonly #pauses = pauses.values();

  constructor(target: Target) {
    this.#target = target;
  }

  async pause(): Promise<void> {
    const { value } = this.#pauses.next();
    if (value !== undefined && !this.#target.isDirect) await this.#target.realTime.pause(value);
  }
}

/** What an answer says: of one that was disturbed it cannot be told, unless it always is, and good ones beside it are not. */
export type Answered = 'served' | 'absent' | 'refused' | 'disturbed' | { readonly disturbance: Disturbance };

/** Something that is asked for, and what became of it so far. */
export interface Question {
  readonly path: string;
  /** Whether it was served; `disturbed` where that cannot be told from the answer. */
  readonly ask: (time: number) => Promise<Answered>;
  served: boolean;
  refused: number;
  disturbed: number;
  /** Whether something is there, although it refuses. */
  isThere: boolean;
  /** Whether its disturbed answers are the tenant's own. */
  isOwn: boolean;
}

/** Something to ask, which was not asked yet. */
export function question(path: string, ask: Question['ask']): Question {
  return { path, ask, served: false, refused: 0, disturbed: 0, isThere: false, isOwn: false };
}

/**
 * Asks all of them until each is served, or refused or disturbed often enough; changes have their time before that.
 *
 * @param lanes asked side by side: a tenant that lets each of them wait would take minutes. What may disturb each other
 *   stands in one lane, and is asked one after the other
 */
export async function settle(scene: Scene, patience: Patience, lanes: readonly (readonly Question[])[]): Promise<void> {
  const { realTime, isDirect } = scene.target;
  const questions = lanes.flat();
  const rounds: Doing[] = [];
  const stepOf = async (one: Question, began: number, said: Answered): Promise<Step> => {
    const disturbance = typeof said === 'object' ? said.disturbance : undefined;
    const contrast = disturbance === undefined ? undefined : await scene.contrastAfter(one.path);
    const resolved = disturbance === undefined;
    const key = String(questions.indexOf(one));
    return { key, endpoint: one.path, numbers: [], began, disturbance, resolved, final: false, contrast };
  };
  const round = async (): Promise<void> => {
    const steps: Step[] = [];
    const inTurn = async (lane: readonly Question[]): Promise<void> => {
      for (const one of lane.filter(isOpen)) {
        const began = realTime.now();
        const said = await one.ask(one.refused).catch(unclear);
        if (said === 'served') one.served = true;
        else if (said === 'disturbed' || typeof said === 'object') one.disturbed++;
        else one.refused++;
        one.isThere ||= said === 'refused';
        steps.push(await stepOf(one, began, said));
      }
    };
    await Promise.all(lanes.map(inTurn));
    rounds.push({ of: 0, steps, asIs: new Set() });
    const own = ownAnswers(rounds, isDirect ? { ...usualRules, spreadMs: 0 } : usualRules);
    // no limit of the rate is a finding of anything
    for (const { key, disturbance } of steps)
      if (own.has(key) && disturbance !== 'limited') Object.assign(questions[Number(key)] ?? {}, { isOwn: true });
  };
  await scene.settle(
    async () => {
      for (const one of questions) Object.assign(one, { refused: 0, isThere: false });
      await round();
    },
    () => questions.every(({ served }) => served),
  );
  while (questions.some(isOpen)) {
    if (questions.some(({ served: is, disturbed }) => !is && disturbed > 0)) await patience.pause();
    await round();
  }
}

const notAsked = [NothingToJudge, PremiseUnmet, TestBedTrouble, Unsupported];

/** What kept the suite from asking says nothing of the answer. */
export function unclear(reason: unknown): 'disturbed' {
  if (notAsked.some((kind) => reason instanceof kind)) return 'disturbed';
  throw reason;
}

function isOpen({ served, refused, disturbed }: Question): boolean {
  return !served && refused < refusals && disturbed < disturbances;
}

/** What became of it in the end. */
export function servingOf({ served, refused, isThere, isOwn }: Question): Serving {
  if (served) return 'served';
  if (isOwn) return 'refused';
  if (refused < refusals) return 'unclear';
  return isThere ? 'refused' : 'absent';
}

/** What an exchange says, by what the right answer looks like. */
export function answered(exchange: Exchange, isRight: (exchange: Exchange) => boolean): Answered {
  if (isRight(exchange)) return 'served';
  const status = exchange.response?.status ?? 0;
  if (isNowhere(status)) return 'absent';
  const disturbance = disturbanceOf(exchange);
  return disturbance === undefined ? 'refused' : { disturbance };
}

/** Whether a status says that nothing is there, or that the server knows nothing of it. */
export function isNowhere(status: number): boolean {
  return saysNothingIsThere(status) || status === 501;
}
