import type { Disturbance } from '../disturbance.ts';
import { disturbanceOf } from '../disturbance.ts';
import type { Exchange } from '../exchange.ts';
import { inWords } from '../wording.ts';
import { usualRules } from './weather-rules.ts';

/**
 * A tenant that answers nothing at all. Whether a disturbed answer is the tenant's own is found out by what is served
 * beside it, so where nothing is served anywhere, for as long as the doings of a case would be spread, doing a case anew
 * shows nothing more. This is known of the whole tenant, whichever check asked.
 */

/** What was asked of a tenant since it answered last. Plain data. */
export interface Unanswered {
  /** When it answered last, in milliseconds of the suite's clock; absent where it never did. */
  readonly answeredAt?: number;
  /** When the first and the last of these requests were sent. */
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  /** Of these, those that were not left without any answer: they got a server error, or one that was cut. */
  readonly answers: number;
}

/** So many requests without an answer are no accident of a few. */
const enoughRequests = 30;
/** Milliseconds: of a time in which nothing was asked for longer, nothing is known, unless a silence goes on after it. */
const mostApartMs = 10_000;

export const nothingAsked: Unanswered = { first: 0, last: 0, requests: 0, answers: 0 };

/**
 * What is known after one more exchange that has ended.
 *
 * @param sent when its request was sent, in milliseconds of the suite's clock
 * @param now when it ended
 */
export function after(before: Unanswered, exchange: Exchange, sent: number, now: number): Unanswered {
  const disturbance = disturbanceOf(exchange);
  const isSpoiled = disturbance !== undefined && !isAnswerAllTheSame.has(disturbance);
  if (!isSpoiled) return { ...nothingAsked, answeredAt: now };
  // what was under way already when an answer came tells nothing of the time after it
  if (sent < (before.answeredAt ?? -Infinity)) return before;
  const goesOn = silenceIn(before) !== undefined || (before.requests > 0 && sent - before.last <= mostApartMs);
  const { first, last, requests, answers } = goesOn ? before : { ...nothingAsked, first: sent, last: sent };
  return {
    ...before,
    first: Math.min(first, sent),
    last: Math.max(last, sent),
    requests: requests + 1,
    answers: answers + (exchange.response === undefined ? 0 : 1),
  };
}

/** Who limits the rate is there, and so is who says more than the suite reads. */
const isAnswerAllTheSame: ReadonlySet<Disturbance> = new Set(['limited', 'cut-off']);

/** That a tenant answers nothing. */
export interface Silence {
  /** For how long, and how often it was asked. */
  readonly told: string;
  /** The same in words that are the same whenever it is told. */
  readonly cause: string;
}

/** Whether a tenant answers nothing, by what was asked of it in vain; undefined where that is too little to say so. */
export function silenceIn(
  { first, last, requests, answers }: Unanswered,
  longEnoughMs: number = usualRules.spreadMs,
): Silence | undefined {
  if (requests < enoughRequests || last - first < longEnoughMs) return undefined;
  const cause = answers === 0 ? 'the tenant answered no request' : 'the tenant served no request';
  return { cause, told: inWords`${cause} for ${Math.round((last - first) / 1000)} s, in ${requests} requests` };
}
