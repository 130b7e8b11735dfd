import type { Disturbance } from '../disturbance.ts';
import { disturbanceOf } from '../disturbance.ts';
import type { Exchange } from '../exchange.ts';
import { inWords } from '../wording.ts';
import { usualRules } from './weather-rules.ts';

/**
 * A tenant that answers nothing at all. Whether a disturbed answer is the tenant's own is found out from other requests
 * that are served. If no request is served anywhere, for as long as the runs of a case would be spread, repeating a
 * case shows nothing more. This is known for the whole tenant, whichever check sent the requests.
 */

/** The requests to a tenant since its last answer. Plain data. */
export interface Unanswered {
  /** Time of the last answer, in milliseconds of the suite's clock; absent if the tenant never answered. */
  readonly answeredAt?: number;
  /** Times at which the first and the last of these requests were sent. */
  readonly first: number;
  readonly last: number;
  readonly requests: number;
  /** Number of these requests that got some answer: a server error, or an answer that was cut. */
  readonly answers: number;
}

/** Number of requests without an answer that is more than an accident of a few. */
const enoughRequests = 30;
/**
 * Longest time without requests, in milliseconds. After a longer one the count begins anew, unless there was a silence.
 */
const mostApartMs = 10_000;

export const nothingAsked: Unanswered = { first: 0, last: 0, requests: 0, answers: 0 };

/**
 * Returns the state after one more exchange that has ended.
 *
 * @param sent time at which its request was sent, in milliseconds of the suite's clock
 * @param now time at which it ended
 */
export function after(before: Unanswered, exchange: Exchange, sent: number, now: number): Unanswered {
  const disturbance = disturbanceOf(exchange);
  const isSpoiled = disturbance !== undefined && !showsThatTenantIsThere.has(disturbance);
  if (!isSpoiled) return { ...nothingAsked, answeredAt: now };
  // a request that was under way when an answer came says nothing about the time after that answer
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

/** Disturbances by a tenant that is there: it limits the rate, or sends more than the suite reads. */
const showsThatTenantIsThere: ReadonlySet<Disturbance> = new Set(['limited', 'cut-off']);

/** The statement that a tenant answers nothing. */
export interface Silence {
  /** The statement with the duration of the silence and the number of requests. */
  readonly told: string;
  /** The statement in words that are the same each time. */
  readonly cause: string;
}

/** Returns the silence of a tenant, by its unanswered requests; undefined if these are too few to say so. */
export function silenceIn(
  { first, last, requests, answers }: Unanswered,
  longEnoughMs: number = usualRules.spreadMs,
): Silence | undefined {
  if (requests < enoughRequests || last - first < longEnoughMs) return undefined;
  const cause = answers === 0 ? 'the tenant answered no request' : 'the tenant served no request';
  return { cause, told: inWords`${cause} for ${Math.round((last - first) / 1000)} s, in ${requests} requests` };
}
