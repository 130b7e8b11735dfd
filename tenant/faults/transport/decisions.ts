import type { RefusalReason } from '../../http/refusal.ts';
import { answerRefused } from '../operators/refusals.ts';
import type { Wrong } from '../operators/rows.ts';

/** Returns a decision: a call that is refused for this reason is answered with another status than 401. */
export const answered = (breaks: string, reason: RefusalReason, status: number): Wrong => ({
  breaks: [breaks],
  wrong: answerRefused(reason, status),
});
