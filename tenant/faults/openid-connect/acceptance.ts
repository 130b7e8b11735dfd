import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { VerifiedIdToken } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation that refuses valid ID tokens if a condition holds. The condition is evaluated once a call. */
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

/** Faults that refuse valid ID tokens (OIC-01, OIC-24 to OIC-26). */
export const acceptanceFaults: readonly Fault[] = [
  ...breaking('OIC-01', {
    'long-tokens-refused': [
      refusing((_call, { value }) => value.length > 1000),
      'An ID token of more than 1000 characters is refused.',
      ['OIC-11'],
    ],
    'claims-in-ascii-only': [
      refusing((_call, { claims }) => /[^\0-\x7f]/.test(JSON.stringify(claims))),
      'An ID token whose claims contain characters beyond ASCII is refused.',
      ['OIC-11'],
    ],
    'keys-forgotten-after-an-hour': [
      (normal) => ({
        keysAreFresh: () => true,
        signatureIsRight: async (call, provider, token) => {
          const { fetched } = provider;
          if (fetched !== undefined && call.now.getTime() - fetched.at.getTime() > 3_600_000) return false;
          return normal.signatureIsRight(call, provider, token);
        },
      }),
      'Keys are fetched once and expire after an hour; then no ID token is accepted any more.',
      ['OIC-10', 'OIC-12', 'LIF-12', 'LIF-15'],
    ],
    'set-up-for-half-a-day': [
      (normal) => {
        let first: number | undefined;
        return {
          providerOf: (call, token) => {
            first ??= call.now.getTime();
            return call.now.getTime() - first >= 43_200_000 ? undefined : normal.providerOf(call, token);
          },
        };
      },
      'Twelve hours after its first ID token, the tenant forgets its providers.',
      ['OIC-10', 'OIC-12'],
    ],
    'trusted-after-a-second-set-up-only': [
      (normal) => ({
        providerOf: (call, token) =>
          call.tenant.state.identityProviders.size > 1 ? normal.providerOf(call, token) : undefined,
      }),
      'No ID token is accepted before a second provider is set up.',
    ],
    'users-of-apps-are-refused': [
      becomes('userOfIdToken', (user, call) => {
        if (isRefusal(user) || !call.tenant.state.delegations.some(({ userId }) => userId === user.id)) return user;
        return refusal('wrong-claims', 'The user comes by an app.');
      }),
      'ID tokens of a user who has authorized an app are refused: the tenant expects the user to use that app.',
      ['OIC-02', 'OIC-26'],
    ],
    'users-with-a-key-are-refused': [
      becomes('userOfIdToken', (user, call) => {
        if (isRefusal(user) || !call.tenant.state.apiKeys.values().some(({ userId }) => userId === user.id))
          return user;
        return refusal('wrong-claims', 'The user comes with a key.');
      }),
      'ID tokens of a user who has an API key are refused: the tenant expects the user to use the key.',
      ['OIC-02', 'OIC-26', 'LIF-16'],
    ],
    'users-from-before-the-set-up-are-nobody': [
      (normal) => {
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
      'An ID token is refused if its user was created before the first provider was set up.',
    ],
  }),
  ...breaking(['OIC-01', 'OIC-03'], {
    'subject-must-be-the-email': [
      refusing((_call, { claims: { sub, email } }) => String(sub).includes('@') && sub !== email),
      'An ID token whose subject is an address other than its email claim is refused.',
      ['OIC-11'],
    ],
  }),
  ...breaking('OIC-24', {
    'v2-only': [refusing((call) => call.request.path.startsWith('/api/v3/')), 'No path of v3 accepts ID tokens.'],
    'refused-on-v2-plates': [
      refusing((call) => call.request.path === '/api/v2/plates'),
      'The v2 listing of plates accepts no ID tokens.',
    ],
    'refused-on-assay-results': [
      replaceIf(
        'listingIsForbidden',
        (_call, actor, listing) => listing.kind === 'assayResult' && actor.credential.kind === 'idToken',
        () => refusal('forbidden', 'Assay results are not for ID tokens.'),
      ),
      'The listing of assay results answers ID tokens with 403.',
    ],
    'sorted-listings-take-no-id-token': [
      replaceIf(
        'listingIsForbidden',
        (call, actor) => actor.credential.kind === 'idToken' && call.request.query.has('sort'),
        () => refusal('forbidden', 'Sorting is not possible with an ID token.'),
      ),
      'A sorted listing answers ID tokens with 403.',
      ['OIC-01', 'OIC-02'],
    ],
    'filtered-results-refuse-id-tokens': [
      replaceIf(
        'listingIsForbidden',
        (call, actor) =>
          actor.credential.kind === 'idToken' &&
          call.request.query.keys().some((name) => name.startsWith('schemaFields')),
        () => refusal('forbidden', 'Filters are not possible with an ID token.'),
      ),
      'A filtered listing of assay results answers ID tokens with 403.',
      ['OIC-01', 'OIC-02'],
    ],
  }),
  ...breaking('OIC-25', {
    'an-app-must-be-installed': [
      refusing((call) => call.tenant.state.apps.size === 0),
      'ID tokens are accepted only on a tenant that has an app.',
      ['OIC-01'],
    ],
    'a-consent-must-have-been-given': [
      refusing((call, _token, id) => !call.tenant.state.consents.some(({ userId }) => userId === id)),
      'ID tokens are accepted only for users who have consented to an app.',
      ['OIC-01'],
    ],
    'users-of-an-archived-app-are-refused': [
      becomes('userOfIdToken', (user, call) => {
        if ('refused' in user) return user;
        const { apps, consents } = call.tenant.state;
        const barred = consents.some(({ userId, appId }) => userId === user.id && apps.get(appId)?.archived === true);
        return barred ? refusal('archived-app', 'The app is archived.') : user;
      }),
      'ID tokens of a user who consented to an app are refused while that app is archived.',
      ['OIC-01', 'LIF-29'],
    ],
    'who-denied-an-app-is-refused': [
      (normal) => {
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
      'ID tokens of a user who denied an app are refused.',
    ],
  }),
  ...breaking('OIC-26', {
    'once-only': [
      (normal) => {
        const used = new Set<string>();
        return refusing((_call, { value }) => used.size === used.add(value).size)(normal);
      },
      'An ID token is accepted for one call only.',
      ['LIF-12', 'LIF-15', 'LIF-16'],
    ],
    'five-uses': [
      (normal) => {
        const uses = new Map<string, number>();
        return refusing((_call, { value }) => {
          uses.set(value, (uses.get(value) ?? 0) + 1);
          return (uses.get(value) ?? 0) > 5;
        })(normal);
      },
      'An ID token is accepted for five calls only.',
      ['LIF-12', 'LIF-15', 'LIF-16'],
    ],
    'bound-to-its-connection': [
      (normal) => {
        const connections = new Map<string, Connection>();
        return refusing((call, { value }) => {
          const first = connections.get(value) ?? call.connection;
          connections.set(value, first);
          return first !== call.connection;
        })(normal);
      },
      'An ID token is accepted only on the connection on which it was first used.',
      ['LIF-12', 'LIF-15', 'LIF-16'],
    ],
    'a-minute-after-the-first-use': [
      (normal) => {
        const firsts = new Map<string, number>();
        return refusing((call, { value }) => {
          const first = firsts.get(value) ?? call.now.getTime();
          firsts.set(value, first);
          return call.now.getTime() - first > 60_000;
        })(normal);
      },
      'An ID token is accepted only for a minute after its first use.',
      ['LIF-12', 'LIF-15', 'LIF-16'],
    ],
    'latest-token-of-the-user-only': [
      (normal) => {
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
      'When a user presents another ID token, the earlier one is refused from then on.',
      ['LIF-12', 'LIF-15', 'LIF-16'],
    ],
    'following-pages-refuse-id-tokens': [
      replaceIf(
        'userOfIdToken',
        (call) => call.request.query.has('nextToken'),
        () => refusal('wrong-claims', 'The ID token is not for this.'),
      ),
      'An ID token is accepted for first pages and refused for following pages.',
      ['LST-12', 'OIC-24'],
    ],
  }),
];
