import type { Alteration, IdTokenSpec, Json, ShapeSpec } from '../../generators/id-token-spec.ts';
import { claimsOf, type Bearer, type Claims } from './claims.ts';
import type { ProviderKeys } from './key-set.ts';
import { keyIdOf, signatoryOf, type Signatory, type SigningDesk } from './signatory.ts';

/** A token with its header and claims. */
export interface IssuedIdToken {
  readonly token: string;
  /** The header and the claims of the spec, before the form of the token was damaged. */
  readonly header: Readonly<Record<string, Json>>;
  readonly claims: Claims;
}

/**
 * Makes the token that the spec describes. The same spec, bearer and keys give the same token, except for ES256
 * signatures, which are random.
 *
 * @throws {SuiteMistake} if the spec needs a key that does not exist
 */
export async function makeIdToken(
  spec: IdTokenSpec,
  bearer: Bearer,
  desk: SigningDesk,
  otherKeys: ProviderKeys | undefined,
): Promise<IssuedIdToken> {
  const signatory = await signatoryOf(spec.signature, desk, otherKeys);
  const claims = { ...claimsOf(spec.claims, bearer), ...signatory.claims };
  const kid = keyIdOf(spec.kid, signatory, desk.keys);
  const { alg, ...further } = signatory.header;
  const given = spec.shape.kind === 'algorithm' ? spec.shape.alg : alg;
  const header: Record<string, Json> = {
    ...(given === undefined ? {} : { alg: given }),
    ...(spec.typ === 'missing' ? {} : { typ: spec.typ }),
    ...(kid === undefined ? {} : { kid }),
    ...further,
  };
  const parts = [partOf('header', JSON.stringify(header), spec.shape), payloadOf(claims, spec.shape)] as const;
  return { token: assembled(spec, parts, header, claims, signatory), header, claims };
}

function assembled(
  { signature, shape }: IdTokenSpec,
  parts: readonly [string, string],
  header: Readonly<Record<string, Json>>,
  claims: Claims,
  signatory: Signatory,
): string {
  if (signature.kind === 'altered') {
    return shaped(altered(parts, header, claims, signatory, signature.alteration), shape);
  }
  const input = parts.join('.');
  if (signature.kind === 'none' && signature.ending === 'no dot') return input;
  return shaped([...parts, encoded(signatory.sign(input))], shape);
}

function altered(
  [header, payload]: readonly [string, string],
  headerContent: Readonly<Record<string, Json>>,
  claims: Claims,
  { sign }: Signatory,
  alteration: Alteration,
): readonly string[] {
  const right = `${header}.${payload}`;
  switch (alteration.kind) {
    case 'bit flipped':
      return [header, payload, encoded(flipped(sign(right), alteration.at, alteration.bit))];
    case 'cut':
      return [header, payload, encoded(sign(right).subarray(0, -alteration.octets))];
    case 'extended':
      return [header, payload, encoded(Buffer.concat([sign(right), Buffer.alloc(alteration.octets, 0x5a)]))];
    case 'zeros':
      return [header, payload, encoded(Buffer.alloc(sign(right).length))];
    case 'empty':
      return [header, payload, ''];
    case 'of another payload': {
      const other = encoded(JSON.stringify({ ...claims, email: 'somebody@nobody.example', jti: 'another' }));
      return [header, payload, encoded(sign(`${header}.${other}`))];
    }
    case 'of another header': {
      const other = encoded(JSON.stringify({ ...headerContent, cty: 'another' }));
      return [header, payload, encoded(sign(`${other}.${payload}`))];
    }
    case 'payload rewritten':
      return [header, encoded(JSON.stringify(claims, undefined, 1)), encoded(sign(right))];
  }
}

function payloadOf(claims: Claims, shape: ShapeSpec): string {
  if (shape.kind === 'not UTF-8') {
    const octet = String.fromCharCode(0xff);
    return encoded(Buffer.from(JSON.stringify({ ...claims, email: undefined, given_name: octet }), 'latin1'));
  }
  const content = JSON.stringify(claims);
  // both characters occur only inside JSON strings
  const escaped = content.replaceAll('@', String.raw`\u0040`).replaceAll('/', String.raw`\/`);
  return partOf('payload', shape.kind === 'escaped' ? escaped : content, shape);
}

/** Returns a part of the token, as it is sent and signed. */
function partOf(part: 'header' | 'payload', content: string, shape: ShapeSpec): string {
  if (shape.kind === 'not base64' && shape.part === part) return shape.text;
  return encoded(shape.kind === 'content' && shape.part === part ? shape.text : content);
}

function shaped([header = '', payload = '', signature = '']: readonly string[], shape: ShapeSpec): string {
  switch (shape.kind) {
    case 'parts':
      return [header, payload, ...Array<string>(3).fill(signature)].slice(0, shape.count).join('.');
    case 'empty part':
      if (shape.part === 'all') return '..';
      return shape.part === 'header' ? `.${payload}.${signature}` : `${header}..${signature}`;
    case 'not base64':
      return [header, payload, shape.part === 'signature' ? shape.text : signature].join('.');
    case 'whole':
    case 'escaped':
    case 'not UTF-8':
    case 'content':
    case 'algorithm':
      return [header, payload, signature].join('.');
  }
}

function flipped(signature: Buffer, at: number, bit: number): Buffer {
  const place = Math.min(signature.length - 1, Math.floor(at * signature.length));
  return Buffer.from(signature.map((octet, index) => (index === place ? octet ^ (1 << bit) : octet)));
}

function encoded(octets: Buffer | string): string {
  return Buffer.from(octets).toString('base64url');
}
