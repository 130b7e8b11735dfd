import { addressVariants } from './openid-connect/addresses.ts';
import type { Deviation } from '../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../http/refusal.ts';
import type { IdToken } from '../state/identity-provider.ts';
import { readingVariants } from './openid-connect/readings.ts';
import { setupVariants } from './openid-connect/setup.ts';
import type { Variant } from './variant.ts';

const audience = 'urn:laboratory:platform';

/** Refuses tokens with wrong claims, in addition to those that are refused anyway. */
function refusing(isWrong: (token: IdToken, nowInSeconds: number) => boolean): Deviation {
  return (normal) => ({
    claimsProblem: (call, token, provider) =>
      normal.claimsProblem(call, token, provider) ??
      (isWrong(token, call.now.getTime() / 1000)
        ? refusal('wrong-claims', 'The claims of the ID token are not as they should be.')
        : undefined),
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Variants of ID tokens. */
export const openidConnectVariants: readonly Variant[] = [
  ...addressVariants,
  ...readingVariants,
  {
    id: 'openid-connect/letter-case-of-e-mail-ignored',
    freedoms: ['FRE-103'],
    summary: 'E-mail addresses are compared without regard to letter case.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email.toLowerCase() === email.toLowerCase() }),
  },
  {
    id: 'openid-connect/e-mail-normalised',
    freedoms: ['FRE-103'],
    summary: 'E-mail addresses are compared in a normal form, without the part after a plus.',
    behaviour: () => {
      const normal = (email: string): string =>
        email
          .normalize('NFKC')
          .trim()
          .replace(/\+[^@]*@/, '@')
          .toLowerCase();
      return { emailMatches: (_call, user, email) => normal(user.email) === normal(email) };
    },
  },
  {
    id: 'openid-connect/no-leeway',
    freedoms: ['FRE-101'],
    summary: 'There is no tolerance for the clock skew of an ID token.',
    behaviour: () => ({ idTokenLeeway: () => 0 }),
  },
  {
    id: 'openid-connect/ten-minutes-of-leeway',
    freedoms: ['FRE-101'],
    summary: 'The tolerance for the clock skew of an ID token is ten minutes.',
    behaviour: () => ({ idTokenLeeway: () => 600 }),
  },
  {
    id: 'openid-connect/audience-wanted',
    freedoms: ['FRE-100', 'FRE-113'],
    summary: 'An ID token must have been issued for this tenant, and for no other audience.',
    behaviour: (normal) => ({
      trustProvider: (tenant, provider) => {
        normal.trustProvider(tenant, provider);
        return audience;
      },
      ...refusing(({ claims: { aud } }) => aud !== audience)(normal),
    }),
  },
  {
    id: 'openid-connect/all-times-checked',
    freedoms: ['FRE-100', 'FRE-101'],
    summary: 'An ID token must say when it was issued: not later than now, and at most a day ago.',
    behaviour: refusing(
      ({ claims: { iat, exp } }, now) => !isNumber(iat) || iat > now || iat < now - 86_400 || exp === 0,
    ),
  },
  {
    id: 'openid-connect/subject-wanted',
    freedoms: ['FRE-100'],
    summary: 'An ID token must have a subject and the type JWT.',
    behaviour: refusing(({ claims: { sub }, header: { typ } }) => typeof sub !== 'string' || typ !== 'JWT'),
  },
  {
    id: 'openid-connect/no-end-needed',
    freedoms: ['FRE-100'],
    summary: 'An ID token without exp is accepted, and nbf is ignored.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => token.claims['exp'] !== undefined && normal.idTokenHasExpired(call, token),
      idTokenIsTooEarly: () => false,
    }),
  },
  {
    id: 'openid-connect/issuer-not-compared',
    freedoms: ['FRE-100'],
    summary: 'Only the keys count: the issuer that a token names is not compared.',
    behaviour: (normal) => ({
      providerOf: (call, token) =>
        normal.providerOf(call, token) ?? [...call.tenant.state.identityProviders.values()].at(-1),
    }),
  },
  {
    id: 'openid-connect/verified-e-mail-wanted',
    freedoms: ['FRE-102'],
    summary: 'An ID token must say that its e-mail address is verified.',
    behaviour: refusing(({ claims }) => claims['email_verified'] !== true),
  },
  {
    id: 'openid-connect/rs256-only',
    freedoms: ['FRE-104'],
    summary: 'RS256 is the only algorithm.',
    behaviour: () => ({ algorithmIsAllowed: (_call, algorithm) => algorithm === 'RS256' }),
  },
  {
    id: 'openid-connect/kid-wanted',
    freedoms: ['FRE-105'],
    summary: 'An ID token must name its key.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        typeof token.header['kid'] === 'string' ? normal.keysFor(call, token, keys) : [],
    }),
  },
  {
    id: 'openid-connect/kid-not-looked-at',
    freedoms: ['FRE-105'],
    summary: 'All published keys are tried in turn, regardless of the key that the token names.',
    behaviour: () => ({
      keysFor: (_call, { header }, keys) => keys.filter(({ alg }) => alg === undefined || alg === header['alg']),
    }),
  },
  {
    id: 'openid-connect/keys-fetched-every-time',
    freedoms: ['FRE-106'],
    summary: 'The keys are fetched for every call.',
    behaviour: () => ({ keysAreFresh: () => false }),
  },
  {
    id: 'openid-connect/keys-kept-for-half-a-day',
    freedoms: ['FRE-106'],
    summary: 'Keys are kept for twelve hours, and are not fetched again earlier.',
    behaviour: (normal) => ({
      keysAreFresh: (call, { at }) => call.now.getTime() - at.getTime() < 43_200_000,
      keysOf: (call, provider, anew) => normal.keysOf(call, provider, anew && provider.fetched === undefined),
    }),
  },
  {
    id: 'openid-connect/provider-away-answered-503',
    freedoms: ['FRE-107'],
    summary: 'While the provider cannot be reached, ID tokens are answered with 503.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'unreachable-provider' ? 503 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'openid-connect/provider-away-means-keys-from-before',
    freedoms: ['FRE-107'],
    summary: 'While the provider cannot be reached, the keys of the last fetch remain in use.',
    behaviour: (normal) => ({
      keysOf: async (call, provider, anew) => {
        try {
          return await normal.keysOf(call, provider, anew);
        } catch (error) {
          if (provider.fetched === undefined) throw error;
          return provider.fetched.keys;
        }
      },
    }),
  },
  {
    id: 'openid-connect/users-are-known-by-their-first-sign-in',
    freedoms: ['FRE-109'],
    summary: 'ID tokens of a user are valid after the user has signed in to the web application.',
    behaviour: (normal) => {
      const signedIn = new WeakSet<object>();
      return {
        beginSession: (call, user) => {
          signedIn.add(user);
          return normal.beginSession(call, user);
        },
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          const isKnown = isRefusal(user) || signedIn.has(user);
          return isKnown ? user : refusal('unknown-user', 'This user has not signed in to the web application yet.');
        },
      };
    },
  },
  {
    id: 'openid-connect/one-provider-at-a-time',
    freedoms: ['FRE-108'],
    summary: 'A provider that is set up replaces the previous one.',
    behaviour: (normal) => ({
      trustProvider: (tenant, provider) => {
        tenant.state.identityProviders.clear();
        return normal.trustProvider(tenant, provider);
      },
    }),
  },
  {
    id: 'openid-connect/suspension-is-the-providers-affair',
    freedoms: ['FRE-111'],
    warnings: ['LIF-15'],
    summary: 'ID tokens of a suspended user are still accepted: their provider has to stop issuing them.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => credential.kind !== 'idToken' && normal.suspensionStops(call, credential),
    }),
  },
  ...setupVariants,
];
