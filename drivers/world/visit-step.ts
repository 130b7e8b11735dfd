import type { Disturbance } from '../../core/disturbance.ts';
import type { Sending } from '../../core/steps.ts';
import { PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { Journal } from '../../core/journal.ts';
import type { Input, Output } from '../control/operation.ts';
import type { StepSending } from './send-step.ts';
import { isOfItsMoment, pauseBefore } from './send-step.ts';

type Visit = Output<'browser.authorize'> & { readonly number: number };

/**
 * Milliseconds after which the browser is not sent again: at a tenant that lets the browser wait, each visit would take
 * as long.
 */
const longestMs = 5000;

/** The settings and functions with which a visit is made. */
export type VisitSending = Omit<StepSending, 'send' | 'sendAnew' | 'longestSeconds' | 'isReplaceable'> & {
  /** @throws TestBedTrouble if the browser got no answer */
  readonly visit: () => Promise<Visit>;
  /** Whether the user has signed in before, in the session of the browser that is sent. */
  readonly hasSession: boolean;
};

/**
 * Sends a user's browser to the tenant. If the browser got a gateway's error or no answer, it has not seen the page
 * that the tenant would have shown, and is sent there again. A user who has signed in or consented meanwhile is not
 * asked for that again.
 *
 * @returns the first visit that ended at the tenant or beyond it, with all pages at which the user was asked to act;
 *   the first visit if none ended so
 * @throws PremiseUnmet if the tenant answers no caller
 * @throws TestBedTrouble if the first visit got no answer, and no later visit tells at which pages the user was asked
 *   to act
 */
export async function visitStep(sending: Sending, settings: VisitSending): Promise<Visit> {
  const began = settings.now();
  const first = await attemptVisit(settings);
  const disturbance = disturbanceOf(first);
  if (disturbance === undefined) return visitOrThrow(first);
  sending.disturbed(disturbance);
  if (settings.isAsIs) return visitOrThrow(first);
  const prompts = new Set<Visit['prompts'][number]>();
  let isLost = false;
  for (let attempt = 0, last = first; settings.silence() === undefined; attempt++) {
    if (last instanceof TestBedTrouble) isLost = true;
    else for (const prompt of last.prompts) prompts.add(prompt);
    // the user may have signed in and consented in a lost visit, so a page that is not shown again may have been shown
    // there
    const arePromptsKnown = !isLost || (prompts.has('consent') && (prompts.has('signIn') || settings.hasSession));
    if (disturbanceOf(last) === undefined && arePromptsKnown) {
      if (isOfItsMoment(settings.now() - began, settings.moment)) sending.resolved();
      return { ...visitOrThrow(last), prompts: [...prompts] };
    }
    const pause = pauseBefore(attempt, settings.isDirect);
    if (pause === undefined || settings.now() - began > longestMs) break;
    if (pause > 0) await settings.pause(pause);
    last = await attemptVisit(settings);
  }
  if (disturbance !== 'control') sending.contrasted(await settings.contrast());
  const silence = settings.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  return visitOrThrow(first);
}

/** Makes a visit; returns the trouble if the visit may have arrived and its answer was lost. */
async function attemptVisit({ visit }: VisitSending): Promise<Visit | TestBedTrouble> {
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

function visitOrThrow(visit: Visit | TestBedTrouble): Visit {
  if (visit instanceof TestBedTrouble) throw visit;
  return visit;
}

/** Reports whether a browser was sent back to an app for this user before, so that the user has signed in. */
export function cameBack({ entries }: Journal, userId: string): boolean {
  return entries.some((entry) => {
    if (!('operation' in entry) || entry.operation !== 'browser.authorize') return false;
    const input = entry.input as Partial<Input<'browser.authorize'>>;
    const output = entry.output as Partial<Visit> | undefined;
    return input.userId === userId && typeof output?.location === 'string';
  });
}
