import { inWords } from '../core/wording.ts';
/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The algorithms that the suite's own provider signs with. */
export type SigningAlgorithm = 'RS256' | 'ES256';

/** Whom a claim names: the user that the token is made for, or another one. */
export type Whose = 'own' | 'other';

/** The email claim, which decides as whom the call acts (Authentication / OpenID Connect, step 3). */
export type EmailClaim =
  | { readonly kind: 'own' | 'other' | 'missing' }
  /** An address that belongs to nobody. */
  | { readonly kind: 'unknown'; readonly localPart: string }
  /** The user's own address where it is no text of its own. */
  | { readonly kind: 'wrapped'; readonly in: 'list' | 'object' }
  /** Anything else in its place, such as an empty text, null or a number. */
  | { readonly kind: 'value'; readonly value: Json };

/** What the token says. Times are seconds after the instant for which it is made; negative ones are before it. */
export interface ClaimsSpec {
  readonly email: EmailClaim;
  readonly emailVerified: boolean | 'missing';
  /** An e-mail address, or the identifier that a user has at the tenant, where it is not opaque. */
  readonly sub: 'opaque' | Whose | 'own id' | 'other id' | 'missing';
  readonly iss: 'own' | 'other' | 'missing' | 'a number';
  readonly aud: 'expected' | 'list' | 'other' | 'missing';
  /** `nought` is the number 0, the beginning of 1970; what is earlier is negative. */
  readonly exp: number | 'missing' | 'nought' | 'negative';
  /** The end stands there as a text of digits. */
  readonly expAsText?: boolean;
  readonly iat: number | 'missing';
  readonly nbf: number | 'missing';
  /** Further claims that hold an e-mail address, by name: of the user, or of another. */
  readonly named: Readonly<Record<string, Whose>>;
  /** Further claims, by name. They never take the place of those above. */
  readonly extra: Readonly<Record<string, Json>>;
}

/**
 * The `kid` of the header: of the key that signs (or whose secret is abused), of another one that the provider publishes,
 * of none, not there, or no text.
 */
export type KeyIdChoice = 'own' | 'another' | 'unknown' | 'missing' | 'empty' | 'a number' | 'an object';

/** What is done to a token that was signed well: afterwards its octets are others than those that were signed. */
export type Alteration =
  /** One bit of the decoded signature; `at` is a place as a fraction of its length. */
  | { readonly kind: 'bit flipped'; readonly at: number; readonly bit: number }
  | { readonly kind: 'cut' | 'extended'; readonly octets: number }
  | { readonly kind: 'zeros' | 'empty' }
  /** The signature belongs to a payload, or to a header, that says something else. */
  | { readonly kind: 'of another payload' | 'of another header' }
  /** The payload means the same and is written otherwise than it was signed. */
  | { readonly kind: 'payload rewritten' };

/** What a public key is taken for a shared secret as. */
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
 * By whom and how the token is signed. `key` is the position of one among the published (or withdrawn) keys, counted
 * round, so that a drawn number fits any number of keys.
 */
export type SignatureSpec =
  | { readonly kind: 'published'; readonly key: number }
  | { readonly kind: 'withdrawn'; readonly key: number }
  /** A key that no provider ever published; `claimed` writes it into the claims. */
  | { readonly kind: 'stranger'; readonly algorithm: SigningAlgorithm; readonly claimed?: boolean }
  | { readonly kind: 'other provider'; readonly key: number }
  /** `noughts` is what an elliptic curve signature of nothing looks like: 64 octets of 0. */
  /** `alg` undefined leaves it out of the header. */
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
  /** A stranger's key that the header carries, or points to at the suite's own server; `kid` by an identifier that is an address. */
  | {
      readonly kind: 'header key';
      readonly by: 'jwk' | 'jku' | 'x5u' | 'x5c' | 'kid';
      readonly algorithm: SigningAlgorithm;
    }
  | { readonly kind: 'altered'; readonly key: number; readonly alteration: Alteration };

/** The form of the token: a whole JWT, or one that only looks like a JWT. */
export type ShapeSpec =
  | { readonly kind: 'whole' }
  /** A whole one; in the text of its claims the at sign and slashes are written as escapes, which mean the same. */
  | { readonly kind: 'escaped' }
  /** Claims without an e-mail address in octets that are no UTF-8. */
  | { readonly kind: 'not UTF-8' }
  /** So many parts; those beyond the third repeat it. */
  | { readonly kind: 'parts'; readonly count: 1 | 2 | 4 | 5 }
  | { readonly kind: 'empty part'; readonly part: 'header' | 'payload' | 'all' }
  /** A part that is no base64url. */
  | { readonly kind: 'not base64'; readonly part: 'header' | 'payload' | 'signature'; readonly text: string }
  /** A header or payload of JSON that is no object, or of what is no JSON; the signature is good for it. */
  | { readonly kind: 'content'; readonly part: 'header' | 'payload'; readonly text: string }
  /** A header without an algorithm (undefined), or with one that nobody knows. */
  | { readonly kind: 'algorithm'; readonly alg: Json | undefined };

