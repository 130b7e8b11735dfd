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
 * For how long what was sent may be sent again and still say the same: as long as one likes; hardly, where the case lets
 * time go by on a movable clock; or as the caller reads from the clock, where time is real and a case that waited
 * cannot be done anew.
 */
export type Moment = 'any' | 'short' | 'real';

/** How a step is sent. */
export interface StepSending {
  readonly send: (request: RequestToSend) => Promise<Exchange>;
  /** Over a connection that was never used. */
  readonly sendAnew: (request: RequestToSend) => Promise<Exchange>;
  /** Makes good requests, right after a disturbed answer. */
  readonly contrast: () => Promise<Contrast>;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The longest that is waited where an answer asks for it. */
  readonly longestSeconds: number;
  /** The first answer counts as it is. */
  readonly isAsIs: boolean;
  /** What is good for one use can be had anew, by users and apps that the suite makes. */
  readonly isReplaceable: boolean;
  /** Nothing is between the suite and the tenant, so that pauses are of no use but where the tenant asks for them. */
  readonly isDirect: boolean;
  /** That the tenant answers nothing at all at this moment: then it is not sent again, and the case ends. */
  readonly silence: () => Silence | undefined;
  readonly moment: Moment;
}

/** Milliseconds before it is sent again, each time. */
const pauses = [100, 400, 1200];
/** What is limited is asked more often: it is the rate of others too that has to fall. */
const limitedTries = 7;
/** Five sendings in place over half a minute stand for five doings of a case that cannot be done anew. */
const standingPauses = [7_500, 7_500, 7_500, 7_500];
/** So long a moment lasts, in milliseconds, where it is short. */
const shortMoment = 2_000;
/** Connections that were closed at the moment of their use, one after another: a new one takes their place. */
const crossings = 2;
/** Its multiples lie evenly between whole numbers. */
const GOLDEN_SECTION = 0.618_034;

/**
 * Sends a request and, where the answer is disturbed and it may be sent again, sends it again in place. Takes down what
 * became of it.
 *
 * What is good for one use is sent again, too: where that brings tokens, no sending before it spent it. A refusal shows
 * nothing, since one of them may have.
 *
 * @returns the first answer that is not disturbed, or the first one where all are
 * @throws PremiseUnmet where no connection could be made at all, or the tenant answers no caller
 */
export async function sendStep(request: RequestToSend, sending: Sending, how: StepSending): Promise<Exchange> {
  const began = how.now();
  const first = await sentOver(request, sending, how);
  const disturbance = disturbanceOf(first);
  if (first.trouble?.kind === 'certificate') throw unreachable(first);
  if (disturbance === undefined) return first;
  sending.disturbed(disturbance);
  if (first.cutOff !== undefined) {
    // nothing follows from it, however often it comes
    sending.final();
    throw new PremiseUnmet(`the answer to ${request.method} ${pathOf(request.url)} was cut off: ${first.cutOff.limit}`);
  }
  if (how.isAsIs) return first;
  const last = canRepeat(first, request, sending, how) ? await again(request, first, sending, how) : first;
  const isWhole = disturbanceOf(last) === undefined;
  if (isWhole && isOfItsMoment(how.now() - began, how.moment)) sending.resolved();
  if (!isWhole) sending.contrasted(await how.contrast());
  if (last.trouble !== undefined && isUnreachable(last.trouble)) throw unreachable(last);
  // anything that comes after it in its case would only wait for what does not come
  const silence = isWhole ? undefined : how.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  // it is the first answer that may be found to be the tenant's own; a later one may be that of a gateway
  return isWhole ? last : first;
}

/** Where a kept connection was closed at that moment, the request goes over a new one: that is no disturbance. */
async function sentOver(request: RequestToSend, sending: Sending, { send, sendAnew }: StepSending): Promise<Exchange> {
  let exchange = await send(request);
  sending.by(exchange.number);
  if (!mayBeRepeated(request)) return exchange;
  for (let crossed = 0; crossed < crossings && exchange.trouble?.kind === 'kept-connection'; crossed++) {
    exchange = await sendAnew(request);
    sending.by(exchange.number);
  }
  return exchange;
}

