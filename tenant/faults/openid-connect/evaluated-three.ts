import type { Call, Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

const bearerOf = (call: Call): string | undefined =>
  /^bearer +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0] ?? '')?.[1];

/** Mistakes about ID tokens that show for one form of a key, a claim or an address, or beside another call. */
export const evaluatedFaultsThree: readonly Fault[] = [
  {
    id: 'openid-connect/kids-with-a-slash-are-not-found',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'A key whose kid holds a slash, a plus or an equals sign is not found.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ kid }) => !/[/+=]/.test(kid ?? '')),
        ),
    }),
  },
  {
    id: 'openid-connect/an-unknown-kind-of-key-spoils-the-set',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'A key set in which one key is neither RSA nor elliptic is read as empty.',
    behaviour: (normal) => ({
      keysOf: async (call, provider, anew) => {
        const keys = await normal.keysOf(call, provider, anew);
        return keys.every(({ kty }) => kty === 'RSA' || kty === 'EC') ? keys : [];
      },
    }),
  },
  {
    id: 'openid-connect/addresses-with-an-apostrophe-are-not-found',
    breaks: ['OIC-02'],
    also: ['OIC-01'],
    summary: 'An e-mail address with an apostrophe is looked up with two of them.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replaceAll("'", "''")),
    }),
  },
  {
    id: 'openid-connect/verified-primary-email-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-16', 'OIC-23', 'OIC-02'],
    summary: 'A claim verified_primary_email with the address of a user goes before the email claim.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const { verified_primary_email: claim } = token.claims;
        const address: unknown = Array.isArray(claim) ? claim[0] : claim;
        const user = call.tenant.state.users.values().find(({ email }) => email === address);
        return user ?? normal.userOfIdToken(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/permissions-are-those-of-the-first-call',
    breaks: ['OIC-02'],
    also: ['OIC-04'],
    summary: 'A call with an ID token sees the projects that the user had when the first one came.',
    behaviour: (normal) => {
      const known = new Map<string, ReadonlySet<string>>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor) || known.has(actor.id)) return actor;
          const projects = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
          known.set(actor.id, new Set(projects.map(({ id }) => id)));
          return actor;
        },
        hasAccess: (call, actor, project) =>
          normal.hasAccess(call, actor, project) &&
          (actor.credential.kind !== 'idToken' || known.get(actor.id)?.has(project.id) === true),
      };
    },
  },
  {
    id: 'openid-connect/known-connections-do-not-verify',
    breaks: ['OIC-05'],
    also: ['OIC-22', 'OIC-06', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-19'],
    summary: 'Once a right ID token of a provider came over a connection, others of it on the same are believed.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Set<string>>();
      return {
        signatureIsRight: async (call, provider, token) => {
          const issuers = known.get(call.connection) ?? new Set();
          known.set(call.connection, issuers);
          if (issuers.has(provider.issuer)) return true;
          const right = await normal.signatureIsRight(call, provider, token);
          if (right) issuers.add(provider.issuer);
          return right;
        },
      };
    },
  },
  {
    id: 'openid-connect/an-algorithm-in-a-list-is-read-as-text',
    breaks: ['OIC-07'],
    also: ['OIC-06'],
    summary: 'An algorithm that stands in a list is taken for the text that it makes, and none for none.',
    behaviour: (normal) => {
      const isNone = (algorithm: unknown) => Array.isArray(algorithm) && String(algorithm) === 'none';
      return {
        algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
        signatureIsRight: (call, provider, token) =>
          isNone(token.header['alg']) ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
      };
    },
  },
  {
    id: 'openid-connect/a-missing-email-is-that-of-the-connection',
    breaks: ['OIC-13'],
    summary: 'An ID token without an email claim acts as the user who came over the same connection before.',
    behaviour: (normal) => {
      const last = new WeakMap<Connection, string>();
      return {
        emailOf: (call, token) => {
          if (!('email' in token.claims)) return last.get(call.connection);
          const email = normal.emailOf(call, token);
          if (email !== undefined) last.set(call.connection, email);
          return email;
        },
      };
    },
  },
  {
    id: 'openid-connect/an-empty-list-of-emails-is-the-first-user',
    breaks: ['OIC-14'],
    summary: 'An email claim that is an empty list matches every user, of whom the first is taken.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const { email } = token.claims;
        const [first] = call.tenant.state.users.values();
        return Array.isArray(email) && email.length === 0 ? first?.email : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/unknown-addresses-are-the-only-user-of-their-domain',
    breaks: ['OIC-15'],
    also: ['OIC-16', 'OIC-17'],
    summary: 'An unknown address is taken for the user of its domain, where there is just one.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = call.tenant.behaviour.emailOf(call, token);
        if (!isRefusal(user) || email === undefined) return user;
        const [only, ...more] = call.tenant.state.users
          .values()
          .filter((one) => domainOf(one.email) === domainOf(email));
        return only === undefined || more.length > 0 ? user : only;
      },
    }),
  },
  {
    id: 'openid-connect/tokens-without-an-issuer-are-believed',
    breaks: ['OIC-06'],
    also: ['OIC-05', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-18'],
    summary: 'An ID token that names no issuer is believed whoever signed it.',
    behaviour: (normal) => ({
      providerOf: (call, token) =>
        'iss' in token.claims
          ? normal.providerOf(call, token)
          : call.tenant.state.identityProviders.values().next().value,
      signatureIsRight: (call, provider, token) =>
        'iss' in token.claims ? normal.signatureIsRight(call, provider, token) : Promise.resolve(true),
    }),
  },
  {
    id: 'openid-connect/an-end-in-text-is-not-looked-at',
    breaks: ['OIC-21'],
    summary: 'The end of an ID token is looked at where exp is a number, and not where it is a text of digits.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        typeof token.claims['exp'] !== 'string' && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'openid-connect/empty-parts-are-an-error',
    breaks: ['OIC-22'],
    summary: 'A bearer value of three parts the first or second of which is empty makes the tenant fail.',
    behaviour: (normal) => ({
      readIdToken: (call, value) => {
        const [header, claims, signature] = value.split('.');
        return signature !== undefined && (header === '' || claims === '')
          ? refusal('internal-error', 'The ID token could not be read.')
          : normal.readIdToken(call, value);
      },
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
    id: 'openid-connect/one-call-at-a-time',
    breaks: ['OIC-26'],
    also: ['OIC-01', 'OIC-02', 'OIC-24'],
    summary: 'While a call with an ID token is under way, another one with it is refused.',
    behaviour: (normal) => {
      const underWay = new Set<string>();
      return {
        verifyIdToken: async (call, value) => {
          if (underWay.has(value)) return refusal('expired-id-token', 'The ID token is in use.');
          underWay.add(value);
          try {
            return await normal.verifyIdToken(call, value);
          } finally {
            underWay.delete(value);
          }
        },
      };
    },
  },
  {
    id: 'openid-connect/a-call-with-a-key-ends-id-tokens',
    breaks: ['OIC-26'],
    also: ['OIC-01'],
    summary: 'When a user calls with the API key, the ID tokens with which they came before are over.',
    behaviour: (normal) => {
      const used = new Map<string, Set<string>>();
      const over = new Set<string>();
      return {
        actorOfKey: (call, key) => {
          for (const value of used.get(key.userId) ?? []) over.add(value);
          return normal.actorOfKey(call, key);
        },
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor)) return actor;
          used.set(actor.id, (used.get(actor.id) ?? new Set()).add(value));
          return over.has(value) ? refusal('expired-id-token', 'The ID token is over.') : actor;
        },
      };
    },
  },
  {
    id: 'openid-connect/a-bearer-id-token-is-a-client-secret',
    breaks: ['OIC-27'],
    summary: 'At the token endpoint an ID token in the Authorization header takes the place of the client secret.',
    behaviour: (normal) => ({
      prepareTokenRequest: async (call) => {
        const value = bearerOf(call);
        if (value?.includes('.') === true) {
          call.found.idToken = {
            value,
            outcome: await call.tenant.behaviour.verifyIdToken(call, value),
          };
        }
        await normal.prepareTokenRequest(call);
      },
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const named = call.tenant.behaviour.findClient(call, fields.get('client_id') ?? '');
        const value = bearerOf(call);
        if (!isRefusal(app) || named === undefined || value === undefined) return app;
        const user = call.tenant.behaviour.authenticateIdToken(call, value);
        return isRefusal(user) ? app : named;
      },
    }),
  },
];
