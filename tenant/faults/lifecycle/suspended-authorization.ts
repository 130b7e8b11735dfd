import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import { delegationOf } from '../../state/delegated.ts';
import type { AccessToken, Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The delegations that the user gave to the app before this one. */
function earlier(call: Call, delegation: Delegation): readonly Delegation[] {
  const { delegations } = call.tenant.state;
  return delegations
    .slice(0, delegations.indexOf(delegation))
    .filter(({ userId, appId }) => userId === delegation.userId && appId === delegation.appId);
}

const isLegacy = (call: Call): boolean => call.request.path === '/api/v2/token';

/** Authorizations, codes and browsers of users who are or were suspended. */
export const suspendedAuthorizationFaults: readonly Fault[] = [
  {
    id: 'lifecycle/codes-outlive-a-suspension-at-the-legacy-path',
    breaks: ['VER-15'],
    also: ['LIF-18', 'LIF-02', 'LIF-03'],
    summary: 'The legacy path exchanges codes of suspended users, and what it issues then works.',
    behaviour: (normal) => {
      const exempt = new WeakSet<AccessToken>();
      return {
        suspensionStops: (call, credential) => {
          if (credential.kind === 'code' && isLegacy(call)) return false;
          if (credential.kind === 'accessToken' && exempt.has(credential.token)) return false;
          return normal.suspensionStops(call, credential);
        },
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (isLegacy(call) && call.tenant.behaviour.userIsSuspended(call, delegation.userId)) exempt.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/second-codes-outlive-a-suspension',
    breaks: ['LIF-18'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-17'],
    summary: 'A code that a user gets for an app they had authorized before outlives a suspension, with its tokens.',
    behaviour: (normal) => {
      const exempt = new WeakSet<Delegation>();
      return {
        suspensionStops: (call, credential) => {
          const delegation = delegationOf(credential);
          if (delegation === undefined) return normal.suspensionStops(call, credential);
          if (credential.kind === 'code')
            return earlier(call, delegation).length === 0 && normal.suspensionStops(call, credential);
          return !exempt.has(delegation) && normal.suspensionStops(call, credential);
        },
        useCode: (call, code) => {
          const { delegation } = code;
          if (call.tenant.behaviour.userIsSuspended(call, delegation.userId)) exempt.add(delegation);
          normal.useCode(call, code);
        },
      };
    },
  },
  {
    id: 'lifecycle/users-suspended-again-can-authorize',
    breaks: ['LIF-17'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-18'],
    summary: 'From the second suspension of a user on, what they authorize during it works.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      const again = (userId: string | undefined) => userId !== undefined && (times.get(userId) ?? 0) >= 2;
      const during = new WeakSet<Delegation>();
      return {
        setUserActive: (tenant, user, active) => {
          if (!active && user.active) times.set(user.id, (times.get(user.id) ?? 0) + 1);
          normal.setUserActive(tenant, user, active);
        },
        userWhoSignsIn: (call, email, password) => {
          const user = normal.userWhoSignsIn(call, email, password);
          const named = call.tenant.state.users.values().find((each) => each.email === email.trim());
          if (!('refused' in user) || named === undefined || !again(named.id)) return user;
          return named.password === password ? named : user;
        },
        beginDelegation: (call, app, user) => {
          const delegation = normal.beginDelegation(call, app, user);
          if (!user.active) during.add(delegation);
          return delegation;
        },
        suspensionStops: (call, credential) => {
          const delegation = delegationOf(credential);
          const spared =
            (credential.kind === 'session' && again(credential.session.userId)) ||
            (delegation !== undefined && during.has(delegation));
          return !spared && normal.suspensionStops(call, credential);
        },
      };
    },
  },
  {
    id: 'lifecycle/browsers-from-before-a-suspension-get-no-further',
    breaks: ['LIF-20'],
    also: ['LIF-42', 'LIF-44', 'LIF-43'],
    summary: 'A browser in which a user was signed in before a suspension shows an error for ever after.',
    behaviour: (normal) => ({
      showNext: (call, request) => {
        const { behaviour, state } = call.tenant;
        const session = behaviour.sessionOf(call);
        const since = state.users.get(session?.userId ?? '')?.activeChangedAt.getTime() ?? 0;
        return session !== undefined && session.startedAt.getTime() < since
          ? behaviour.refuseInBrowser(call, refusal('suspended-sign-in', 'The session was suspended.'))
          : normal.showNext(call, request);
      },
    }),
  },
  {
    id: 'lifecycle/apps-that-are-new-after-a-suspension-get-dead-tokens',
    breaks: ['LIF-20'],
    summary: 'What a user who was suspended authorizes an app for that they had not authorized before is refused.',
    behaviour: (normal) => {
      const once = new Map<string, ReadonlySet<string>>();
      return {
        setUserActive: (tenant, user, active) => {
          if (!active && user.active && !once.has(user.id)) {
            const known = tenant.state.delegations.filter(({ userId }) => userId === user.id);
            once.set(user.id, new Set(known.map(({ appId }) => appId)));
          }
          normal.setUserActive(tenant, user, active);
        },
        delegationHasEnded: (call, delegation) =>
          normal.delegationHasEnded(call, delegation) || once.get(delegation.userId)?.has(delegation.appId) === false,
      };
    },
  },
];
