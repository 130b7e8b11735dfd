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

/** The number of answers that do not come from a listing or token path, after which nothing is served there. */
const enoughRefusals = 3;
/** The number of disturbed answers after which the suite gives up. */
const mostDisturbances = 5;

/**
 * Milliseconds between disturbed attempts: the disturbance may be over by then. Half a minute must be enough for all
 * attempts.
 */
const pauses = [2000, 4000, 8000, 16_000];

/** The time that the survey gives to disturbed questions. */
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

/**
 * The meaning of an answer. A disturbed answer has no meaning, unless it is always disturbed and good answers at the
 * same time are not.
 */
export type Answered = 'served' | 'absent' | 'refused' | 'disturbed' | { readonly disturbance: Disturbance };

/** A question to the tenant, and its results so far. */
export interface Question {
  readonly path: string;
  /** Asks, and returns whether the thing was served; `disturbed` if the answer does not show it. */
  readonly ask: (time: number) => Promise<Answered>;
  served: boolean;
  refused: number;
  disturbed: number;
  /** Whether there is something, although it refuses. */
  isThere: boolean;
  /** Whether its disturbed answers are the tenant's own. */
  isOwn: boolean;
}

/** Returns a question that has not been asked yet. */
export function question(path: string, ask: Question['ask']): Question {
  return { path, ask, served: false, refused: 0, disturbed: 0, isThere: false, isOwn: false };
}

/**
 * Asks all questions until each is served, or was refused or disturbed often enough. Before that, changes have their
 * time.
 *
 * @param lanes groups of questions that are asked in parallel, because a tenant that lets each question wait would take
 *   minutes. Questions that may disturb each other are in one lane, and are asked one after the other
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
    // a rate limit shows nothing about the thing that is asked for
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

const reasonsNotToAsk = [NothingToJudge, PremiseUnmet, TestBedTrouble, Unsupported];

/**
 * Returns `disturbed` for an error that kept the suite from asking, because the error says nothing about the answer.
 */
export function unclear(reason: unknown): 'disturbed' {
  if (reasonsNotToAsk.some((kind) => reason instanceof kind)) return 'disturbed';
  throw reason;
}

function isOpen({ served, refused, disturbed }: Question): boolean {
  return !served && refused < enoughRefusals && disturbed < mostDisturbances;
}

/** Returns the final result of a question. */
export function servingOf({ served, refused, isThere, isOwn }: Question): Serving {
  if (served) return 'served';
  if (isOwn) return 'refused';
  if (refused < enoughRefusals) return 'unclear';
  return isThere ? 'refused' : 'absent';
}

/** Returns the meaning of an exchange; `isRight` recognises the right answer. */
export function answered(exchange: Exchange, isRight: (exchange: Exchange) => boolean): Answered {
  if (isRight(exchange)) return 'served';
  const status = exchange.response?.status ?? 0;
  if (isNowhere(status)) return 'absent';
  const disturbance = disturbanceOf(exchange);
  return disturbance === undefined ? 'refused' : { disturbance };
}

/** Reports whether a status says that nothing is there, or that the server does not know the request. */
export function isNowhere(status: number): boolean {
  return saysNothingIsThere(status) || status === 501;
}
