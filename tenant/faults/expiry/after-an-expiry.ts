import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Delegation } from '../../state/model.ts';
import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** Whether a refresh token of the same user and app had expired unused when this was authorized. */
const followsAnExpiry = (call: Call, { appId, userId, createdAt }: Delegation): boolean =>
  call.tenant.state.refreshTokens
    .values()
    .some(
      ({ delegation, spentAt, countsFrom }) =>
        delegation.appId === appId &&
        delegation.userId === userId &&
        spentAt === undefined &&
        createdAt.getTime() - countsFrom.getTime() >= THIRTY_DAYS,
    );

/** What an authorization after an expiry does not bring. */
export const afterExpiryFaults: readonly Fault[] = [
  {
    id: 'expiry/no-refresh-token-after-an-expiry',
    breaks: ['EXP-16'],
    summary: 'What a user authorizes an app for whose refresh token has expired brings no refresh token.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const token = normal.exchangeCode(call, app, fields);
        if (isRefusal(token) || token.delegation === undefined || !followsAnExpiry(call, token.delegation))
          return token;
        const { refreshToken: _none, ...rest } = token;
        return rest;
      },
    }),
  },
  {
    id: 'expiry/one-refresh-after-an-expiry',
    breaks: ['EXP-16'],
    also: ['EXP-11'],
    summary: 'What a user authorizes an app for whose refresh token has expired can be refreshed once.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        token.predecessor !== undefined && followsAnExpiry(call, token.delegation)
          ? refusal('ended-grant', 'The authorization has ended.')
          : normal.refreshIsBarred(call, token),
    }),
  },
];
