import { PremiseUnmet } from '../../core/trouble.ts';
import type { Sending } from '../../core/steps.ts';
import type { Output } from '../control/operation.ts';
import type { StepSending } from './send-step.ts';
import { isOfItsMoment, pauseBefore } from './send-step.ts';

type Visit = Output<'browser.authorize'> & { readonly number: number };

/** How a visit is made. */
export type VisitSending = Omit<StepSending, 'send' | 'sendAnew' | 'longestSeconds' | 'isReplaceable'> & {
  readonly visit: () => Promise<Visit>;
};

/**
 * Sends a user's browser to the tenant. A browser that was shown an error of a gateway has not seen what the tenant would
 * have shown, and is sent there again: whoever has signed in or consented meanwhile is asked for that no more.
 *
 * @returns the first visit that ended at the tenant or beyond it, with all pages at which the user was asked for something;
 *   the first one where none did
 * @throws PremiseUnmet where nothing is answered by the tenant, whoever asks
 */
export async function visitStep(sending: Sending, how: VisitSending): Promise<Visit> {
  const began = how.now();
  const first = await how.visit();
  if (!isDisturbed(first)) return first;
  sending.disturbed(first.status === 429 ? 'limited' : 'server-error');
  if (how.isAsIs) return first;
  const prompts = new Set(first.prompts);
  for (let attempt = 0; how.silence() === undefined; attempt++) {
    const pause = pauseBefore(attempt, how.isDirect);
    if (pause === undefined) break;
    if (pause > 0) await how.pause(pause);
    const visit = await how.visit();
    for (const prompt of visit.prompts) prompts.add(prompt);
    if (isDisturbed(visit)) continue;
    if (isOfItsMoment(how.now() - began, how.moment)) sending.resolved();
    return { ...visit, prompts: [...prompts] };
  }
  sending.contrasted(await how.contrast());
  const silence = how.silence();
  if (silence !== undefined) throw new PremiseUnmet(silence.told);
  return first;
}

function isDisturbed({ status }: Visit): boolean {
  return status >= 500 || status === 429;
}
