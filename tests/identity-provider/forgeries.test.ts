import { createHmac, createPublicKey, X509Certificate } from 'node:crypto';
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  importX509,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose';
import { createLocalJWKSet } from 'jose';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { SuiteMistake } from '../../core/trouble.ts';
import type {
  Alteration,
  IdTokenSpec,
  SecretForm,
  SignatureSpec,
  SigningAlgorithm,
} from '../../generators/id-token-spec.ts';
import { AT, EMAIL, json, openedProvider, OTHER_EMAIL } from './opened-provider.ts';

// Each forgery must be one that a careless tenant accepts. Otherwise its refusal would show nothing.

const provider = await openedProvider();
afterAll(() => provider.close());

const PLAIN: IdTokenSpec = {
  claims: {
    email: { kind: 'own' },
    emailVerified: true,
    sub: 'opaque',
    iss: 'own',
    aud: 'expected',
    exp: 900,
    iat: 0,
    nbf: 'missing',
    named: {},
    extra: {},
  },
  typ: 'JWT',
  kid: 'own',
  signature: { kind: 'published', key: 0 },
  shape: { kind: 'whole' },
};
const occasion = { email: EMAIL, otherEmail: OTHER_EMAIL };
const tokenOf = async (spec: Partial<IdTokenSpec>) =>
  (await provider.issueIdToken({ ...PLAIN, ...spec }, occasion)).token;
const signed = (signature: SignatureSpec) => tokenOf({ signature });
const octets = (token: string, part: 0 | 1 | 2) => Buffer.from(token.split('.')[part] ?? '', 'base64url');
const ALGORITHMS: readonly SigningAlgorithm[] = ['RS256', 'ES256'];

test('a token without a signature says so, and names its user', async () => {
  for (const [ending, parts] of [
    ['dot', 3],
    ['no dot', 2],
    ['signature kept', 3],
  ] as const) {
    const token = await signed({ kind: 'none', alg: 'nOnE', ending });
    expect(token.split('.')).toHaveLength(parts);
    expect(decodeProtectedHeader(token.split('.').length === 2 ? `${token}.` : token).alg).toBe('nOnE');
    expect(octets(token, 1).toString()).toContain(EMAIL);
    expect(octets(token, 2)).toHaveLength(ending === 'signature kept' ? 256 : 0);
  }
});

test('a symmetric signature is valid for a verifier that uses the published key as the secret', async () => {
  const [key] = provider.keys.published;
  const pem = createPublicKey({ key: key?.jwk ?? {}, format: 'jwk' });
  const text = pem.export({ type: 'spki', format: 'pem' }).toString();
  const { jwks_uri } = (await json(provider.configurationUrl)) as { jwks_uri: string };
  const secrets: Record<SecretForm, string | Buffer> = {
    'spki pem': text,
    'spki pem trimmed': text.trimEnd(),
    'spki der': pem.export({ type: 'spki', format: 'der' }),
    jwk: JSON.stringify(key?.jwk),
    'key set': await (await request(jwks_uri)).body.text(),
    modulus: key?.jwk.n ?? '',
    'modulus octets': Buffer.from(key?.jwk.n ?? '', 'base64url'),
    empty: '',
  };
  for (const [form, secret] of Object.entries(secrets)) {
    for (const alg of ['HS256', 'HS384', 'HS512'] as const) {
      const token = await signed({ kind: 'symmetric', alg, key: 0, secret: form as SecretForm });
      const right = createHmac(`sha${alg.slice(2)}`, secret)
        .update(token.split('.').slice(0, 2).join('.'))
        .digest();
      expect(octets(token, 2)).toEqual(right);
      expect(decodeProtectedHeader(token)).toMatchObject({ alg, kid: key?.kid });
    }
  }
});

test('a key in the header verifies the token, and so do the keys to which the header points', async () => {
  for (const algorithm of ALGORITHMS) {
    const by = (by: 'jwk' | 'jku' | 'x5u' | 'x5c') => signed({ kind: 'header key', by, algorithm });
    await expect(jwtVerify(await by('jwk'), EmbeddedJWK, { currentDate: AT })).resolves.toBeDefined();

    const jku = await by('jku');
    const set = (await json(String(decodeProtectedHeader(jku).jku))) as JSONWebKeySet;
    await expect(jwtVerify(jku, createLocalJWKSet(set), { currentDate: AT })).resolves.toBeDefined();

    const x5u = await by('x5u');
    const url = String(decodeProtectedHeader(x5u).x5u);
    const pem = await (await request(url)).body.text();
    await expect(compactVerify(x5u, await importX509(pem, algorithm))).resolves.toBeDefined();

    const x5c = await by('x5c');
    const certificate = new X509Certificate(Buffer.from(decodeProtectedHeader(x5c).x5c?.[0] ?? '', 'base64'));
    await expect(compactVerify(x5c, certificate.publicKey)).resolves.toBeDefined();
  }
  expect(provider.fetches("stranger's keys")).toBe(2);
  expect(provider.fetches("stranger's certificate")).toBe(2);
  expect(provider.keys.document()).not.toContain(
    String(decodeProtectedHeader(await signed({ kind: 'header key', by: 'jku', algorithm: 'RS256' })).kid),
  );
});

