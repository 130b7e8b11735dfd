import { inWords } from '../core/wording.ts';
/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The algorithms with which the suite's own provider signs. */
export type SigningAlgorithm = 'RS256' | 'ES256';

/** The user that a claim names: the user for whom the token is made, or another user. */
export type Whose = 'own' | 'other';

/** The email claim, which decides the user for whom the call acts (Authentication / OpenID Connect, step 3). */
export type EmailClaim =
  | { readonly kind: 'own' | 'other' | 'missing' }
  /** An address that belongs to no user. */
  | { readonly kind: 'unknown'; readonly localPart: string }
  /** The user's own address inside a list or an object. */
  | { readonly kind: 'wrapped'; readonly in: 'list' | 'object' }
  /** Any other value, such as an empty string, null or a number. */
  | { readonly kind: 'value'; readonly value: Json };

/**
 * The claims of a token. Times are seconds relative to the instant for which the token is made; negative values are
 * before it.
 */
export interface ClaimsSpec {
  readonly email: EmailClaim;
  readonly emailVerified: boolean | 'missing';
  /** The sub claim: an e-mail address, the identifier of a user at the tenant, or an opaque value. */
  readonly sub: 'opaque' | Whose | 'own id' | 'other id' | 'missing';
  readonly iss: 'own' | 'other' | 'missing' | 'a number';
  readonly aud: 'expected' | 'list' | 'other' | 'missing';
  /** The exp claim. `nought` is the number 0, the beginning of 1970; `negative` is before that. */
  readonly exp: number | 'missing' | 'nought' | 'negative';
  /** Whether exp is a string of digits. */
  readonly expAsText?: boolean;
  readonly iat: number | 'missing';
  readonly nbf: number | 'missing';
  /** Further claims with an e-mail address, by name: the address of the user, or of another user. */
  readonly named: Readonly<Record<string, Whose>>;
  /** Further claims, by name. They never replace the claims above. */
  readonly extra: Readonly<Record<string, Json>>;
}

/**
 * The `kid` of the header: that of the signing key (or of the key that is abused as a secret), that of another
 * published key, that of no key, no `kid`, or a value that is not a string.
 */
export type KeyIdChoice = 'own' | 'another' | 'unknown' | 'missing' | 'empty' | 'a number' | 'an object';

/** A change to a well-signed token. Afterwards its octets differ from the signed ones. */
export type Alteration =
  /** One bit of the decoded signature is flipped; `at` is a position as a fraction of its length. */
  | { readonly kind: 'bit flipped'; readonly at: number; readonly bit: number }
  | { readonly kind: 'cut' | 'extended'; readonly octets: number }
  | { readonly kind: 'zeros' | 'empty' }
  /** The signature belongs to another payload, or to another header. */
  | { readonly kind: 'of another payload' | 'of another header' }
  /** The payload means the same, but is not written as it was signed. */
  | { readonly kind: 'payload rewritten' };

/** The form of a public key that is used as a shared secret. */
export type SecretForm =
  | 'spki pem'
  | 'spki pem trimmed'
  | 'spki der'
  | 'jwk'
  | 'key set'
  | 'modulus'
  | 'modulus octets'
  | 'empty';

/**
 * The signer and the kind of signature of a token. `key` is the index of a published (or withdrawn) key, modulo the
 * number of keys, so that a drawn number fits any number of keys.
 */
export type SignatureSpec =
  | { readonly kind: 'published'; readonly key: number }
  | { readonly kind: 'withdrawn'; readonly key: number }
  /** A key that no provider ever published. With `claimed`, the claims contain the key. */
  | { readonly kind: 'stranger'; readonly algorithm: SigningAlgorithm; readonly claimed?: boolean }
  | { readonly kind: 'other provider'; readonly key: number }
  /** `noughts` is an empty elliptic curve signature: 64 octets of 0. */
  /** With `alg` undefined, the header has no algorithm. */
  | {
      readonly kind: 'none';
      readonly alg: Json | undefined;
      readonly ending: 'dot' | 'no dot' | 'signature kept' | 'noughts';
    }
  | {
      readonly kind: 'symmetric';
      readonly alg: 'HS256' | 'HS384' | 'HS512';
      readonly key: number;
      readonly secret: SecretForm;
    }
  /**
   * A key that was never published. The header contains it or points to it at the suite's own server; with `kid`, the
   * key identifier is that address.
   */
  | {
      readonly kind: 'header key';
      readonly by: 'jwk' | 'jku' | 'x5u' | 'x5c' | 'kid';
      readonly algorithm: SigningAlgorithm;
    }
  | { readonly kind: 'altered'; readonly key: number; readonly alteration: Alteration };

