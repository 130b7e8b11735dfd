import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import { refreshTokenIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { isLate, secondsSince } from './ages.ts';
import { isRefresh } from './refresh-requests.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Returns the refresh token that a token request presents. */
const presentedIn = (call: Call): RefreshToken | undefined =>
  call.request.path.endsWith('/token') ? refreshTokenIn(call) : undefined;

/** Faults that appear when refreshes arrive at the same time. */
export const raceFaults: readonly Fault[] = [
  ...breaking(
    'DEL-52',
    {
      'two-of-a-race-win-after-a-refresh': [
        () => ({
          gapBeforeSpending: (call) => (presentedIn(call)?.predecessor === undefined ? undefined : setTimeout(2)),
        }),
        'The tenant checks a refresh token of a refresh, unlike one of a code exchange, a moment before it spends it.',
        ['DEL-42', 'DEL-43'],
      ],
      'several-win-a-refresh-race': [
        () => ({ gapBeforeSpending: () => setTimeout(5) }),
        'The tenant checks a refresh token some time before it spends it, so that several refreshes of a race win.',
        ['DEL-42', 'DEL-43'],
      ],
      'several-win-a-race-of-five': [
        (normal) => {
          let under = 0;
          const crowded = new WeakSet<Call>();
          return {
            prepareTokenRequest: (call) => {
              if (!isRefresh(call)) return normal.prepareTokenRequest(call);
              under += 1;
              if (under >= 5) crowded.add(call);
              return setTimeout(4).then(() => void (under -= 1));
            },
            refreshTokenIsSpent: (call, token) =>
              normal.refreshTokenIsSpent(call, token) &&
              !(crowded.has(call) && token.spentAt !== undefined && secondsSince(call, token.spentAt) < 1),
          };
        },
        'While five or more refreshes are in progress, a refresh token counts as unspent for a second after its use.',
        ['DEL-42', 'DEL-43', 'VER-12'],
      ],
      'each-token-path-finds-a-token-unspent': [
        replaceIf(
          'gapBeforeSpending',
          (call) => call.request.path === '/api/v2/token',
          () => setTimeout(5),
        ),
        'The legacy path checks a refresh token a moment before it spends it, so that both paths can win a race.',
        ['DEL-42', 'DEL-43', 'VER-15'],
      ],
      'a-race-at-both-token-paths-has-two-winners': [
        (normal) => {
          const spent = new WeakMap<RefreshToken, { readonly path: string; readonly at: number }>();
          return {
            spendRefreshToken: (call, token) => {
              if (!spent.has(token)) spent.set(token, { path: call.request.path, at: call.tenant.elapsed() });
              normal.spendRefreshToken(call, token);
            },
            refreshTokenIsSpent: (call, token) => {
              const first = spent.get(token);
              const elsewhere = first !== undefined && first.path !== call.request.path;
              return normal.refreshTokenIsSpent(call, token) && !(elsewhere && call.tenant.elapsed() - first.at < 30);
            },
          };
        },
        'A refresh token that was spent at one token path counts as unspent at the other for a moment.',
        ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
      ],
      'two-of-a-late-race-win': [
        () => ({
          gapBeforeSpending: (call) => {
            const token = presentedIn(call);
            return token !== undefined && isLate(call, token) ? setTimeout(2) : undefined;
          },
        }),
        'The tenant checks a refresh token whose access token has expired a moment before it spends it.',
      ],
      'two-of-a-race-win-after-days': [
        () => ({
          gapBeforeSpending: (call) => {
            const token = presentedIn(call);
            return token !== undefined && secondsSince(call, token.issuedAt) > 10 * 86_400 ? setTimeout(2) : undefined;
          },
        }),
        'The tenant checks a refresh token that is older than ten days a moment before it spends it.',
      ],
      'two-of-a-race-win-for-a-second-user': [
        () => ({
          gapBeforeSpending: (call) => {
            const delegation = presentedIn(call)?.delegation;
            if (delegation === undefined) return undefined;
            const first = call.tenant.state.delegations.find(({ appId }) => appId === delegation.appId);
            return first?.userId === delegation.userId ? undefined : setTimeout(2);
          },
        }),
        'For every user of an app but the first, two refreshes of a race win.',
      ],
      'two-of-a-race-win-for-a-second-authorization': [
        () => ({
          gapBeforeSpending: (call) => {
            const delegation = presentedIn(call)?.delegation;
            if (delegation === undefined) return undefined;
            const first = call.tenant.state.delegations.find(
              ({ appId, userId }) => appId === delegation.appId && userId === delegation.userId,
            );
            return first === delegation ? undefined : setTimeout(2);
          },
        }),
        'For every authorization of a user and app but the first, two refreshes of a race win.',
      ],
    },
    ['DEL-53'],
  ),
  ...breaking('DEL-53', {
    'losers-of-a-race-are-a-conflict': [
      (normal) => {
        const spentAt = new WeakMap<RefreshToken, number>();
        const lost = new WeakSet<Call>();
        const arrived = new WeakMap<Call, number>();
        return {
          accept: (call) => {
            arrived.set(call, call.tenant.elapsed());
            return normal.accept(call);
          },
          prepareTokenRequest: (call) => (presentedIn(call) === undefined ? undefined : setTimeout(3)),
          spendRefreshToken: (call, token) => {
            spentAt.set(token, call.tenant.elapsed());
            normal.spendRefreshToken(call, token);
          },
          spentRefreshTokenWasPresented: (call, token) => {
            if ((arrived.get(call) ?? Infinity) <= (spentAt.get(token) ?? -Infinity)) lost.add(call);
          },
          refusalCode: (call, refused) => (lost.has(call) ? 'conflict' : normal.refusalCode(call, refused)),
        };
      },
      'A refresh that loses a race is refused with the error conflict instead of invalid_grant.',
    ],
    'nobody-wins-a-race': [
      (normal) => {
        const waiting = new WeakMap<RefreshToken, Set<Call>>();
        const contested = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const token = presentedIn(call);
            if (token === undefined) return undefined;
            const calls = (waiting.get(token) ?? new Set<Call>()).add(call);
            waiting.set(token, calls);
            if (calls.size > 1) for (const each of calls) contested.add(each);
            return setTimeout(5).then(() => void calls.delete(call));
          },
          refreshProblem: (call, app, token) =>
            normal.refreshProblem(call, app, token) ??
            (contested.has(call) ? refusal('spent-refresh-token', 'Several requests came at once.') : undefined),
        };
      },
      'Refreshes with the same token that arrive together are all refused.',
    ],
    'losers-of-larger-races-are-told-to-wait': [
      (normal) => {
        const waiting = new WeakMap<RefreshToken, number>();
        const late = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const token = refreshTokenIn(call);
            if (token === undefined) return undefined;
            const before = waiting.get(token) ?? 0;
            if (before >= 3) late.add(call);
            waiting.set(token, before + 1);
            return setTimeout(3).then(() => void waiting.set(token, (waiting.get(token) ?? 1) - 1));
          },
          refusalCode: (call, refused) =>
            refused.refused === 'spent-refresh-token' && late.has(call)
              ? 'temporarily_unavailable'
              : normal.refusalCode(call, refused),
        };
      },
      'If refreshes with one token arrive together, the fourth and later ones are refused as temporarily_unavailable.',
      ['DEL-43', 'DEL-44', 'VER-11'],
    ],
  }),
  ...breaking('DEL-54', {
    'an-app-refreshes-one-at-a-time': [
      (normal) => {
        const busy = new Map<string, Call>();
        return {
          prepareTokenRequest: (call) => {
            const token = presentedIn(call);
            if (token === undefined || busy.has(token.delegation.appId)) return undefined;
            busy.set(token.delegation.appId, call);
            return setTimeout(5);
          },
          refreshProblem: (call, app, token) => {
            const holder = busy.get(app.id);
            if (holder !== undefined && holder !== call && presentedIn(holder) !== token) {
              return refusal('ended-grant', 'Another refresh is under way.');
            }
            busy.delete(app.id);
            return normal.refreshProblem(call, app, token);
          },
        };
      },
      'While a refresh of an app is in progress, its refreshes with other tokens are refused.',
    ],
    'simultaneous-refreshes-mix-their-users': [
      (normal) => {
        let current: RefreshToken | undefined;
        return {
          prepareTokenRequest: (call) => {
            current = presentedIn(call);
            return current === undefined ? undefined : setTimeout(5);
          },
          userOfDelegation: (call, delegation) => {
            const known = presentedIn(call) !== undefined && current?.delegation.appId === delegation.appId;
            return known && current !== undefined
              ? current.delegation.userId
              : normal.userOfDelegation(call, delegation);
          },
        };
      },
      'The tokens of simultaneous refreshes of an app all act for the user of the refresh that arrived last.',
      ['DEL-34', 'DEL-36'],
    ],
    'a-user-is-refreshed-for-one-at-a-time': [
      (normal) => {
        const underWay = new Map<string, RefreshToken>();
        const late = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const token = refreshTokenIn(call);
            if (token === undefined) return normal.prepareTokenRequest(call);
            const { userId } = token.delegation;
            const other = underWay.get(userId);
            if (other !== undefined && other !== token) {
              late.add(call);
              return undefined;
            }
            underWay.set(userId, token);
            return setTimeout(3).then(() => void underWay.delete(userId));
          },
          refreshIsBarred: (call, token) =>
            normal.refreshIsBarred(call, token) ??
            (late.has(call) ? refusal('ended-grant', 'Another refresh is under way.') : undefined),
        };
      },
      'While a refresh for a user is in progress, a refresh with another token of the same user is refused.',
      ['TOK-34', 'DEL-37', 'DEL-46'],
    ],
    'a-user-is-refreshed-for-once-at-a-time': [
      (normal) => {
        const underWay = new Map<string, number>();
        const second = new WeakSet<Call>();
        return {
          prepareTokenRequest: (call) => {
            const delegation = presentedIn(call)?.delegation;
            if (delegation === undefined) return normal.prepareTokenRequest(call);
            const key = `${delegation.userId} ${delegation.appId}`;
            const before = underWay.get(key) ?? 0;
            if (before > 0) second.add(call);
            underWay.set(key, before + 1);
            return setTimeout(3).then(() => void underWay.set(key, (underWay.get(key) ?? 1) - 1));
          },
          refreshProblem: (call, app, token) =>
            second.has(call)
              ? refusal('spent-refresh-token', 'Another refresh is under way.')
              : normal.refreshProblem(call, app, token),
        };
      },
      'While a refresh for a user and an app is in progress, another refresh for the same user and app is refused.',
      ['DEL-46'],
    ],
  }),
];
