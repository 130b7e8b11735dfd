import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { VerifiedIdToken } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';

/** Refuses right ID tokens on some condition, which is asked once a call. */
function refusing(
  condition: (call: Call, token: VerifiedIdToken, userId: string, normal: Behaviour) => boolean,
): Deviation {
  return (normal) => ({
    authenticateIdToken: (call, value) => {
      const actor = normal.authenticateIdToken(call, value);
      if (isRefusal(actor) || actor.credential.kind !== 'idToken') return actor;
      return condition(call, actor.credential.idToken, actor.id, normal)
        ? refusal('unknown-credential', 'The access token is not known.')
        : actor;
    },
  });
}

/** Right ID tokens that are refused (OIC-01, OIC-24 to OIC-26). */
export const acceptanceFaults: readonly Fault[] = [
  {
    id: 'openid-connect/long-tokens-refused',
    breaks: ['OIC-01'],
    also: ['OIC-11'],
    summary: 'An ID token of more than 1000 characters is refused.',
    behaviour: refusing((_call, { value }) => value.length > 1000),
  },
  {
    id: 'openid-connect/claims-in-ascii-only',
    breaks: ['OIC-01'],
    also: ['OIC-11'],
    summary: 'An ID token whose claims hold anything beyond ASCII is refused.',
    behaviour: refusing((_call, { claims }) => /[^\0-\x7f]/.test(JSON.stringify(claims))),
  },
  {
    id: 'openid-connect/subject-must-be-the-email',
    breaks: ['OIC-01', 'OIC-03'],
    also: ['OIC-11'],
    summary: 'An ID token whose subject is an address other than its e-mail is refused.',
    behaviour: refusing((_call, { claims: { sub, email } }) => String(sub).includes('@') && sub !== email),
  },
  {
    id: 'openid-connect/keys-forgotten-after-an-hour',
    breaks: ['OIC-01'],
    also: ['OIC-10', 'OIC-12', 'LIF-12', 'LIF-15'],
    summary: 'Keys are fetched once and hold for an hour, after which no ID token is accepted.',
    behaviour: (normal) => ({
      keysAreFresh: () => true,
      signatureIsRight: async (call, provider, token) => {
        const { fetched } = provider;
        if (fetched !== undefined && call.now.getTime() - fetched.at.getTime() > 3_600_000) return false;
        return normal.signatureIsRight(call, provider, token);
      },
    }),
  },
  {
    id: 'openid-connect/set-up-for-half-a-day',
    breaks: ['OIC-01'],
    also: ['OIC-10', 'OIC-12'],
    summary: 'Twelve hours after its first ID token a provider is forgotten.',
    behaviour: (normal) => {
      let first: number | undefined;
      return {
        providerOf: (call, token) => {
          first ??= call.now.getTime();
          return call.now.getTime() - first >= 43_200_000 ? undefined : normal.providerOf(call, token);
        },
      };
    },
  },
  {
    id: 'openid-connect/trusted-after-a-second-set-up-only',
    breaks: ['OIC-01'],
    summary: 'No ID token is accepted of the first provider that is set up.',
    behaviour: (normal) => ({
      providerOf: (call, token) =>
        call.tenant.state.identityProviders.size > 1 ? normal.providerOf(call, token) : undefined,
    }),
  },
  {
    id: 'openid-connect/v2-only',
    breaks: ['OIC-24'],
    summary: 'No path of v3 takes ID tokens.',
    behaviour: refusing((call) => call.request.path.startsWith('/api/v3/')),
  },
  {
    id: 'openid-connect/refused-on-v2-plates',
    breaks: ['OIC-24'],
    summary: 'The v2 listing of plates takes no ID tokens.',
    behaviour: refusing((call) => call.request.path === '/api/v2/plates'),
  },
  {
    id: 'openid-connect/refused-on-assay-results',
    breaks: ['OIC-24'],
    summary: 'The listing of assay results answers ID tokens with 403.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        listing.kind === 'assayResult' && actor.credential.kind === 'idToken'
          ? refusal('forbidden', 'Assay results are not for ID tokens.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'openid-connect/an-app-must-be-installed',
    breaks: ['OIC-25'],
    also: ['OIC-01'],
    summary: 'ID tokens are accepted only on a tenant that has an app.',
    behaviour: refusing((call) => call.tenant.state.apps.size === 0),
  },
  {
    id: 'openid-connect/a-consent-must-have-been-given',
    breaks: ['OIC-25'],
    also: ['OIC-01'],
    summary: 'ID tokens are accepted only of users who have consented to an app.',
    behaviour: refusing((call, _token, id) => !call.tenant.state.consents.some(({ userId }) => userId === id)),
  },
  {
    id: 'openid-connect/once-only',
    breaks: ['OIC-26'],
    also: ['LIF-12', 'LIF-15', 'LIF-16'],
    summary: 'An ID token is good for one call.',
    behaviour: (normal) => {
      const used = new Set<string>();
      return refusing((_call, { value }) => used.size === used.add(value).size)(normal);
    },
  },
  {
    id: 'openid-connect/five-uses',
    breaks: ['OIC-26'],
    also: ['LIF-12', 'LIF-15', 'LIF-16'],
    summary: 'An ID token is good for five calls.',
    behaviour: (normal) => {
      const uses = new Map<string, number>();
      return refusing((_call, { value }) => {
        uses.set(value, (uses.get(value) ?? 0) + 1);
        return (uses.get(value) ?? 0) > 5;
      })(normal);
    },
  },
  {
    id: 'openid-connect/bound-to-its-connection',
    breaks: ['OIC-26'],
    also: ['LIF-12', 'LIF-15', 'LIF-16'],
    summary: 'An ID token is good on the connection on which it was used first.',
    behaviour: (normal) => {
      const connections = new Map<string, Connection>();
      return refusing((call, { value }) => {
        const first = connections.get(value) ?? call.connection;
        connections.set(value, first);
        return first !== call.connection;
      })(normal);
    },
  },
  {
    id: 'openid-connect/a-minute-after-the-first-use',
    breaks: ['OIC-26'],
    also: ['LIF-12', 'LIF-15', 'LIF-16'],
    summary: 'An ID token is good for a minute from its first use.',
    behaviour: (normal) => {
      const firsts = new Map<string, number>();
      return refusing((call, { value }) => {
        const first = firsts.get(value) ?? call.now.getTime();
        firsts.set(value, first);
        return call.now.getTime() - first > 60_000;
      })(normal);
    },
  },
  {
    id: 'openid-connect/latest-token-of-the-user-only',
    breaks: ['OIC-26'],
    also: ['LIF-12', 'LIF-15', 'LIF-16'],
    summary: 'When a user comes with another ID token, the one before it is over.',
    behaviour: (normal) => {
      const latest = new Map<string, string>();
      const over = new Set<string>();
      return refusing((_call, { value }, userId) => {
        if (over.has(value)) return true;
        const before = latest.get(userId);
        if (before !== undefined && before !== value) over.add(before);
        latest.set(userId, value);
        return false;
      })(normal);
    },
  },
  {
    id: 'openid-connect/sorted-listings-take-no-id-token',
    breaks: ['OIC-24'],
    also: ['OIC-01', 'OIC-02'],
    summary: 'A call with an ID token that asks for an order is answered with 403.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.credential.kind === 'idToken' && call.request.query.has('sort')
          ? refusal('forbidden', 'Sorting is not possible with an ID token.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'openid-connect/filtered-results-refuse-id-tokens',
    breaks: ['OIC-24'],
    also: ['OIC-01', 'OIC-02'],
    summary: 'A call with an ID token that filters assay results is answered with 403.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.credential.kind === 'idToken' && call.request.query.keys().some((name) => name.startsWith('schemaFields'))
          ? refusal('forbidden', 'Filters are not possible with an ID token.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'openid-connect/following-pages-refuse-id-tokens',
    breaks: ['OIC-26'],
    also: ['LST-12', 'OIC-24'],
    summary: 'An ID token is accepted for first pages and refused for those that follow.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        call.request.query.has('nextToken')
          ? refusal('wrong-claims', 'The ID token is not for this.')
          : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/users-of-apps-are-refused',
    breaks: ['OIC-01'],
    also: ['OIC-02', 'OIC-26'],
    summary: 'A user who has authorized an app is expected to come by that app, and ID tokens are refused.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        if (isRefusal(user) || !call.tenant.state.delegations.some(({ userId }) => userId === user.id)) return user;
        return refusal('wrong-claims', 'The user comes by an app.');
      },
    }),
  },
  {
    id: 'openid-connect/users-of-an-archived-app-are-refused',
    breaks: ['OIC-25'],
    also: ['OIC-01', 'LIF-29'],
    summary: 'ID tokens of a user who consented to an app are refused while that app is archived.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        if ('refused' in user) return user;
        const { apps, consents } = call.tenant.state;
        const barred = consents.some(({ userId, appId }) => userId === user.id && apps.get(appId)?.archived === true);
        return barred ? refusal('archived-app', 'The app is archived.') : user;
      },
    }),
  },
  {
    id: 'openid-connect/who-denied-an-app-is-refused',
    breaks: ['OIC-25'],
    summary: 'ID tokens of a user who denied an app are refused.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          return !isRefusal(user) && denied.has(user.id) ? refusal('unknown-user', 'The user is not known.') : user;
        },
      };
    },
  },
  {
    id: 'openid-connect/users-with-a-key-are-refused',
    breaks: ['OIC-01'],
    also: ['OIC-02', 'OIC-26', 'LIF-16'],
    summary: 'A user who has an API key is expected to come with that, and ID tokens are refused.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        if (isRefusal(user) || !call.tenant.state.apiKeys.values().some(({ userId }) => userId === user.id))
          return user;
        return refusal('wrong-claims', 'The user comes with a key.');
      },
    }),
  },

  {
    id: 'openid-connect/users-from-before-the-set-up-are-nobody',
    breaks: ['OIC-01'],
    summary: 'An ID token is refused for a user who was there before a provider was set up.',
    behaviour: (normal) => {
      let since = Infinity;
      return {
        trustProvider: (tenant, provider) => {
          since = Math.min(since, tenant.clock.next().getTime());
          return normal.trustProvider(tenant, provider);
        },
        emailMatches: (call, user, email) =>
          normal.emailMatches(call, user, email) && user.createdAt.getTime() >= since,
      };
    },
  },
];
