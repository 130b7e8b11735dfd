import { pathOf } from '../../core/behaviour.ts';
import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { retryAfterIn } from '../../core/retry-after.ts';
import type { Silence } from '../../core/run/silence.ts';
import type { Contrast, Sending } from '../../core/steps.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { RequestToSend } from '../client/client.ts';
import { mayBeRepeated } from '../client/repeatable.ts';
import { isUnreachable } from '../client/trouble.ts';
import { accessTokenIn } from './issued-tokens.ts';
import { grantIn } from './step-names.ts';

/**
 * How long a request may be sent again and still mean the same. `any`: without limit. `short`: hardly at all, because
 * the case lets time pass on a movable clock. `real`: as long as the caller decides by the clock, because time is real
 * and a case that waited cannot be done again.
 */
export type Moment = 'any' | 'short' | 'real';

/** The settings and functions with which a step is sent. */
export interface StepSending {
  readonly send: (request: RequestToSend) => Promise<Exchange>;
  /** Sends over a connection that was never used. */
  readonly sendAnew: (request: RequestToSend) => Promise<Exchange>;
  /** Sends good requests, right after a disturbed answer. */
  readonly contrast: () => Promise<Contrast>;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The longest wait before the next attempt, if an answer asks for one. */
  readonly longestSeconds: number;
  /** Whether the first answer counts as it is. */
  readonly isAsIs: boolean;
  /** Whether single-use values can be obtained again, with users and apps that the suite makes. */
  readonly isReplaceable: boolean;
  /** Whether nothing is between the suite and the tenant, so that pauses help only if the tenant asks for them. */
  readonly isDirect: boolean;
  /**
   * Returns the silence if the tenant answers no request at present. Then the request is not sent again, and the case
   * ends.
   */
  readonly silence: () => Silence | undefined;
  readonly moment: Moment;
}

/** Milliseconds before each further attempt. */
const pauses = [100, 400, 1200];
/**
 * Attempts after a rate limit. There are more of them than after other disturbances, because a rate limit ends only
 * when the load of all callers falls.
 */
const limitedTries = 7;
/**
 * Milliseconds before each further attempt in a case that cannot be done again: five attempts in place over half a
 * minute replace five doings of the case.
 */
const standingPauses = [7_500, 7_500, 7_500, 7_500];
/** Length of a `short` moment, in milliseconds. */
const shortMoment = 2_000;
/** How often a request goes over a new connection because the kept one was closed at the moment of its use. */
const mostNewConnections = 2;
/** The fractions of its multiples are spread evenly between 0 and 1. */
const GOLDEN_SECTION = 0.618_034;

/**
 * Sends a request. If the answer is disturbed and the request may be sent again, sends it again in place. Records the
 * outcome in `sending`.
 *
 * A request with a single-use value is sent again, too. If an answer brings tokens, no earlier attempt spent the value.
 * A refusal shows nothing, because an earlier attempt may have spent the value.
 *
 * @returns the first answer that is not disturbed, or the first answer if all are disturbed
 * @throws PremiseUnmet if no connection could be made at all, or the tenant answers no caller
 */
export async function sendStep(request: RequestToSend, sending: Sending, settings: StepSending): Promise<Exchange> {
  const began = settings.now();
  const first = await sendOverOpenConnection(request, sending, settings);
  const disturbance = disturbanceOf(first);
  if (first.trouble?.kind === 'certificate') throw unreachable(first);
  if (disturbance === undefined) return first;
  sending.disturbed(disturbance);
  if (first.cutOff !== undefined) {
    // the suite can conclude nothing from an answer that it cut off, however often the answer comes
    sending.final();
    throw new PremiseUnmet(`the answer to ${request.method} ${pathOf(request.url)} was cut off: ${first.cutOff.limit}`);
  }
  if (settings.isAsIs) return first;
  const last = canRepeat(first, request, sending, settings)
    ? await sendAgain(request, first, sending, settings)
    : first;
  const isWhole = disturbanceOf(last) === undefined;
  if (isWhole && isOfItsMoment(settings.now() - began, settings.moment)) sending.resolved();
  if (!isWhole) sending.contrasted(await settings.contrast());
  if (last.trouble !== undefined && isUnreachable(last.trouble)) throw unreachable(last);
  // any later step of the case would only wait for an answer that does not come
  const silence = isWhole ? undefined : settings.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  // the first answer may be found to be the tenant's own; a later one may come from a gateway
  return isWhole ? last : first;
}

/**
 * Sends a request. If the kept connection was closed at that moment, the request goes over a new connection. That is no
 * disturbance.
 */
