import { pathOf } from '../../core/behaviour.ts';
import type { Disturbance } from '../../core/disturbance.ts';
import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { retryAfterIn } from '../../core/retry-after.ts';
import type { Silence } from '../../core/run/silence.ts';
import type { Contrast, Sending } from '../../core/steps.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { RequestToSend } from '../client/client.ts';
import { mayBeRepeated } from '../client/repeatable.ts';
import { isUnreachable } from '../client/trouble.ts';

/**
 * For how long what was sent may be sent again and still say the same: as long as one likes; hardly, where the case lets
 * time go by on a movable clock; or as the caller reads from the clock, where time is real and a case that waited
 * cannot be done anew.
 */
export type Moment = 'any' | 'short' | 'real';

/** How a step is sent. */
export interface StepSending {
  readonly send: (request: RequestToSend) => Promise<Exchange>;
  /** Over a new connection; undefined where it has to be seen on the one that it is sent over. */
  readonly sendAnew: ((request: RequestToSend) => Promise<Exchange>) | undefined;
  /** Makes good requests, right after a disturbed answer. */
  readonly contrast: () => Promise<Contrast>;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The longest that is waited where an answer asks for it. */
  readonly longestSeconds: number;
  /** The first answer counts as it is. */
  readonly isAsIs: boolean;
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
 * Sends a request and, where the answer is disturbed and it may be sent again without harm, sends it again in place. Takes
 * down what became of it.
 *
 * @returns the first answer that is not disturbed, or the first one where all are
 * @throws PremiseUnmet where no connection could be made at all, or nothing is answered by the tenant, whoever asks
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
  const last =
    isHarmlessAfter(first, request) && canRepeat(disturbance, how) ? await again(request, first, sending, how) : first;
  const isWhole = disturbanceOf(last) === undefined;
  if (isWhole && (how.moment !== 'short' || how.now() - began <= shortMoment)) sending.resolved();
  if (!isWhole) sending.contrasted(await how.contrast());
  if (last.trouble !== undefined && isUnreachable(last.trouble)) throw unreachable(last);
  // whatever comes after it in its case would only wait for what does not come
  const silence = isWhole ? undefined : how.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  // it is the first answer that may be found to be the tenant's own; a later one may be that of a gateway
  return isWhole ? last : first;
}

/** Where a kept connection was closed at that moment, the request goes over a new one: that is no disturbance. */
async function sentOver(request: RequestToSend, sending: Sending, { send, sendAnew }: StepSending): Promise<Exchange> {
  let exchange = await send(request);
  sending.by(exchange.number);
  for (let crossed = 0; crossed < crossings && exchange.trouble?.kind === 'kept-connection'; crossed++) {
    if (sendAnew === undefined || !mayBeRepeated(request)) break;
    exchange = await sendAnew(request);
    sending.by(exchange.number);
  }
  return exchange;
}

/** Who limits the rate has not looked at the request, so that nothing was spent by it. */
function isHarmlessAfter(exchange: Exchange, request: RequestToSend): boolean {
  return mayBeRepeated(request) || disturbanceOf(exchange) === 'limited';
}

/** Over the connection on which something has to be seen, only what left it open can be sent again. */
function canRepeat(disturbance: Disturbance, { sendAnew }: StepSending): boolean {
  return sendAnew !== undefined || disturbance === 'limited' || disturbance === 'server-error';
}

async function again(request: RequestToSend, first: Exchange, sending: Sending, how: StepSending): Promise<Exchange> {
  const stands = how.moment === 'real';
  let last = first;
  let alike = true;
  for (let attempt = 0; ; attempt++) {
    if (how.silence() !== undefined) return last;
    const delay = isHarmlessAfter(last, request) ? delayBefore(last, attempt, stands, how) : undefined;
    if (delay === undefined) break;
    if (delay > how.longestSeconds * 1000) {
      sending.final();
      return last;
    }
    if (delay > 0) await how.pause(delay);
    last = await how.send({ ...request, note: noted(request.note) });
    sending.by(last.number);
    const disturbance = disturbanceOf(last);
    if (disturbance === undefined) return last;
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
  const delay = (stands ? standingPauses : pauses)[isDirect ? attempt * pauses.length : attempt];
  return isDirect && delay !== undefined ? 0 : delay;
}

function noted(note: string | undefined): string {
  return note === undefined ? 'sent again' : `${note} (sent again)`;
}

function unreachable({ trouble }: Exchange): PremiseUnmet {
  return new PremiseUnmet(`the tenant could not be reached: ${trouble?.message ?? 'no reason known'}`);
}
