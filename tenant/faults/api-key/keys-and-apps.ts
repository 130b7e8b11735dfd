import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Right keys that end or are refused because their owner comes by an app or an ID token as well. */
export const keysAndAppsFaults: readonly Fault[] = [
  {
    id: 'api-key/consent-ends-the-key',
    breaks: ['KEY-01'],
    also: ['LIF-05', 'LIF-06', 'LIF-08', 'LIF-12', 'LIF-29', 'LIF-41', 'LIF-42', 'KEY-17'],
    summary: 'The key of a user who lets an app act for them is refused from then on.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) || call.tenant.state.consents.some(({ userId }) => userId === key.userId),
    }),
  },
  {
    id: 'api-key/a-denial-ends-the-key',
    breaks: ['KEY-22'],
    summary: 'The key of a user who denied an app is refused.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !denied.has(key.userId),
      };
    },
  },
  {
    id: 'api-key/a-refresh-for-its-user-ends-a-key',
    breaks: ['KEY-22'],
    summary: 'When an app refreshes for a user, the key that the user has ends.',
    behaviour: (normal) => {
      const over = new WeakSet<ApiKey>();
      return {
        spendRefreshToken: (call, token) => {
          for (const key of call.tenant.state.apiKeys.values()) {
            if (key.userId === token.delegation.userId) over.add(key);
          }
          normal.spendRefreshToken(call, token);
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !over.has(key),
      };
    },
  },
  {
    id: 'api-key/uninstallation-ends-the-keys-of-the-apps-users',
    breaks: ['KEY-22'],
    also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'],
    summary: 'With the uninstallation of an app the keys of all who consented to it are refused.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) ||
        call.tenant.state.consents.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.installed === false,
        ),
    }),
  },
  {
    id: 'api-key/archiving-ends-the-keys-of-the-apps-users',
    breaks: ['KEY-22'],
    also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'LIF-26', 'KEY-01'],
    summary: 'While an app is archived the keys of all who consented to it are refused.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) ||
        call.tenant.state.consents.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.archived === true,
        ),
    }),
  },
  {
    id: 'api-key/v3-refuses-the-keys-of-users-of-apps',
    breaks: ['KEY-20'],
    also: ['KEY-02', 'KEY-01', 'KEY-22', 'LIF-42'],
    summary: 'v3 refuses the keys of users who have authorized an app: they are to use tokens.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !(
          call.request.path.startsWith('/api/v3/') &&
          call.tenant.state.delegations.some(({ userId }) => userId === key.userId)
        ),
    }),
  },
  {
    id: 'api-key/an-id-token-ends-the-key-of-its-user',
    breaks: ['KEY-17'],
    also: ['KEY-01'],
    summary: 'The key of a user who was let in by an ID token once is refused from then on.',
    behaviour: (normal) => {
      const external = new Set<string>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!isRefusal(actor)) external.add(actor.id);
          return actor;
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !external.has(key.userId),
      };
    },
  },
];