/** The form of the token: a whole JWT, or a value that only looks like a JWT. */
export type ShapeSpec =
  | { readonly kind: 'whole' }
  /** A whole JWT; in the text of its claims, the at sign and slashes are written as escapes, which mean the same. */
  | { readonly kind: 'escaped' }
  /** Claims without an e-mail address, in octets that are not UTF-8. */
  | { readonly kind: 'not UTF-8' }
  /** A token of `count` parts; further parts repeat the third. */
  | { readonly kind: 'parts'; readonly count: 1 | 2 | 4 | 5 }
  | { readonly kind: 'empty part'; readonly part: 'header' | 'payload' | 'all' }
  /** A part that is not base64url. */
  | { readonly kind: 'not base64'; readonly part: 'header' | 'payload' | 'signature'; readonly text: string }
  /** A header or payload of JSON that is not an object, or of text that is not JSON; its signature is valid. */
  | { readonly kind: 'content'; readonly part: 'header' | 'payload'; readonly text: string }
  /** A header without an algorithm (undefined), or with an unknown one. */
  | { readonly kind: 'algorithm'; readonly alg: Json | undefined };

/** The specification of an ID token, drawn before the provider, its keys or the users exist. */
export interface IdTokenSpec {
  readonly claims: ClaimsSpec;
  readonly typ: 'JWT' | 'at+jwt' | 'missing';
  readonly kid: KeyIdChoice;
  readonly signature: SignatureSpec;
  readonly shape: ShapeSpec;
}

/** A reason to refuse a token. */
export type TokenFlaw = 'form' | 'signature' | 'e-mail' | 'expiry';

/**
 * The standing of a token that is sent at the instant for which it was made, if its provider is trusted and its own
 * user exists (Authentication / OpenID Connect): accepted, refused for its flaws, or unspecified. The specification
 * leaves open which claims other than e-mail are checked.
 */
export type TokenStanding =
  | { readonly standing: 'accepted' }
  | { readonly standing: 'refused'; readonly flaws: readonly TokenFlaw[] }
  | { readonly standing: 'unspecified'; readonly because: readonly string[] };

/** Seconds after its end at which a token must be refused: beyond any allowance for clock skew. */
export const BEYOND_SKEW = 900;

/** Minimum remaining lifetime of an accepted token, in seconds. */
export const LIFE_LEFT = 300;

/** Returns the standing of a token that is made to this spec. */
export function standingOf(spec: IdTokenSpec): TokenStanding {
  const flaws = flawsOf(spec);
  if (flaws.length > 0) return { standing: 'refused', flaws };
  const because = opennessOf(spec);
  return because.length > 0 ? { standing: 'unspecified', because } : { standing: 'accepted' };
}

/**
 * Reports whether an unsigned token still has the form of a JSON Web Signature: three parts, and an algorithm that is a
 * string.
 */
export function isJws({ signature }: IdTokenSpec): boolean {
  return (
    signature.kind !== 'none' ||
    (signature.ending !== 'no dot' && typeof signature.alg === 'string' && signature.alg !== '')
  );
}

function flawsOf({ claims, signature, shape }: IdTokenSpec): TokenFlaw[] {
  const flaws: TokenFlaw[] = [];
  if (shape.kind !== 'whole' && shape.kind !== 'escaped') flaws.push('form');
  if (signature.kind !== 'published' && signature.kind !== 'withdrawn') flaws.push('signature');
  if (!['own', 'other'].includes(claims.email.kind)) flaws.push('e-mail');
  const isBefore1970 = claims.exp === 'nought' || claims.exp === 'negative';
  if (isBefore1970 || (typeof claims.exp === 'number' && claims.exp <= -BEYOND_SKEW)) flaws.push('expiry');
  return flaws;
}

function opennessOf({ claims, kid, signature, typ }: IdTokenSpec): string[] {
  const open: readonly (readonly [boolean, string])[] = [
    // the specification does not say how long a tenant may keep keys that it has fetched
    [signature.kind === 'withdrawn', 'signed with a key that was published once'],
    [kid !== 'own', 'kid is not that of the key that signed'],
    [typ !== 'JWT', 'no typ'],
    [claims.emailVerified !== true, 'email_verified is not true'],
    [claims.sub === 'missing', 'no sub'],
    [claims.iss !== 'own', 'iss is not the provider'],
    [claims.aud !== 'expected', 'aud is not just the expected one'],
    [typeof claims.exp !== 'number' || claims.exp < LIFE_LEFT, 'exp is missing, near or just past'],
    [claims.expAsText === true, 'exp is a string'],
    [claims.iat === 'missing' || claims.iat > 0, 'iat is missing or in the future'],
    [claims.nbf !== 'missing' && claims.nbf > 0, 'nbf is in the future'],
  ];
  return open.filter(([applies]) => applies).map(([, why]) => why);
}