/** What an ID token is to be, drawn before the provider, its keys or the users exist. */
export interface IdTokenSpec {
  readonly claims: ClaimsSpec;
  readonly typ: 'JWT' | 'at+jwt' | 'missing';
  readonly kid: KeyIdChoice;
  readonly signature: SignatureSpec;
  readonly shape: ShapeSpec;
}

/** Why a token is to be refused: what is wrong with it. */
export type TokenFlaw = 'form' | 'signature' | 'e-mail' | 'expiry';

/**
 * What follows from the specification for a token that is sent at the instant for which it was made, where its
 * provider is trusted and its own user exists (Authentication / OpenID Connect): accepted, refused for its flaws, or
 * unspecified, since it leaves open which claims other than e-mail are checked.
 */
export type TokenStanding =
  | { readonly standing: 'accepted' }
  | { readonly standing: 'refused'; readonly flaws: readonly TokenFlaw[] }
  | { readonly standing: 'unspecified'; readonly because: readonly string[] };

/** Seconds that a token must be past its end before nobody's allowance for differing clocks covers it. */
export const BEYOND_SKEW = 900;

/** Seconds that an accepted token still has to live at least. */
export const LIFE_LEFT = 300;

/** What the specification says of a token made to this spec. */
export function standingOf(spec: IdTokenSpec): TokenStanding {
  const flaws = flawsOf(spec);
  if (flaws.length > 0) return { standing: 'refused', flaws };
  const because = opennessOf(spec);
  return because.length > 0 ? { standing: 'unspecified', because } : { standing: 'accepted' };
}

/** Whether an unsigned token still is a JSON Web Signature by its form: three parts, and an algorithm that is a text. */
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
    // how long a tenant may keep keys that it has fetched is not said
    [signature.kind === 'withdrawn', 'signed with a key that was published once'],
    [kid !== 'own', 'kid is not that of the key that signed'],
    [typ !== 'JWT', 'no typ'],
    [claims.emailVerified !== true, 'email_verified is not true'],
    [claims.sub === 'missing', 'no sub'],
    [claims.iss !== 'own', 'iss is not the provider'],
    [claims.aud !== 'expected', 'aud is not just the expected one'],
    [typeof claims.exp !== 'number' || claims.exp < LIFE_LEFT, 'exp is missing, near or just past'],
    [claims.expAsText === true, 'exp is a text'],
    [claims.iat === 'missing' || claims.iat > 0, 'iat is missing or to come'],
    [claims.nbf !== 'missing' && claims.nbf > 0, 'nbf is to come'],
  ];
  return open.filter(([applies]) => applies).map(([, why]) => why);
}

/** What is special about a token, in words, for a finding or a label. */
export function describeIdToken(spec: IdTokenSpec): string {
  const { claims, kid } = spec;
  const odd = [
    describeShape(spec.shape),
    describeSignature(spec.signature),
    describeKeyId(kid),
    claims.iss === 'a number' ? 'an iss that is a number' : undefined,
    describeEmail(claims.email),
    claims.exp === 'nought' ? 'an exp of 0' : undefined,
    claims.exp === 'negative' ? 'an exp below 0' : undefined,
    claims.expAsText === true ? 'an exp that is a text' : undefined,
    typeof claims.exp === 'number' && claims.exp < 0 ? inWords`exp ${-claims.exp} s ago` : undefined,
  ].filter((words) => words !== undefined);
  return odd.length === 0 ? 'a well-signed ID token' : `an ID token with ${odd.join(', ')}`;
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
      return "nobody's e-mail";
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
      return `the ${signature.algorithm} signature of a key that nobody published${signature.claimed === true ? ' and its claims carry' : ''}`;
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
      return 'its payload written otherwise than signed';
  }
}

function describeShape(shape: ShapeSpec): string | undefined {
  switch (shape.kind) {
    case 'whole':
      return undefined;
    case 'escaped':
      return 'characters of its claims written as escapes';
    case 'not UTF-8':
      return 'claims that are no UTF-8';
    case 'parts':
      return `${shape.count} part${shape.count === 1 ? '' : 's'}`;
    case 'empty part':
      return shape.part === 'all' ? 'nothing but its dots' : `an empty ${shape.part}`;
    case 'not base64':
      return `a ${shape.part} that is no base64url`;
    case 'content':
      return `the ${shape.part} ${JSON.stringify(shape.text)}`;
    case 'algorithm':
      return shape.alg === undefined ? 'no alg' : `the alg ${JSON.stringify(shape.alg)}`;
  }
}
