import { createHmac } from 'node:crypto';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** A grant that gives an app a token for the user of the ID token in a field. */
const grantedFor =
  (granted: string, field: string): Fault['behaviour'] =>
  (normal) => {
    const assertionIn = (call: Call): string | undefined =>
      new URLSearchParams(call.request.body.toString('utf8')).get(field) ?? undefined;
    return {
      prepareTokenRequest: (call) => {
        const value = assertionIn(call);
        if (value === undefined) return normal.prepareTokenRequest(call);
        return normal.verifyIdToken(call, value).then((outcome) => {
          call.found.idToken = { value, outcome };
        });
      },
      grantFor: (call, grantType) =>
        grantType === granted
          ? (inner, app, fields) => {
              const actor = normal.authenticateIdToken(inner, fields.get(field) ?? '');
              return isRefusal(actor)
                ? refusal('unsupported-grant-type', 'The assertion is wrong.')
                : normal.issueAccessToken(inner, { kind: 'user', id: actor.id }, app);
            }
          : normal.grantFor(call, grantType),
    };
  };

const userNamed = (call: Call, name: unknown): User | undefined =>
  call.tenant.state.users.values().find((user) => user.name === name);

/** Mistakes about keys, claims and addresses of ID tokens that are written otherwise than most. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'openid-connect/accents-in-addresses-do-not-count',
    breaks: ['OIC-15'],
    also: ['OIC-16'],
    summary: 'An e-mail address with accents on its letters is that of the user without.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, withoutMarks(email)),
    }),
  },
  {
    id: 'openid-connect/an-algorithm-that-is-no-text-is-an-error',
    breaks: ['OIC-22'],
    summary: 'An ID token whose alg is not a text makes the tenant fail.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) =>
        normal.algorithmIsAllowed(call, algorithm) && (algorithm as string).startsWith(''),
      readIdToken: (call, value) => {
        const token = normal.readIdToken(call, value);
        if (!isRefusal(token)) (token.header['alg'] as string).toUpperCase();
        return token;
      },
    }),
  },
  {
    id: 'openid-connect/an-issuer-that-is-no-text-is-an-error',
    breaks: ['OIC-06'],
    also: ['OIC-05', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-22', 'VER-16'],
    summary: 'An ID token whose iss is not a text makes the tenant fail.',
    behaviour: (normal) => ({
      providerOf: (call, token) => {
        (token.claims['iss'] as string).replace(/\/$/, '');
        return normal.providerOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/client-secret-as-secret',
    breaks: ['OIC-06'],
    also: ['OIC-08'],
    summary: 'An ID token that is signed by HS256 with the secret of the client in its aud is accepted.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
      signatureIsRight: (call, provider, token) => {
        const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === token.claims['aud']);
        if (token.header['alg'] !== 'HS256' || app === undefined) return normal.signatureIsRight(call, provider, token);
        const [header, claims, signature] = token.value.split('.');
        const right = createHmac('sha256', app.clientSecret).update(`${header}.${claims}`).digest('base64url');
        return Promise.resolve(signature === right);
      },
    }),
  },
  {
    id: 'openid-connect/refused-while-the-keys-are-fetched',
    breaks: ['OIC-01'],
    also: ['OIC-26', 'OIC-11'],
    summary: 'While the keys of a provider are fetched for one call, other calls with its tokens are refused.',
    behaviour: (normal) => {
      const fetching = new Set<string>();
      return {
        keysOf: async (call, provider, anew) => {
          if (fetching.has(provider.issuer)) return [];
          fetching.add(provider.issuer);
          try {
            return await normal.keysOf(call, provider, anew);
          } finally {
            fetching.delete(provider.issuer);
          }
        },
      };
    },
  },
  {
    id: 'openid-connect/id-token-as-assertion-of-a-grant',
    breaks: ['OIC-27'],
    also: ['TOK-17'],
    summary: 'The grant type of JWT assertions is granted to an app with an ID token as the assertion.',
    behaviour: grantedFor('urn:ietf:params:oauth:grant-type:jwt-bearer', 'assertion'),
  },
  {
    id: 'openid-connect/id-tokens-are-exchanged-for-access-tokens',
    breaks: ['OIC-27'],
    also: ['TOK-17'],
    summary: 'A token exchange with an ID token as subject_token is granted to an app.',
    behaviour: grantedFor('urn:ietf:params:oauth:grant-type:token-exchange', 'subject_token'),
  },
  {
    id: 'openid-connect/name-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-02', 'OIC-16'],
    summary: 'The user is looked for by the name claim, and by the e-mail where that is nobody.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => userNamed(call, token.claims['name']) ?? normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/keys-must-name-their-algorithm',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'Published keys without alg are left out.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ alg }) => alg !== undefined),
        ),
    }),
  },
  {
    id: 'openid-connect/keys-must-name-their-use',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'Published keys without use are left out.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ use }) => use !== undefined),
        ),
    }),
  },
  {
    id: 'openid-connect/a-wrong-signature-bars-the-provider',
    breaks: ['OIC-01'],
    also: ['OIC-26'],
    summary: 'After a token with a wrong signature the provider is not trusted for ten seconds.',
    behaviour: (normal) => {
      const until = new Map<string, number>();
      return {
        verifyIdToken: async (call, value) => {
          const token = normal.readIdToken(call, value);
          const issuer = isRefusal(token) ? '' : String(token.claims['iss']);
          if ((until.get(issuer) ?? 0) > call.now.getTime()) return refusal('wrong-signature', 'Not now.');
          const outcome = await normal.verifyIdToken(call, value);
          if (isRefusal(outcome) && outcome.refused === 'wrong-signature')
            until.set(issuer, call.now.getTime() + 10_000);
          return outcome;
        },
      };
    },
  },
  {
    id: 'openid-connect/only-fifty-users-are-looked-through',
    breaks: ['OIC-02'],
    also: ['OIC-01', 'OIC-17'],
    summary: 'The user of an e-mail address is looked for among the fifty who were created first.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const first = call.tenant.state.users.values().take(50).toArray();
        return isRefusal(user) || first.includes(user) ? user : refusal('unknown-user', 'There is no such user.');
      },
    }),
  },
  {
    id: 'openid-connect/an-address-within-a-claim-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-02', 'OIC-16'],
    summary: 'Where the claim user, profile or identity is an object with an email, that address is taken.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const within = ['user', 'profile', 'identity'].map((name) => token.claims[name] as { email?: unknown } | null);
        const found = within.find((claim) => typeof claim?.email === 'string')?.email;
        return typeof found === 'string' ? found : normal.emailOf(call, token);
      },
    }),
  },
];