/** Who limits the rate has not looked at the request, so that nothing was spent by it. */
function isHarmlessAfter(exchange: Exchange, request: RequestToSend): boolean {
  return mayBeRepeated(request) || disturbanceOf(exchange) === 'limited';
}

/**
 * Whether a request is sent again after a disturbed answer. Where the case has a connection of its own, which was closed,
 * the client opens another in its place: what is stated holds on each.
 */
function canRepeat(exchange: Exchange, request: RequestToSend, sending: Sending, how: StepSending): boolean {
  const isTimeOut = disturbanceOf(exchange) === 'time-out';
  return isHarmlessAfter(exchange, request) || (!isTimeOut && isTellable(request, sending, how));
}

/** Of several that were sent together, one that is sent again would come after the others. */
function isTellable(
  { method, body = '' }: RequestToSend,
  { isAlone }: Sending,
  { isReplaceable }: StepSending,
): boolean {
  const spends = ['authorization_code', 'refresh_token'].includes(grantIn(body) ?? '');
  return method === 'POST' && spends && isReplaceable && isAlone;
}

async function again(request: RequestToSend, first: Exchange, sending: Sending, how: StepSending): Promise<Exchange> {
  const stands = how.moment === 'real';
  let last = first;
  let alike = true;
  let mayBeSpent = false;
  for (let attempt = 0; ; attempt++) {
    if (how.silence() !== undefined) return last;
    const delay = canRepeat(last, request, sending, how) ? delayBefore(last, attempt, stands, how) : undefined;
    if (delay === undefined) break;
    if (delay > how.longestSeconds * 1000) {
      sending.final();
      return last;
    }
    if (delay > 0) await how.pause(delay);
    mayBeSpent ||= !isHarmlessAfter(last, request);
    last = await how.send({ ...request, note: noted(request.note) });
    sending.by(last.number);
    const disturbance = disturbanceOf(last);
    if (disturbance === undefined) return mayBeSpent && accessTokenIn(last) === undefined ? first : last;
    alike &&= disturbance === disturbanceOf(first);
  }
  if (stands && alike) sending.stood();
  return last;
}

/** Milliseconds to wait before it is sent again; undefined where it is not. */
function delayBefore(last: Exchange, attempt: number, stands: boolean, { isDirect }: StepSending): number | undefined {
  const asked = last.response && retryAfterIn(last.response.headers);
  if (disturbanceOf(last) === 'limited' || asked !== undefined) {
    if (attempt >= limitedTries) return undefined;
    // those that were put off together must not come back together every time, or but one gets through
    const spread = attempt > 1 ? 0.5 + ((last.number * GOLDEN_SECTION) % 1) : 1;
    const patience = 100 * 2 ** attempt * spread;
    return asked === undefined ? patience : Math.max(asked * 1000, attempt > 1 ? patience : 0);
  }
  return pauseBefore(attempt, isDirect, stands ? standingPauses : pauses);
}

/** Milliseconds to wait after a server error; undefined where it was asked often enough. */
export function pauseBefore(attempt: number, isDirect: boolean, all: readonly number[] = pauses): number | undefined {
  const pause = all[isDirect ? attempt * all.length : attempt];
  return isDirect && pause !== undefined ? 0 : pause;
}

/** Whether an answer that came so long after the first sending, in milliseconds, still says what that one would have said. */
export function isOfItsMoment(passed: number, moment: Moment): boolean {
  return moment !== 'short' || passed <= shortMoment;
}

function noted(note: string | undefined): string {
  return note === undefined ? 'sent again' : `${note} (sent again)`;
}

function unreachable({ trouble }: Exchange): PremiseUnmet {
  return new PremiseUnmet(`the tenant could not be reached: ${trouble?.message ?? 'no reason known'}`);
}
