import type { ClaimsSpec, EmailClaim, Json, Whose } from '../../generators/id-token-spec.ts';
import { identifierOf } from './keys.ts';

/** The user and the time for which a token is made, and other values that its spec does not contain. */
export interface Bearer {
  /** The user's e-mail address at the tenant. */
  readonly email: string;
  /** Another user's e-mail address. */
  readonly otherEmail: string;
  /** The user's identifier at the tenant, if it is known, and another user's. */
  readonly id?: string;
  readonly otherId?: string;
  /** The `aud` that the tenant expects. */
  readonly audience: string;
  /** The instant from which the token's times count. */
  readonly at: Date;
  readonly issuer: string;
  readonly otherIssuer: string;
}

export type Claims = Readonly<Record<string, Json>>;

/** Returns the claims of a token by its spec, without those that the spec lists as missing. */
export function claimsOf(spec: ClaimsSpec, bearer: Bearer): Claims {
  const { email, otherEmail, audience, at, issuer, otherIssuer } = bearer;
  const address = (whose: Whose) => (whose === 'own' ? email : otherEmail);
  const second = Math.floor(at.getTime() / 1000);
  const time = (after: ClaimsSpec['exp']) =>
    typeof after === 'number' ? second + after : { missing: undefined, nought: 0, negative: -86_400 }[after];
  const named = Object.entries(spec.named).map(([name, whose]) => {
    // providers that give several addresses give them as a list
    return [name, name === 'emails' ? [address(whose)] : address(whose)] as const;
  });
  const claims: readonly (readonly [string, Json | undefined])[] = [
    ['iss', { own: issuer, other: otherIssuer, missing: undefined, 'a number': 7 }[spec.iss]],
    ['sub', subjectOf(spec.sub, bearer)],
    [
      'aud',
      { expected: audience, list: [audience, 'another'], other: 'https://another.example', missing: undefined }[
        spec.aud
      ],
    ],
    ['exp', spec.expAsText === true ? time(spec.exp)?.toString() : time(spec.exp)],
    ['iat', time(spec.iat)],
    ['nbf', time(spec.nbf)],
    ['email', emailOf(spec.email, bearer)],
    ['email_verified', spec.emailVerified === 'missing' ? undefined : spec.emailVerified],
  ];
  const reserved = new Set(claims.map(([name]) => name));
  const further = [...Object.entries(spec.extra), ...named].filter(([name]) => !reserved.has(name));
  return Object.fromEntries([...claims, ...further].filter((claim): claim is [string, Json] => claim[1] !== undefined));
}

function subjectOf(sub: ClaimsSpec['sub'], { email, otherEmail, id, otherId }: Bearer): string | undefined {
  const opaque = identifierOf('subject', email);
  const known = { own: email, other: otherEmail, 'own id': id ?? opaque, 'other id': otherId ?? opaque };
  return { ...known, opaque, missing: undefined }[sub];
}

function emailOf(claim: EmailClaim, { email, otherEmail }: Bearer): Json | undefined {
  switch (claim.kind) {
    case 'own':
      return email;
    case 'other':
      return otherEmail;
    case 'missing':
      return undefined;
    case 'unknown':
      return `${claim.localPart}@nobody.example`;
    case 'wrapped':
      return claim.in === 'list' ? [email] : { value: email };
    case 'value':
      return claim.value;
  }
}
