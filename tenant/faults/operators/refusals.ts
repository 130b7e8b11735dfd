import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Answer } from '../../http/message.ts';
import { refusal, type Refusal, type RefusalReason } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Operator } from './operators.ts';
import { replaceIf } from './rules.ts';

/** Returns an operator that refuses a call for this reason before its credential is examined. */
export const refuseFirst =
  (reason: RefusalReason): Operator =>
  (when) =>
    replaceIf(
      'authenticate',
      (call) => when(call, {}),
      () => refusal(reason, 'The call cannot be answered.'),
    );

/** Returns an operator that answers refusals for this reason with another status. */
export const answerRefused =
  (reason: RefusalReason, status: number): Operator =>
  (when) =>
    replaceIf(
      'refusalStatus',
      (call, refused) => refused.refused === reason && when(call, {}),
      () => status,
    );

/** Returns an operator that answers refusals for this reason with the answer from `instead`. */
export const answerInstead =
  (reason: RefusalReason, instead: (call: Call) => Answer): Operator =>
  (when) =>
    replaceIf(
      'refuse',
      (call, refused) => refused.refused === reason && when(call, {}),
      (call) => instead(call),
    );

/** Returns an operator that sends these challenges with a 401 for one of these reasons, or for any if none is named. */
export const challenge =
  (challenges: readonly string[], ...reasons: readonly RefusalReason[]): Operator =>
  (when) =>
    replaceIf(
      'challenges',
      (call, refused) => (reasons.length === 0 || reasons.includes(refused.refused)) && when(call, {}),
      () => challenges,
    );

/** Returns an operator that changes the answer to a refused call if it is a 401. */
export const change401 =
  (change: (answer: Answer, call: Call, refused: Refusal, normal: Behaviour) => Answer): Operator =>
  (when) =>
  (normal) => ({
    refuse: (call, refused) => {
      const answer = normal.refuse(call, refused);
      return answer.status === 401 && when(call, {}) ? change(answer, call, refused, normal) : answer;
    },
  });

/** Returns a deviation that forgets such refresh tokens, and refuses all unknown ones as unknown_token. */
export const forgottenWhere =
  (isForgotten: (token: RefreshToken, call: Call) => boolean): Deviation =>
  (normal) => ({
    findRefreshToken: (call, value) => {
      const token = normal.findRefreshToken(call, value);
      return token !== undefined && isForgotten(token, call) ? undefined : token;
    },
    refusalCode: (call, refused) =>
      refused.refused === 'unknown-refresh-token' ? 'unknown_token' : normal.refusalCode(call, refused),
  });
