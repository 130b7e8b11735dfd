import fc from 'fast-check';
import {
  BEYOND_SKEW,
  LIFE_LEFT,
  type Alteration,
  type ClaimsSpec,
  type EmailClaim,
  type IdTokenSpec,
  type Json,
  type KeyIdChoice,
  type SecretForm,
  type ShapeSpec,
  type SignatureSpec,
  type SigningAlgorithm,
} from './id-token-spec.ts';
import { shares } from './share.ts';
import { objectOf } from './object.ts';
import { day } from '../core/spans.ts';

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> => objectOf<T>(model);

const algorithms = fc.constantFrom<SigningAlgorithm>('RS256', 'ES256');
// the index of a key, modulo the number of keys
const positions = fc.nat(5);
const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
const bareText = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength });

/**
 * Claims other than `email` in which providers put an e-mail address or a login name. They must not choose the user
 * (OIC-03).
 */
export const namingClaims = [
  ...['preferred_username', 'name', 'upn', 'unique_name', 'nickname', 'login', 'mail', 'user'],
  ...['emails', 'Email', 'EMAIL', 'e_mail', 'email_address', 'emailAddress', 'username', 'login_hint'],
  ...['verified_primary_email', 'contact_email', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
  'https://claims.example/email',
];

/**
 * Further claims as providers send them, and invented ones. Claims that a tenant may want to check (`nonce`, `azp`,
 * `acr`, `at_hash`, …) are left out. They are small, because the whole token must fit into one header.
 */
export const extraClaims: fc.Arbitrary<Readonly<Record<string, Json>>> = fc
  .tuple(
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('groups', 'roles', 'locale', 'zoneinfo', 'picture', 'department', 'given_name', 'family_name'),
        bareText(lowerCase, 1, 8).map((word) => `https://claims.example/${word}`),
        bareText(lowerCase, 1, 8).map((word) => `x_${word}`),
      ),
      fc.oneof(
        { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2, depthSize: 'xsmall' }) as fc.Arbitrary<Json> },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Json>('Zoë Łukasz', '研究者', '🧬', ['Ω', null], { ключ: 'значение' }),
        },
      ),
      { maxKeys: 4, size: 'small', noNullPrototype: true },
    ),
    fc.boolean(),
  )
  .map(([claims, some]) => (some && JSON.stringify(claims).length < 1000 ? claims : {}));

const namedClaims = (whose: 'own' | 'other'): fc.Arbitrary<ClaimsSpec['named']> =>
  fc.subarray(namingClaims).map((names) => Object.fromEntries(names.map((name) => [name, whose])));

/** Claims that give no reason to refuse the token. */
export const rightClaims: fc.Arbitrary<ClaimsSpec> = record<ClaimsSpec>({
  email: fc.constant<EmailClaim>({ kind: 'own' }),
  emailVerified: fc.constant(true),
  sub: fc.constantFrom('opaque', 'opaque', 'own', 'other'),
  iss: fc.constant('own'),
  aud: fc.constant('expected'),
  exp: fc.oneof(fc.constantFrom(LIFE_LEFT, 900, 2700), fc.integer({ min: LIFE_LEFT, max: 2700 })),
  iat: fc.oneof(fc.constantFrom(0, -1), fc.integer({ min: -120, max: 0 })),
  nbf: fc.oneof(fc.constant('missing' as const), fc.integer({ min: -120, max: 0 })),
  named: fc.oneof(fc.constant({}), namedClaims('own'), namedClaims('other')),
  extra: extraClaims,
});

/** Tokens that a tenant must accept if it trusts their provider: published key, own e-mail, live (OIC-01, OIC-11). */
export const rightIdTokens: fc.Arbitrary<IdTokenSpec> = record<IdTokenSpec>({
  claims: rightClaims,
  typ: fc.constant('JWT'),
  kid: fc.constant('own'),
  signature: record<SignatureSpec>({ kind: fc.constant('published'), key: positions }),
  shape: fc.constant<ShapeSpec>({ kind: 'whole' }),
});

/** Right tokens with the user's e-mail that name another user in all other claims (OIC-03). */
export const idTokensThatNameAnother: fc.Arbitrary<IdTokenSpec> = fc
  .tuple(rightIdTokens, fc.subarray(namingClaims, { minLength: 1 }), fc.constantFrom('other', 'other id'))
  .map(([spec, names, sub]) => ({
    ...spec,
    claims: { ...spec.claims, sub, named: Object.fromEntries(names.map((name) => [name, 'other'])) },
  }));

