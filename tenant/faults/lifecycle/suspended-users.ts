import { delegationOf, userOf } from '../../state/delegated.ts';
import type { AccessToken, ApiKey, RefreshToken } from '../../state/model.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { isOfRefresh, isSuperseded } from './refreshed-tokens.ts';

/** What suspended users, their keys and the apps that act for them may still do, in some calls or after a while. */
export const suspendedUserFaults: readonly Fault[] = [
  {
    id: 'lifecycle/suspended-keys-list-what-they-sort',
    breaks: ['LIF-01'],
    summary: 'A sorted listing looks up no suspension of the owner of a key.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) && !(credential.kind === 'apiKey' && call.request.query.has('sort')),
    }),
  },
  {
    id: 'lifecycle/suspended-keys-work-with-a-scheme-in-lower-case',
    breaks: ['LIF-01'],
    summary: 'Where the scheme is written basic, no suspension of the owner of a key is looked up.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'apiKey' && call.request.headers.get('authorization')?.[0]?.startsWith('basic ')),
    }),
  },
  {
    id: 'lifecycle/suspended-keys-show-following-pages',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-15'],
    summary: 'Following pages are shown to the key of a suspended user.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => !isFollowing(call) && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspended-tokens-list-what-they-filter',
    breaks: ['LIF-02'],
    summary: 'A listing with a filter looks up no suspension for delegated access tokens.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'accessToken' && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'lifecycle/id-tokens-of-suspended-users-get-pages',
    breaks: ['LIF-15'],
    summary: 'An ID token that names a suspended user still gets following pages.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'idToken' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'lifecycle/id-tokens-of-suspended-users-write',
    breaks: ['LIF-15'],
    summary: 'An ID token that names a suspended user still creates records.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) && !(credential.kind === 'idToken' && call.request.method === 'POST'),
    }),
  },
  {
    id: 'lifecycle/id-tokens-in-use-outlive-a-suspension',
    breaks: ['LIF-15'],
    summary: 'An ID token that was accepted before a suspension is accepted during it.',
    behaviour: (normal) => {
      const accepted = new Set<string>();
      return {
        suspensionStops: (call, credential) => {
          if (credential.kind !== 'idToken') return normal.suspensionStops(call, credential);
          const stops = normal.suspensionStops(call, credential) && !accepted.has(credential.idToken.value);
          if (!stops) accepted.add(credential.idToken.value);
          return stops;
        },
      };
    },
  },
  {
    id: 'lifecycle/unused-keys-outlive-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-06', 'LIF-42'],
    summary: 'A suspension stops the API key if that was used before.',
    behaviour: (normal) => {
      const used = new WeakSet<ApiKey>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (credential.kind !== 'apiKey') return stops;
          if (!stops) used.add(credential.key);
          return stops && used.has(credential.key);
        },
      };
    },
  },
  {
    id: 'lifecycle/unused-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-04', 'LIF-42', 'LIF-18', 'LIF-19'],
    summary: 'A suspension stops the delegated access tokens that were used before.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
  {
    id: 'lifecycle/superseded-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-42', 'LIF-04'],
    summary: 'A suspension stops the last access token of each authorization; one from before a refresh runs out.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'accessToken' && isSuperseded(credential.token)),
    }),
  },
  {
    id: 'lifecycle/refresh-tokens-of-refreshes-outlive-a-suspension',
    breaks: ['LIF-03'],
    also: ['LIF-19', 'LIF-42', 'LIF-04'],
    summary: 'A suspension stops the refresh tokens of code exchanges, and not those of refreshes.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => !isOfRefresh(credential) && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/a-refresh-in-the-second-before-a-suspension-outlives-it',
    breaks: ['LIF-19'],
    also: ['LIF-02', 'LIF-03', 'LIF-42'],
    summary: 'Tokens that a refresh issued less than half a second before the suspension are not stopped by it.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const stops = normal.suspensionStops(call, credential);
        if (credential.kind !== 'accessToken' && credential.kind !== 'refreshToken') return stops;
        const issued: AccessToken | RefreshToken = credential.token;
        const beside: RefreshToken | undefined = 'predecessor' in issued ? issued : issued.refreshToken;
        const since = call.tenant.state.users.get(userOf(credential) ?? '')?.activeChangedAt.getTime() ?? 0;
        const age = since - issued.issuedAt.getTime();
        return stops && !(beside?.predecessor !== undefined && age >= 0 && age < 500);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-try-in-a-suspension-succeeds',
    breaks: ['LIF-03'],
    also: ['LIF-17', 'LIF-19', 'VER-15'],
    summary: 'A refresh for a suspended user is refused once, and granted when it is tried again.',
    behaviour: (normal) => {
      const tried = new WeakSet<RefreshToken>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (!stops || credential.kind !== 'refreshToken') return stops;
          const again = tried.has(credential.token);
          tried.add(credential.token);
          return !again;
        },
      };
    },
  },
  {
    id: 'lifecycle/refusals-in-a-suspension-carry-the-next-token',
    breaks: ['LIF-03'],
    summary: 'The refusal of a refresh for a suspended user carries a new refresh token.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) =>
        refused.refused === 'suspended-grant'
          ? { error: 'suspended', refresh_token: `rt_${call.tenant.random(33).toString('base64url')}` }
          : normal.refusalBody(call, refused),
    }),
  },
  {
    id: 'lifecycle/suspensions-are-told-to-active-apps-only',
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-18'],
    summary: 'A suspension stops what active apps hold for the user; an app that is archived just then is overlooked.',
    behaviour: (normal) => {
      const overlooked = new Map<string, Set<string>>();
      return {
        setUserActive: (tenant, user, active) => {
          if (user.active !== active) {
            const archived = [...tenant.state.apps.values()].filter((app) => app.archived).map(({ id }) => id);
            overlooked.set(user.id, new Set(active ? [] : archived));
          }
          normal.setUserActive(tenant, user, active);
        },
        suspensionStops: (call, credential) => {
          const appId = delegationOf(credential)?.appId;
          const spared = appId !== undefined && overlooked.get(userOf(credential) ?? '')?.has(appId) === true;
          return !spared && normal.suspensionStops(call, credential);
        },
      };
    },
  },
];
