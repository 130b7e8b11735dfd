import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import { formOf, refreshTokenIn } from '../calls.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { secondsSince } from './ages.ts';
import { breaking } from './rows.ts';

/** Faults that refuse spent refresh tokens with a wrong error. */
export const refusalOfSpentFaults: readonly Fault[] = [
  ...breaking(
    'DEL-44',
    {
      'spent-tokens-presented-at-once-are-a-conflict': [
        (normal) => {
          const underWay = new Map<string, number>();
          const valueOf = (call: Call): string => formOf(call).get('refresh_token') ?? '';
          return {
            prepareTokenRequest: (call) => {
              const value = valueOf(call);
              const token = normal.findRefreshToken(call, value);
              if (token?.spentAt === undefined) return normal.prepareTokenRequest(call);
              underWay.set(value, (underWay.get(value) ?? 0) + 1);
              return setTimeout(3);
            },
            decideTokenRequest: (call) => {
              const value = valueOf(call);
              const count = underWay.get(value) ?? 0;
              if (count > 0) underWay.set(value, count - 1);
              return count > 1 ? refusal('too-many-requests', 'Try again.') : normal.decideTokenRequest(call);
            },
            refusalStatus: (call, refused) =>
              refused.refused === 'too-many-requests' ? 409 : normal.refusalStatus(call, refused),
          };
        },
        'If a spent refresh token is presented several times at once, it is refused as a conflict.',
      ],
      'spent-tokens-are-swept-after-twenty-days': [
        (normal) => ({
          refusalCode: (call, refused) => {
            const spentAt = refused.refused === 'spent-refresh-token' ? refreshTokenIn(call)?.spentAt : undefined;
            return spentAt !== undefined && call.now.getTime() - spentAt.getTime() >= 20 * DAY
              ? 'unknown_token'
              : normal.refusalCode(call, refused);
          },
        }),
        'Twenty days after its use a spent refresh token is refused as unknown_token.',
        ['DEL-45'],
      ],
      'a-new-authorization-forgets-what-was-spent': [
        (normal) => ({
          refusalCode: (call, refused) => {
            const code = normal.refusalCode(call, refused);
            if (refused.refused !== 'spent-refresh-token') return code;
            const form = normal.readForm(call);
            const value = isRefusal(form) ? undefined : form.find(([name]) => name === 'refresh_token')?.[1];
            const token = normal.findRefreshToken(call, value ?? '');
            const newer = call.tenant.state.delegations.some(
              (each) =>
                each.userId === token?.delegation.userId &&
                each.appId === token.delegation.appId &&
                each.createdAt > (token.spentAt ?? call.now),
            );
            return newer ? 'unknown_token' : code;
          },
        }),
        'When a user authorizes an app again, refresh tokens that were spent before are refused as unknown_token.',
      ],
      'spent-tokens-that-others-presented-are-blocked': [
        (normal) => {
          const blocked = new Set<RefreshToken>();
          return {
            refusalCode: (call, refused) => {
              const code = normal.refusalCode(call, refused);
              const form = normal.readForm(call);
              const sent = new Map(isRefusal(form) ? [] : form);
              const token = normal.findRefreshToken(call, sent.get('refresh_token') ?? '');
              if (token === undefined) return code;
              const app = normal.findClient(call, sent.get('client_id') ?? '');
              if (app?.id !== token.delegation.appId) blocked.add(token);
              return refused.refused === 'spent-refresh-token' && blocked.has(token) ? 'blocked_token' : code;
            },
          };
        },
        'A spent refresh token that another app has presented is refused as blocked_token from then on.',
      ],
    },
    ['DEL-43'],
  ),
  ...breaking('DEL-43', {
    'spent-tokens-of-expired-access-tokens-are-unknown': [
      (normal) => {
        const late = new WeakSet<RefreshToken>();
        const presented = new WeakMap<Call, RefreshToken>();
        return {
          spendRefreshToken: (call, token) => {
            if (secondsSince(call, token.issuedAt) >= 900) late.add(token);
            normal.spendRefreshToken(call, token);
          },
          spentRefreshTokenWasPresented: (call, token) => void presented.set(call, token),
          refusalCode: (call, refused) => {
            const token = presented.get(call);
            return token !== undefined && late.has(token) ? 'unknown_token' : normal.refusalCode(call, refused);
          },
        };
      },
      'A refresh token that was spent after its access token had expired is refused as unknown_token.',
      ['DEL-44'],
    ],
  }),
];