/** Changes to well-signed tokens that change the octets, not only their spelling (OIC-05). */
export const alterations: fc.Arbitrary<Alteration> = fc.oneof(
  {
    weight: 4,
    arbitrary: record<Alteration>({
      kind: fc.constant('bit flipped'),
      at: fc.oneof(fc.constantFrom(0, 1), shares),
      bit: fc.nat(7),
    }),
  },
  {
    weight: 2,
    arbitrary: record<Alteration>({
      kind: fc.constantFrom('cut', 'extended'),
      octets: fc.integer({ min: 1, max: 32 }),
    }),
  },
  { weight: 2, arbitrary: record<Alteration>({ kind: fc.constantFrom('zeros', 'empty') }) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('of another payload', 'of another header', 'payload rewritten')
      .map((kind): Alteration => ({ kind })),
  },
);

const secretForms = fc.constantFrom<SecretForm>(
  ...(['spki pem', 'spki pem trimmed', 'spki der', 'jwk', 'key set', 'modulus', 'modulus octets', 'empty'] as const),
);

/** Well-signed tokens that were altered afterwards (OIC-05). */
export const alteredSignatures: fc.Arbitrary<SignatureSpec> = fc.oneof(
  {
    weight: 12,
    arbitrary: record<SignatureSpec>({ kind: fc.constant('altered'), key: positions, alteration: alterations }),
  },
  {
    weight: 2,
    arbitrary: record<SignatureSpec>({
      kind: fc.constant('none'),
      // includes algorithms with which the provider never signs
      alg: fc.constantFrom('ES256', 'PS256', 'EdDSA', 'RS512', 'ES512'),
      ending: fc.constant('noughts'),
    }),
  },
);

/** Signatures of keys that the provider's configuration does not lead to (OIC-06). */
export const strangersSignatures: fc.Arbitrary<SignatureSpec> = record<SignatureSpec>({
  kind: fc.constant('stranger'),
  algorithm: algorithms,
  claimed: fc.boolean(),
});

/** Signatures of another provider's keys (OIC-19). Issuing such a token needs that provider. */
export const otherProvidersSignatures: fc.Arbitrary<SignatureSpec> = record<SignatureSpec>({
  kind: fc.constant('other provider'),
  key: positions,
});

/** No signature at all, in the spellings that pass careless comparisons (OIC-07). */
export const absentSignatures: fc.Arbitrary<SignatureSpec> = fc.oneof(
  {
    weight: 4,
    arbitrary: record<SignatureSpec>({
      kind: fc.constant('none'),
      alg: fc.constantFrom<Json>('none', 'none', 'none', 'None', 'NONE', 'nOnE', 'nonE', ['none'], ' none', 'none '),
      ending: fc.constantFrom('dot', 'no dot', 'signature kept'),
    }),
  },
  // 'signature kept' is left out: a tenant may verify the signature with the algorithm that the key names
  {
    weight: 2,
    arbitrary: record<SignatureSpec>({
      kind: fc.constant('none'),
      alg: fc.constantFrom<Json | undefined>(undefined, undefined, null, ''),
      ending: fc.constantFrom('dot', 'no dot'),
    }),
  },
);

/** Signatures whose secret is public: the published key in one of its forms (OIC-08). */
export const symmetricSignatures: fc.Arbitrary<SignatureSpec> = record<SignatureSpec>({
  kind: fc.constant('symmetric'),
  alg: fc.constantFrom('HS256', 'HS256', 'HS384', 'HS512'),
  key: positions,
  secret: secretForms,
});

/** Signatures of keys that the token itself contains or points to (OIC-09). */
export const headerKeySignatures: fc.Arbitrary<SignatureSpec> = record<SignatureSpec>({
  kind: fc.constant('header key'),
  by: fc.constantFrom('jwk', 'jku', 'x5u', 'x5c', 'kid'),
  algorithm: algorithms,
});

type LeftOpen = Partial<Pick<IdTokenSpec, 'typ'> & Pick<ClaimsSpec, 'aud' | 'emailVerified' | 'iat' | 'sub'>>;

/**
 * Properties that a tenant may or may not demand of right tokens (FRE-100, FRE-102, FRE-113). A wrong token without
 * such a property is still wrong. A tenant may check other claims only if the property is present, so such tokens can
 * find it.
 */
const leftOpen: fc.Arbitrary<LeftOpen> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<LeftOpen>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<LeftOpen>(
      { typ: 'missing' },
      { typ: 'at+jwt' },
      { iat: 'missing' },
      { sub: 'missing' },
      { aud: 'list' },
      { aud: 'missing' },
      { emailVerified: 'missing' },
    ),
  },
);

