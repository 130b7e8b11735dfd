import type { JWK } from 'jose';
import { refusal } from '../../http/refusal.ts';
import type { Connection } from '../../http/message.ts';
import type { IdentityProvider } from '../../state/identity-provider.ts';
import type { ActorReference } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Mistakes about ID tokens that show in a certain order of events, or for one user or key among several. */
export const evaluatedFaultsTwo: readonly Fault[] = [
  {
    id: 'openid-connect/withdrawn-keys-are-kept',
    breaks: ['OIC-06'],
    also: ['OIC-10'],
    summary: 'A key that was published once stays good after the provider has withdrawn it.',
    behaviour: (normal) => {
      const ever = new Map<string, JWK[]>();
      return {
        keysOf: async (call, provider, anew) => {
          const keys = await normal.keysOf(call, provider, anew);
          const known = ever.get(provider.issuer) ?? [];
          const all = [...keys, ...known.filter((one) => keys.every(({ kid }) => kid !== one.kid))];
          ever.set(provider.issuer, all);
          return all;
        },
      };
    },
  },
  {
    id: 'openid-connect/users-are-listed-when-the-first-token-comes',
    breaks: ['OIC-17'],
    also: ['OIC-01', 'OIC-02'],
    summary:
      'Users are looked up in a list that was made when the first ID token was accepted; later ones are not in it.',
    behaviour: (normal) => {
      let listed: ReadonlySet<string> | undefined;
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          if ('refused' in user) return user;
          listed ??= new Set(call.tenant.state.users.keys());
          return listed.has(user.id) ? user : refusal('unknown-user', 'There is no user with this e-mail address.');
        },
      };
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
    id: 'openid-connect/records-name-the-first-user-of-the-connection',
    breaks: ['OIC-23'],
    summary: 'A record created with an ID token names the user whose ID token came over the same connection first.',
    behaviour: (normal) => {
      const first = new WeakMap<Connection, ActorReference>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!('refused' in actor) && !first.has(call.connection)) first.set(call.connection, actor);
          return actor;
        },
        attributedTo: (call, actor) =>
          normal.attributedTo(
            call,
            actor.credential.kind === 'idToken' ? { ...actor, ...nameOf(first.get(call.connection)) } : actor,
          ),
      };
    },
  },
  {
    id: 'openid-connect/a-list-of-emails-goes-before-the-email',
    breaks: ['OIC-03'],
    also: ['OIC-02'],
    summary: 'Where a token has a claim emails with the address of a user in it, that user is taken.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const { emails } = token.claims;
        const first: unknown = Array.isArray(emails) ? emails[0] : undefined;
        const user = call.tenant.state.users.values().find(({ email }) => email === first);
        return user ?? normal.userOfIdToken(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/an-issuer-unknown-once-stays-so',
    breaks: ['OIC-01'],
    also: ['OIC-20'],
    summary: 'An issuer whose token was refused before it was set up is refused ever after.',
    behaviour: (normal) => {
      const refused = new Set<unknown>();
      return {
        providerOf: (call, token): IdentityProvider | undefined => {
          const provider = normal.providerOf(call, token);
          if (provider === undefined) refused.add(token.claims['iss']);
          return refused.has(token.claims['iss']) ? undefined : provider;
        },
      };
    },
  },
  {
    id: 'openid-connect/withdrawn-projects-are-shown',
    breaks: ['OIC-04'],
    summary: 'A call with an ID token sees the projects that were taken from the user as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'idToken' && project.grants.some((grant) => sameActor(grant.actor, actor))),
    }),
  },
  {
    id: 'openid-connect/kids-that-differ-in-case-are-one',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary:
      'Keys are kept by their kid in lower case, so that of two that differ in letter case the later one is left.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) => {
        const kept = new Map<unknown, JWK>();
        for (const key of keys) kept.set(key.kid?.toLowerCase() ?? key, key);
        return normal.keysFor(call, token, [...kept.values()]);
      },
    }),
  },
];

function nameOf(actor: ActorReference | undefined): Partial<ActorReference> {
  return actor === undefined ? {} : { kind: actor.kind, id: actor.id };
}
