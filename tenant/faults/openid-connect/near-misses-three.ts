import { createHmac } from 'node:crypto';
import type { JWK } from 'jose';
import { fetchProviderKeys } from '../../identity/provider-keys.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { IdToken } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';

const addressIn = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

const keyIn = ({ claims }: IdToken): JWK | undefined => {
  const { cnf } = claims;
  const jwk: unknown = typeof cnf === 'object' && cnf !== null && 'jwk' in cnf ? cnf.jwk : claims['jwk'];
  return typeof jwk === 'object' && jwk !== null ? jwk : undefined;
};

/** ID tokens that go wrong for one spelling, one kind of user, or by what is remembered. */
export const nearMissFaultsThree: readonly Fault[] = [
  {
    id: 'openid-connect/addresses-are-compared-by-sixty-characters',
    breaks: ['OIC-02'],
    also: ['OIC-15', 'OIC-16'],
    summary: 'Addresses are compared as far as a column of sixty characters goes.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email.slice(0, 60) === email.slice(0, 60) }),
  },
  {
    id: 'openid-connect/addresses-in-angle-brackets-are-found',
    breaks: ['OIC-15'],
    summary: 'An email claim that has a name before the address in angle brackets is taken for the address.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, /<([^<>]*)>/.exec(email)?.[1] ?? email),
    }),
  },
  {
    id: 'openid-connect/addresses-end-at-a-control-character',
    breaks: ['OIC-15'],
    summary: 'An email claim ends at the first NUL or line break.',
    behaviour: (normal) => ({
      // eslint-disable-next-line no-control-regex
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replace(/[\0\r\n][^]*$/, '')),
    }),
  },
  {
    id: 'openid-connect/creations-do-not-verify',
    breaks: ['OIC-05'],
    also: ['OIC-06', 'OIC-19'],
    summary: 'What creates an entry believes an ID token whoever signed it.',
    behaviour: (normal) => ({
      signatureIsRight: (call, provider, token) =>
        call.request.method === 'POST' ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/a-signature-of-noughts-verifies',
    breaks: ['OIC-05'],
    summary: 'An ECDSA signature both of whose numbers are nought verifies with every key.',
    behaviour: (normal) => ({
      signatureIsRight: (call, provider, token) => {
        const signature = Buffer.from(token.value.split('.')[2] ?? '', 'base64url');
        return token.header['alg'] === 'ES256' && signature.length === 64 && signature.every((octet) => octet === 0)
          ? Promise.resolve(true)
          : normal.signatureIsRight(call, provider, token);
      },
    }),
  },
  {
    id: 'openid-connect/kid-that-is-an-address-is-followed',
    breaks: ['OIC-09'],
    also: ['OIC-06'],
    summary: 'A kid that is an address is where the keys are fetched from.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) => {
        const { kid } = token.header;
        if (!addressIn(kid)) return normal.signatureIsRight(call, provider, token);
        for (const key of await fetchProviderKeys(provider, () => kid)) {
          if (await normal.keyVerifies(call, token, key)) return true;
        }
        return false;
      },
    }),
  },
  {
    id: 'openid-connect/a-key-in-the-claims-is-trusted',
    breaks: ['OIC-06'],
    summary: 'A key that stands among the claims of an ID token is as good as a published one.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) => {
        const key = keyIn(token);
        if (key !== undefined && (await normal.keyVerifies(call, token, key))) return true;
        return normal.signatureIsRight(call, provider, token);
      },
    }),
  },
  {
    id: 'openid-connect/modulus-as-secret',
    breaks: ['OIC-08'],
    summary: 'HS256 is verified with the modulus of the published key as the secret.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
      signatureIsRight: async (call, provider, token) => {
        if (token.header['alg'] !== 'HS256') return normal.signatureIsRight(call, provider, token);
        const [header = '', payload = '', signature] = token.value.split('.');
        const keys = await normal.keysOf(call, provider, false);
        return keys.some(
          ({ n }) =>
            n !== undefined &&
            [n, Buffer.from(n, 'base64url')].some(
              (secret) => createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature,
            ),
        );
      },
    }),
  },
  {
    id: 'openid-connect/keys-are-remembered-by-kid-over-all-providers',
    breaks: ['OIC-19'],
    also: ['OIC-06', 'OIC-05', 'OIC-18'],
    summary: 'A key that verified a token of one provider is taken for that of its kid with every provider.',
    behaviour: (normal) => {
      const known = new Map<string, JWK>();
      return {
        keyVerifies: async (call, token, key) => {
          const right = await normal.keyVerifies(call, token, key);
          if (right && key.kid !== undefined && !known.has(key.kid)) known.set(key.kid, key);
          return right;
        },
        signatureIsRight: async (call, provider, token) => {
          const key = known.get(String(token.header['kid']));
          if (key !== undefined && (await normal.keyVerifies(call, token, key))) return true;
          return normal.signatureIsRight(call, provider, token);
        },
      };
    },
  },
  {
    id: 'openid-connect/an-end-of-nought-is-none',
    breaks: ['OIC-21'],
    summary: 'An exp of 0 is taken for one that is not there, and the token for one without an end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => token.claims['exp'] !== 0 && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'openid-connect/five-parts-are-an-error',
    breaks: ['OIC-22'],
    summary: 'A bearer value of five parts is taken for an encrypted token, for which the tenant has no key.',
    behaviour: (normal) => ({
      readIdToken: (call, value) =>
        value.split('.').length === 5
          ? refusal('internal-error', 'There is no key to decrypt the token with.')
          : normal.readIdToken(call, value),
    }),
  },
  {
    id: 'openid-connect/a-kid-that-is-no-text-is-an-error',
    breaks: ['OIC-06'],
    also: ['OIC-05', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-22'],
    summary: 'An ID token whose kid is not a text makes the tenant fail.',
    behaviour: (normal) => ({
      readIdToken: (call, value) => {
        const token = normal.readIdToken(call, value);
        if (isRefusal(token)) return token;
        const { kid } = token.header;
        return kid === undefined || typeof kid === 'string'
          ? token
          : refusal('internal-error', 'The identifier of the key could not be read.');
      },
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
    id: 'openid-connect/one-user-at-a-time',
    breaks: ['OIC-26'],
    also: ['OIC-01', 'OIC-02', 'OIC-24'],
    summary: 'When another user comes with an ID token, those that were used before are over.',
    behaviour: (normal) => {
      const over = new Set<string>();
      let current: { readonly value: string; readonly userId: string } | undefined;
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor)) return actor;
          if (over.has(value)) return refusal('expired-id-token', 'The ID token is over.');
          if (current !== undefined && current.userId !== actor.id) over.add(current.value);
          current = { value, userId: actor.id };
          return actor;
        },
      };
    },
  },
  {
    id: 'openid-connect/following-pages-show-everything',
    breaks: ['OIC-04'],
    also: ['OIC-02'],
    summary: 'Following pages show a call with an ID token the records of all projects.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        (actor.credential.kind === 'idToken' && call.request.query.has('nextToken')) ||
        normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'openid-connect/email-true-is-the-first-user',
    breaks: ['OIC-14'],
    summary: 'An email claim of true matches every user, of whom the first is taken.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        (token.claims['email'] === true ? call.tenant.state.users.values().next().value : undefined) ??
        normal.userOfIdToken(call, token),
    }),
  },
];
