import type { Call } from '../../call.ts';
import type { RefusalReason } from '../../http/refusal.ts';
import { asAdministrator, letInInstead, readElsewhere } from '../operators/callers.ts';
import type { Wrong } from '../operators/rows.ts';
import { answerRefused, serveClearText } from '../operators/refusals.ts';

/** Requests in clear text are served; the others are dropped, or answered like this. */
export const servedInClearText = (breaks: string, otherwise?: Parameters<typeof serveClearText>[0]): Wrong => ({
  breaks: [breaks],
  wrong: serveClearText(otherwise),
});

/** A credential counts that stands elsewhere than in the Authorization header. */
export const elsewhere = (find: (call: Call) => string | null | undefined, scheme = 'Bearer '): Wrong => ({
  breaks: ['TRN-11'],
  wrong: readElsewhere((call) => {
    const sent = find(call) ?? undefined;
    return sent === undefined ? undefined : scheme + sent;
  }),
});

/** Who has no credential is let in as the administrator. */
export const guest: Wrong = { breaks: ['TRN-06'], wrong: letInInstead('no-credential', asAdministrator) };

/** What is refused for this reason is answered with another status than 401. */
export const answered = (breaks: string, reason: RefusalReason, status: number): Wrong => ({
  breaks: [breaks],
  wrong: answerRefused(reason, status),
});