function withVariation(spec: IdTokenSpec, { typ = spec.typ, ...claims }: LeftOpen): IdTokenSpec {
  return { ...spec, typ, claims: { ...spec.claims, ...claims } };
}

/**
 * Returns tokens with right claims, though perhaps without an issuer, and one of these signatures. If another party's
 * key signs, the `kid` is any. If the provider's own signature was altered, the `kid` is that of the key.
 */
export function wronglySigned(signatures: fc.Arbitrary<SignatureSpec>): fc.Arbitrary<IdTokenSpec> {
  return fc
    .tuple(
      rightIdTokens,
      signatures,
      fc.constantFrom<KeyIdChoice>('another', 'another', 'own', 'unknown', 'missing', 'empty', 'a number', 'an object'),
      fc.constantFrom<ClaimsSpec['iss']>('own', 'own', 'own', 'own', 'missing', 'a number'),
      leftOpen,
    )
    .map(([spec, signature, kid, iss, open]) =>
      withVariation(
        {
          ...spec,
          // a token of another provider is a case about the issuer that it names
          claims: { ...spec.claims, iss: signature.kind === 'other provider' ? spec.claims.iss : iss },
          signature,
          kid: signature.kind === 'altered' ? 'own' : kid,
        },
        open,
      ),
    );
}

/** Tokens with right claims and a wrong signature, in every way that needs no second provider. */
export const wronglySignedIdTokens: fc.Arbitrary<IdTokenSpec> = wronglySigned(
  fc.oneof(
    { weight: 4, arbitrary: alteredSignatures },
    { weight: 2, arbitrary: strangersSignatures },
    { weight: 2, arbitrary: absentSignatures },
    { weight: 2, arbitrary: symmetricSignatures },
    { weight: 2, arbitrary: headerKeySignatures },
  ),
);

/** E-mail claims that name no user: missing, empty, not a string, or an address of no user (OIC-13, OIC-14, OIC-15). */
export const wrongEmails: fc.Arbitrary<EmailClaim> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<EmailClaim>({ kind: 'missing' }) },
  {
    weight: 3,
    arbitrary: bareText('abcdefghijklmnopqrstuvwxyz0123456789', 12, 20).map((localPart): EmailClaim => ({
      kind: 'unknown',
      localPart,
    })),
  },
  { weight: 2, arbitrary: record<EmailClaim>({ kind: fc.constant('wrapped'), in: fc.constantFrom('list', 'object') }) },
  {
    weight: 3,
    arbitrary: record<EmailClaim>({
      kind: fc.constant('value'),
      value: fc.constantFrom<Json>('', '', '', ' ', null, null, true, false, 0, 1, -1.5, [], {}, [''], '@', '*', '%'),
    }),
  },
);

/** Well-signed, live tokens whose e-mail authenticates no user. */
export const wrongEmailIdTokens: fc.Arbitrary<IdTokenSpec> = fc
  .tuple(rightIdTokens, wrongEmails)
  .map(([spec, email]) => ({ ...spec, claims: { ...spec.claims, email } }));

/** Well-signed tokens that ended minutes up to a month ago, beyond any allowance for clock skew (OIC-21). */
export const expiredIdTokens: fc.Arbitrary<IdTokenSpec> = fc
  .tuple(
    rightIdTokens,
    fc.oneof(fc.constantFrom(BEYOND_SKEW, 3600, day), fc.integer({ min: BEYOND_SKEW, max: 30 * day })),
    fc.integer({ min: LIFE_LEFT, max: 3600 }),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('ago') },
      // a NumericDate need not be whole (RFC 7519, section 2)
      { weight: 2, arbitrary: fc.constant('with a fraction') },
      { weight: 1, arbitrary: fc.constant('nought') },
      { weight: 2, arbitrary: fc.constant('negative') },
      { weight: 1, arbitrary: fc.constant('as a text') },
    ),
    leftOpen,
  )
  .map(([spec, ago, life, end, open]): IdTokenSpec => {
    const claims: ClaimsSpec = {
      ...spec.claims,
      exp: end === 'nought' || end === 'negative' ? end : -ago - (end === 'with a fraction' ? 0.5 : 0),
      ...(end === 'as a text' ? { expAsText: true } : {}),
      iat: -ago - life,
      nbf: spec.claims.nbf === 'missing' ? 'missing' : -ago - life,
    };
    return withVariation({ ...spec, claims }, open);
  });