/** Returns the special properties of a token in words, for a finding or a label. */
export function describeIdToken(spec: IdTokenSpec): string {
  const { claims, kid } = spec;
  const oddities = [
    describeShape(spec.shape),
    describeSignature(spec.signature),
    describeKeyId(kid),
    claims.iss === 'a number' ? 'an iss that is a number' : undefined,
    describeEmail(claims.email),
    claims.exp === 'nought' ? 'an exp of 0' : undefined,
    claims.exp === 'negative' ? 'an exp below 0' : undefined,
    claims.expAsText === true ? 'an exp that is a string' : undefined,
    typeof claims.exp === 'number' && claims.exp < 0 ? inWords`exp ${-claims.exp} s ago` : undefined,
  ].filter((words) => words !== undefined);
  return oddities.length === 0 ? 'a well-signed ID token' : `an ID token with ${oddities.join(', ')}`;
}

function describeKeyId(kid: KeyIdChoice): string | undefined {
  switch (kid) {
    case 'own':
      return undefined;
    case 'missing':
      return 'no kid';
    case 'empty':
      return 'an empty kid';
    case 'another':
    case 'unknown':
      return `the kid of ${kid === 'another' ? 'another' : 'no'} key`;
    case 'a number':
    case 'an object':
      return `a kid that is ${kid}`;
  }
}

function describeEmail(email: EmailClaim): string | undefined {
  switch (email.kind) {
    case 'own':
      return undefined;
    case 'other':
      return "another user's e-mail";
    case 'missing':
      return 'no email claim';
    case 'unknown':
      return 'an e-mail of no user';
    case 'wrapped':
      return `the e-mail inside ${email.in === 'list' ? 'a list' : 'an object'}`;
    case 'value':
      return `the email claim ${JSON.stringify(email.value)}`;
  }
}

function describeSignature(signature: SignatureSpec): string | undefined {
  switch (signature.kind) {
    case 'published':
      return undefined;
    case 'withdrawn':
      return 'the signature of a withdrawn key';
    case 'stranger':
      return `the ${signature.algorithm} signature of a key that was never published${signature.claimed === true ? ' and that its claims contain' : ''}`;
    case 'other provider':
      return "the signature of another provider's key";
    case 'none':
      return `${signature.alg === undefined ? 'no alg' : `the alg ${JSON.stringify(signature.alg)}`} and ${
        {
          dot: 'an empty signature',
          'no dot': 'no third part',
          'signature kept': 'a signature left in place',
          noughts: 'a signature of 64 octets of 0',
        }[signature.ending]
      }`;
    case 'symmetric':
      return `an ${signature.alg} signature whose secret is the public key (${signature.secret})`;
    case 'header key':
      return `a signature of a key given by its header's ${signature.by}`;
    case 'altered':
      return describeAlteration(signature.alteration);
  }
}

function describeAlteration(alteration: Alteration): string {
  switch (alteration.kind) {
    case 'bit flipped':
      return 'one bit of its signature flipped';
    case 'cut':
      return inWords`the last ${alteration.octets} octets of its signature cut off`;
    case 'extended':
      return inWords`its signature longer by ${alteration.octets} octets`;
    case 'zeros':
      return 'a signature of zeros';
    case 'empty':
      return 'its signature emptied';
    case 'of another payload':
    case 'of another header':
      return `the signature ${alteration.kind}`;
    case 'payload rewritten':
      return 'its payload not written as it was signed';
  }
}

function describeShape(shape: ShapeSpec): string | undefined {
  switch (shape.kind) {
    case 'whole':
      return undefined;
    case 'escaped':
      return 'characters of its claims written as escapes';
    case 'not UTF-8':
      return 'claims that are not UTF-8';
    case 'parts':
      return `${shape.count} part${shape.count === 1 ? '' : 's'}`;
    case 'empty part':
      return shape.part === 'all' ? 'nothing but its dots' : `an empty ${shape.part}`;
    case 'not base64':
      return `a ${shape.part} that is not base64url`;
    case 'content':
      return `the ${shape.part} ${JSON.stringify(shape.text)}`;
    case 'algorithm':
      return shape.alg === undefined ? 'no alg' : `the alg ${JSON.stringify(shape.alg)}`;
  }
}
