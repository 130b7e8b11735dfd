import type { Disturbance } from '../../core/disturbance.ts';
import type { Sending } from '../../core/steps.ts';
import { PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { Journal } from '../../core/journal.ts';
import type { Input, Output } from '../control/operation.ts';
import type { StepSending } from './send-step.ts';
import { isOfItsMoment, pauseBefore } from './send-step.ts';

type Visit = Output<'browser.authorize'> & { readonly number: number };

/** Milliseconds after which a browser is sent no more: at a tenant that lets it wait, each visit would take as long. */
const longestMs = 5000;

/** How a visit is made. */
export type VisitSending = Omit<StepSending, 'send' | 'sendAnew' | 'longestSeconds' | 'isReplaceable'> & {
  /** @throws TestBedTrouble where the browser got no answer */
  readonly visit: () => Promise<Visit>;
  /** Whether the user has signed in before, in the session of the browser that is sent. */
  readonly hasSession: boolean;
};

/**
 * Sends a user's browser to the tenant. A browser that was shown an error of a gateway, or got no answer, has not seen what
 * the tenant would have shown, and is sent there again: a user who has signed in or consented meanwhile is asked for that
 * no more.
 *
 * @returns the first visit that ended at the tenant or beyond it, with all pages at which the user was asked for something;
 *   the first one where none did
 * @throws PremiseUnmet where the tenant answers no caller
 * @throws TestBedTrouble where the first one got no answer, and none after it tells what the user was asked for
 */
export async function visitStep(sending: Sending, how: VisitSending): Promise<Visit> {
  const began = how.now();
  const first = await attempted(how);
  const disturbance = disturbanceOf(first);
  if (disturbance === undefined) return whole(first);
  sending.disturbed(disturbance);
  if (how.isAsIs) return whole(first);
  const prompts = new Set<Visit['prompts'][number]>();
  let isLost = false;
  for (let attempt = 0, last = first; how.silence() === undefined; attempt++) {
    if (last instanceof TestBedTrouble) isLost = true;
    else for (const prompt of last.prompts) prompts.add(prompt);
    // a user may have signed in and consented in a visit that was lost: what is not asked again, may have been asked there
    const isTold = !isLost || (prompts.has('consent') && (prompts.has('signIn') || how.hasSession));
    if (disturbanceOf(last) === undefined && isTold) {
      if (isOfItsMoment(how.now() - began, how.moment)) sending.resolved();
      return { ...whole(last), prompts: [...prompts] };
    }
    const pause = pauseBefore(attempt, how.isDirect);
    if (pause === undefined || how.now() - began > longestMs) break;
    if (pause > 0) await how.pause(pause);
    last = await attempted(how);
  }
  if (disturbance !== 'control') sending.contrasted(await how.contrast());
  const silence = how.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  return whole(first);
}

/** A visit, or the trouble of one that may have arrived and was lost. */
async function attempted({ visit }: VisitSending): Promise<Visit | TestBedTrouble> {
  try {
    return await visit();
  } catch (error) {
    if (error instanceof TestBedTrouble && error.passing && !error.refusal) return error;
    throw error;
  }
}

function disturbanceOf(visit: Visit | TestBedTrouble): Disturbance | undefined {
  if (visit instanceof TestBedTrouble) return 'control';
  if (visit.status === 429) return 'limited';
  return visit.status >= 500 ? 'server-error' : undefined;
}

function whole(visit: Visit | TestBedTrouble): Visit {
  if (visit instanceof TestBedTrouble) throw visit;
  return visit;
}

/** Whether a browser came back to an app for this user before, so that the user has signed in. */
export function cameBack({ entries }: Journal, userId: string): boolean {
  return entries.some((entry) => {
    if (!('operation' in entry) || entry.operation !== 'browser.authorize') return false;
    const input = entry.input as Partial<Input<'browser.authorize'>>;
    const output = entry.output as Partial<Visit> | undefined;
    return input.userId === userId && typeof output?.location === 'string';
  });
}