// characters that are allowed in a bearer token (RFC 6750, section 2.1), but not in base64url
const notBase64 = fc.constantFrom('~', '~~~~', 'e30~', '~e30', 'a~b~c', '~'.repeat(43));
const notAnObject = fc.oneof(
  fc.constantFrom('', 'null', 'true', '0', '1e9', '""', '"text"', '[]', '[{}]', '[{"email":"a@b.example"}]'),
  fc.constantFrom(
    '{',
    '}',
    '{]',
    '{"email"}',
    "{'email':'a@b.example'}",
    '{"email":"a@b.example"',
    'email=a',
    '\u0000',
  ),
  bareText('abcdefghijklmnopqrstuvwxyz{}[]":,', 1, 20).filter((text) => !isJsonObject(text)),
);

/** Forms that only look like a JWT (OIC-22). */
export const malformedShapes: fc.Arbitrary<ShapeSpec> = fc.oneof(
  { weight: 3, arbitrary: record<ShapeSpec>({ kind: fc.constant('parts'), count: fc.constantFrom(1, 2, 4, 5) }) },
  {
    weight: 2,
    arbitrary: record<ShapeSpec>({
      kind: fc.constant('empty part'),
      part: fc.constantFrom('header', 'payload', 'all'),
    }),
  },
  {
    weight: 3,
    arbitrary: record<ShapeSpec>({
      kind: fc.constant('not base64'),
      part: fc.constantFrom('header', 'payload', 'signature'),
      text: notBase64,
    }),
  },
  {
    weight: 4,
    arbitrary: record<ShapeSpec>({
      kind: fc.constant('content'),
      part: fc.constantFrom('header', 'payload'),
      text: notAnObject,
    }),
  },
  { weight: 3, arbitrary: fc.constant<ShapeSpec>({ kind: 'not UTF-8' }) },
  {
    weight: 3,
    arbitrary: record<ShapeSpec>({
      kind: fc.constant('content'),
      part: fc.constant('payload'),
      // valid JSON in which a lookup of a claim fails
      text: fc.constantFrom('null', '[]', '0', '""'),
    }),
  },
  {
    weight: 4,
    arbitrary: record<ShapeSpec>({
      kind: fc.constant('algorithm'),
      alg: fc.constantFrom<Json | undefined>(undefined, '', 'XS256', 'RS255', 'rsa', 0, null, true, [], {
        alg: 'RS256',
      }),
    }),
  },
);

/** Tokens with right claims and a right key that look like a JWT and are malformed. */
export const malformedIdTokens: fc.Arbitrary<IdTokenSpec> = fc
  .tuple(rightIdTokens, malformedShapes)
  .map(([spec, shape]) => ({ ...spec, shape }));

/** Wrong tokens of every kind that needs no second provider. */
export const wrongIdTokens: fc.Arbitrary<IdTokenSpec> = fc.oneof(
  { weight: 5, arbitrary: wronglySignedIdTokens },
  { weight: 2, arbitrary: wrongEmailIdTokens },
  { weight: 2, arbitrary: malformedIdTokens },
  { weight: 1, arbitrary: expiredIdTokens },
);

/**
 * Well-signed, live tokens with the user's e-mail for which the specification does not say whether they are accepted:
 * variations of claims other than email, and a `kid` that does not lead to the key. For observations, never for a
 * judgement.
 */
export const unspecifiedIdTokens: fc.Arbitrary<IdTokenSpec> = fc
  .tuple(
    rightIdTokens,
    fc.constantFrom<readonly [keyof ClaimsSpec, ClaimsSpec[keyof ClaimsSpec]] | KeyIdChoice | 'no typ'>(
      ['emailVerified', false],
      ['emailVerified', 'missing'],
      ['sub', 'missing'],
      ['iss', 'other'],
      ['iss', 'missing'],
      ['aud', 'list'],
      ['aud', 'other'],
      ['aud', 'missing'],
      ['exp', 'missing'],
      ['exp', -30],
      ['iat', 'missing'],
      ['iat', 3600],
      ['nbf', 3600],
      'another',
      'unknown',
      'missing',
      'no typ',
    ),
  )
  .map(([spec, change]): IdTokenSpec => {
    if (change === 'no typ') return { ...spec, typ: 'missing' };
    if (typeof change === 'string') return { ...spec, kid: change };
    return { ...spec, claims: { ...spec.claims, [change[0]]: change[1] } };
  });

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
