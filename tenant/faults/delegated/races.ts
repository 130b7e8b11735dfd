import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The refresh token that a token request presents. */
function presentedIn(call: Call): RefreshToken | undefined {
  if (!call.request.path.endsWith('/token')) return undefined;
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Wrong decisions that show when refreshes arrive at the same time. */
export const raceFaults: readonly Fault[] = [
  {
    id: 'delegated/two-of-a-race-win-after-a-refresh',
    breaks: ['DEL-52'],
    also: ['DEL-42', 'DEL-43', 'DEL-53'],
    summary: 'The token of a refresh is found unspent a moment before it is spent; that of a code exchange is not.',
    behaviour: () => ({
      gapBeforeSpending: (call) => (presentedIn(call)?.predecessor === undefined ? undefined : setTimeout(2)),
    }),
  },
  {
    id: 'delegated/losers-of-a-race-are-a-conflict',
    breaks: ['DEL-53'],
    summary: 'A refresh that loses a race is refused as a conflict, without invalid_grant.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/nobody-wins-a-race',
    breaks: ['DEL-53'],
    summary: 'Refreshes with the same token that arrive together are all refused.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/an-app-refreshes-one-at-a-time',
    breaks: ['DEL-54'],
    summary: 'While a refresh of an app is under way its others are refused.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/simultaneous-refreshes-mix-their-users',
    breaks: ['DEL-54'],
    also: ['DEL-34', 'DEL-36'],
    summary: 'Of refreshes at the same time all act for the user of the one that arrived last.',
    behaviour: (normal) => {
      let current: RefreshToken | undefined;
      return {
        prepareTokenRequest: (call) => {
          current = presentedIn(call);
          return current === undefined ? undefined : setTimeout(5);
        },
        userOfDelegation: (call, delegation) => {
          const known = presentedIn(call) !== undefined && current?.delegation.appId === delegation.appId;
          return known && current !== undefined ? current.delegation.userId : normal.userOfDelegation(call, delegation);
        },
      };
    },
  },
];