test("a stranger's token can bear the kid of a published key of the same algorithm", async () => {
  for (const algorithm of ALGORITHMS) {
    const token = await tokenOf({ signature: { kind: 'stranger', algorithm }, kid: 'another' });
    const { kid } = decodeProtectedHeader(token);
    expect(provider.keys.published.find((key) => key.kid === kid)?.algorithm).toBe(algorithm);
  }
});

test('an altered token differs from the right one only in its altered part', async () => {
  const right = await tokenOf({});
  const altered = (alteration: Alteration) => signed({ kind: 'altered', key: 0, alteration });
  const partsThatDiffer = (token: string) =>
    ([0, 1, 2] as const).filter((part) => !octets(token, part).equals(octets(right, part)));
  const bitsThatDiffer = (token: string) =>
    octets(token, 2).reduce(
      (sum, octet, index) => sum + (octet ^ (octets(right, 2)[index] ?? 0)).toString(2).replaceAll('0', '').length,
      0,
    );

  for (const at of [0, 0.3, 0.999, 1]) {
    const token = await altered({ kind: 'bit flipped', at, bit: 7 });
    expect(partsThatDiffer(token)).toEqual([2]);
    expect(bitsThatDiffer(token)).toBe(1);
  }
  expect(octets(await altered({ kind: 'cut', octets: 3 }), 2)).toEqual(octets(right, 2).subarray(0, 253));
  expect(octets(await altered({ kind: 'extended', octets: 3 }), 2).subarray(0, 256)).toEqual(octets(right, 2));
  expect(octets(await altered({ kind: 'extended', octets: 3 }), 2)).toHaveLength(259);
  expect(octets(await altered({ kind: 'zeros' }), 2)).toEqual(Buffer.alloc(256));
  expect(octets(await altered({ kind: 'empty' }), 2)).toHaveLength(0);
  expect(partsThatDiffer(await altered({ kind: 'of another payload' }))).toEqual([2]);
  expect(partsThatDiffer(await altered({ kind: 'of another header' }))).toEqual([2]);

  const rewritten = await altered({ kind: 'payload rewritten' });
  expect(partsThatDiffer(rewritten)).toEqual([1]);
  expect(decodeJwt(rewritten)).toEqual(decodeJwt(right));
});

test('a malformed token has the requested form', async () => {
  const shaped = (shape: IdTokenSpec['shape']) => tokenOf({ shape });
  for (const count of [1, 2, 4, 5] as const) {
    expect((await shaped({ kind: 'parts', count })).split('.')).toHaveLength(count);
  }
  expect(await shaped({ kind: 'empty part', part: 'header' })).toMatch(/^\.[^.]+\.[^.]+$/);
  expect(await shaped({ kind: 'empty part', part: 'payload' })).toMatch(/^[^.]+\.\.[^.]+$/);
  expect(await shaped({ kind: 'empty part', part: 'all' })).toBe('..');
  expect((await shaped({ kind: 'not base64', part: 'payload', text: '~' })).split('.')[1]).toBe('~');
  expect(decodeProtectedHeader(await shaped({ kind: 'algorithm', alg: undefined }))).not.toHaveProperty('alg');

  // A payload that is no object is signed correctly: only its content is wrong.
  const list = await shaped({ kind: 'content', part: 'payload', text: '[]' });
  const { payload } = await compactVerify(list, provider.keys.published[0]?.publicKey ?? Buffer.alloc(0));
  expect(Buffer.from(payload).toString()).toBe('[]');
});

test('an additional claim with a reserved name does not replace the claim of that name', async () => {
  const claims = { ...PLAIN.claims, named: { email: 'other', sub: 'other' }, extra: { iss: 'x', exp: 0 } } as const;
  const decoded = decodeJwt(await tokenOf({ claims }));
  expect(decoded).toMatchObject({ email: EMAIL, iss: provider.issuer, exp: AT.getTime() / 1000 + 900 });
  expect(decoded.sub).not.toBe(OTHER_EMAIL);
});

test('a token of a missing key is a mistake of the suite', async () => {
  await expect(signed({ kind: 'withdrawn', key: 0 })).rejects.toThrow(SuiteMistake);
  await expect(signed({ kind: 'other provider', key: 0 })).rejects.toThrow('there is no key of another provider');
});
