import type { JWK } from 'jose';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { IdentityProvider } from '../../state/identity-provider.ts';
import { filters } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a provider of which only the issuer is known. */
function found(issuer: string, like: IdentityProvider): IdentityProvider {
  const configurationUrl = `${issuer}/.well-known/openid-configuration`;
  return { issuer, configurationUrl, caPem: like.caPem, fetched: undefined };
}

/** Faults that trust providers or keys that are not set up, or distrust those that are (OIC-18 to OIC-20). */
export const providerFaults: readonly Fault[] = [
  ...breaking('OIC-18', {
    'any-provider-trusted-once-one-is': [
      (normal) => ({
        providerOf: (call, token) => {
          const [first] = call.tenant.state.identityProviders.values();
          const { iss } = token.claims;
          return (
            normal.providerOf(call, token) ??
            (first === undefined || typeof iss !== 'string' ? undefined : found(iss, first))
          );
        },
      }),
      'Once a provider is set up, the configuration of any other issuer is fetched and trusted too.',
    ],
    'issuer-compared-by-its-host': [
      (normal) => ({
        providerOf: (call, token) => {
          const iss = String(token.claims['iss']);
          const host = URL.canParse(iss) ? new URL(iss).host : undefined;
          const alike = [...call.tenant.state.identityProviders.values()].find(
            ({ issuer }) => new URL(issuer).host === host,
          );
          return normal.providerOf(call, token) ?? (alike === undefined ? undefined : found(iss, alike));
        },
      }),
      'An issuer on the same host as a trusted issuer is trusted.',
    ],
    'untrusted-issuers-are-forbidden-to-filter': [
      becomes('authenticateIdToken', (actor, call) =>
        isRefusal(actor) && actor.refused === 'untrusted-issuer' && filters(call)
          ? refusal('forbidden', 'The issuer of the ID token is not trusted.')
          : actor,
      ),
      'In a listing with a filter a token of an untrusted issuer is answered with 403.',
    ],
  }),
  ...breaking(
    ['OIC-18', 'OIC-20'],
    {
      'unknown-issuer-not-verified': [
        (normal) => ({
          verifyIdToken: async (call, value) => {
            const token = normal.readIdToken(call, value);
            return isRefusal(token) || normal.providerOf(call, token) !== undefined
              ? normal.verifyIdToken(call, value)
              : { ...token, issuer: String(token.claims['iss']) };
          },
        }),
        'If the issuer is unknown, there are no keys, and the token is accepted without verification.',
      ],
      'unknown-issuer-answered-403': [
        replaceIf(
          'refusalStatus',
          (_call, refused) => refused.refused === 'untrusted-issuer',
          () => 403,
        ),
        'ID tokens of an issuer that is not trusted are answered with 403.',
      ],
    },
    ['TRN-07', 'TRN-08'],
  ),
  ...breaking(
    'OIC-20',
    {
      'everybody-trusted-before-the-set-up': [
        (normal) => ({
          verifyIdToken: async (call, value) => {
            const token = normal.readIdToken(call, value);
            return isRefusal(token) || call.tenant.state.identityProviders.size > 0
              ? normal.verifyIdToken(call, value)
              : { ...token, issuer: String(token.claims['iss']) };
          },
        }),
        'As long as no provider is set up, ID tokens of any issuer are accepted.',
      ],
      'not-found-before-the-set-up': [
        (normal) => ({
          verifyIdToken: async (call, value) => {
            const outcome = await normal.verifyIdToken(call, value);
            return isRefusal(outcome) &&
              outcome.refused === 'untrusted-issuer' &&
              call.tenant.state.identityProviders.size === 0
              ? refusal('not-found', 'OpenID Connect is not set up.')
              : outcome;
          },
        }),
        'As long as no provider is set up, ID tokens are answered with 404.',
      ],
    },
    ['TRN-07', 'TRN-08'],
  ),
  ...breaking('OIC-19', {
    'keys-of-all-providers-in-one-pool': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          if (await normal.signatureIsRight(call, provider, token)) return true;
          for (const other of call.tenant.state.identityProviders.values()) {
            if (other !== provider && (await normal.signatureIsRight(call, other, token))) return true;
          }
          return false;
        },
      }),
      'A token may be signed with a key of any trusted provider, regardless of the issuer that it names.',
    ],
    'kid-decides-whether-to-verify': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          const keys = await normal.keysOf(call, provider, false);
          return (
            keys.some(({ kid }) => kid !== undefined && kid === token.header['kid']) ||
            normal.signatureIsRight(call, provider, token)
          );
        },
      }),
      'An ID token that names the trusted issuer and the kid of one of its keys is accepted without verification.',
      ['OIC-05', 'OIC-06', 'OIC-09'],
    ],
    'keys-are-remembered-by-kid-over-all-providers': [
      (normal) => {
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
      'A key that has verified a token of one provider is used for its kid with every provider.',
      ['OIC-06', 'OIC-05', 'OIC-18'],
    ],
  }),
  ...breaking('OIC-06', {
    'tokens-without-an-issuer-are-believed': [
      (normal) => ({
        providerOf: (call, token) =>
          'iss' in token.claims
            ? normal.providerOf(call, token)
            : call.tenant.state.identityProviders.values().next().value,
        signatureIsRight: (call, provider, token) =>
          'iss' in token.claims ? normal.signatureIsRight(call, provider, token) : Promise.resolve(true),
      }),
      'An ID token that names no issuer is accepted, regardless of who signed it.',
      ['OIC-05', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-18'],
    ],
  }),
  ...breaking('OIC-01', {
    'an-issuer-unknown-once-stays-so': [
      (normal) => {
        const refused = new Set<unknown>();
        return {
          providerOf: (call, token): IdentityProvider | undefined => {
            const provider = normal.providerOf(call, token);
            if (provider === undefined) refused.add(token.claims['iss']);
            return refused.has(token.claims['iss']) ? undefined : provider;
          },
        };
      },
      'An issuer whose token was refused before the issuer was set up stays refused.',
      ['OIC-20'],
    ],
    'a-wrong-signature-bars-the-provider': [
      (normal) => {
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
      'After a token with a wrong signature the provider is not trusted for ten seconds.',
      ['OIC-26'],
    ],
  }),
];