async function sendOverOpenConnection(
  request: RequestToSend,
  sending: Sending,
  { send, sendAnew }: StepSending,
): Promise<Exchange> {
  let exchange = await send(request);
  sending.by(exchange.number);
  if (!mayBeRepeated(request)) return exchange;
  for (let replaced = 0; replaced < mostNewConnections && exchange.trouble?.kind === 'kept-connection'; replaced++) {
    exchange = await sendAnew({ ...request, ...request.anew?.() });
    sending.by(exchange.number);
  }
  return exchange;
}

/**
 * Reports whether it is harmless to send a request again after this answer. A server that limits the rate has not
 * processed the request, so the request spent nothing.
 */
function isHarmlessAfter(exchange: Exchange, request: RequestToSend): boolean {
  return mayBeRepeated(request) || disturbanceOf(exchange) === 'limited';
}

/**
 * Reports whether a request is sent again after a disturbed answer. If the case has a connection of its own that was
 * closed, the client opens another one instead, because the requirements apply to each connection.
 */
function canRepeat(exchange: Exchange, request: RequestToSend, sending: Sending, settings: StepSending): boolean {
  const isTimeOut = disturbanceOf(exchange) === 'time-out';
  return isHarmlessAfter(exchange, request) || (!isTimeOut && canTellIfSpent(request, sending, settings));
}

/**
 * Reports whether the next answer tells if a single-use value was spent. If several requests were sent together, a
 * request that is sent again would come after the others.
 */
function canTellIfSpent(
  { method, body = '' }: RequestToSend,
  { isAlone }: Sending,
  { isReplaceable }: StepSending,
): boolean {
  const spends = ['authorization_code', 'refresh_token'].includes(grantIn(body) ?? '');
  return method === 'POST' && spends && isReplaceable && isAlone;
}

async function sendAgain(
  request: RequestToSend,
  first: Exchange,
  sending: Sending,
  settings: StepSending,
): Promise<Exchange> {
  const stands = settings.moment === 'real';
  let last = first;
  let isSameEachTime = true;
  let mayBeSpent = false;
  for (let attempt = 0; ; attempt++) {
    if (settings.silence() !== undefined) return last;
    const delay = canRepeat(last, request, sending, settings)
      ? delayBefore(last, attempt, stands, settings)
      : undefined;
    if (delay === undefined) break;
    if (delay > settings.longestSeconds * 1000) {
      sending.final();
      return last;
    }
    if (delay > 0) await settings.pause(delay);
    mayBeSpent ||= !isHarmlessAfter(last, request);
    last = await settings.send({ ...request, ...request.anew?.(), note: noteOfRepetition(request.note) });
    sending.by(last.number);
    const disturbance = disturbanceOf(last);
    if (disturbance === undefined) return mayBeSpent && accessTokenIn(last) === undefined ? first : last;
    isSameEachTime &&= disturbance === disturbanceOf(first);
  }
  if (stands && isSameEachTime) sending.stood();
  return last;
}

/** Returns the milliseconds to wait before the next attempt; undefined if there is none. */
function delayBefore(last: Exchange, attempt: number, stands: boolean, { isDirect }: StepSending): number | undefined {
  const asked = last.response && retryAfterIn(last.response.headers);
  if (disturbanceOf(last) === 'limited' || asked !== undefined) {
    if (attempt >= limitedTries) return undefined;
    // callers that were delayed together must not return together each time, because then only one of them gets through
    const spread = attempt > 1 ? 0.5 + ((last.number * GOLDEN_SECTION) % 1) : 1;
    const patience = 100 * 2 ** attempt * spread;
    return asked === undefined ? patience : Math.max(asked * 1000, attempt > 1 ? patience : 0);
  }
  return pauseBefore(attempt, isDirect, stands ? standingPauses : pauses);
}

/** Returns the milliseconds to wait after a server error; undefined if the request was sent often enough. */
export function pauseBefore(attempt: number, isDirect: boolean, all: readonly number[] = pauses): number | undefined {
  const pause = all[isDirect ? attempt * all.length : attempt];
  return isDirect && pause !== undefined ? 0 : pause;
}

/**
 * Reports whether an answer that came `passed` milliseconds after the first attempt still means what the first answer
 * would have meant.
 */
export function isOfItsMoment(passed: number, moment: Moment): boolean {
  return moment !== 'short' || passed <= shortMoment;
}

function noteOfRepetition(note: string | undefined): string {
  return note === undefined ? 'sent again' : `${note} (sent again)`;
}

function unreachable({ trouble }: Exchange): PremiseUnmet {
  return new PremiseUnmet(`the tenant could not be reached: ${trouble?.message ?? 'no reason known'}`);
}
