import fc from 'fast-check';
import { compactVerify, errors, importJWK } from 'jose';
import { afterAll, expect, test } from 'vitest';
import {
  expiredIdTokens,
  idTokensThatNameAnother,
  malformedIdTokens,
  otherProvidersSignatures,
  rightIdTokens,
  unspecifiedIdTokens,
  wrongEmailIdTokens,
  wrongIdTokens,
  wronglySigned,
  wronglySignedIdTokens,
} from '../../generators/id-token.ts';
import { describeIdToken, standingOf, type IdTokenSpec } from '../../generators/id-token-spec.ts';
import { AT, EMAIL, keyStore, openedProvider, OTHER_EMAIL, publishedKeys, verified } from './opened-provider.ts';

const keyring = keyStore.keyring();
const provider = await openedProvider({ keyring });
const otherProvider = await openedProvider({ keyring, seed: 2 });
const set = await publishedKeys(provider);
const OTHER_ID = 'usr_of_another';
const occasion = { email: EMAIL, otherEmail: OTHER_EMAIL, otherId: OTHER_ID, otherProvider };
const USERS: readonly unknown[] = [EMAIL, OTHER_EMAIL];

afterAll(async () => {
  await provider.close();
  await otherProvider.close();
});

const issued = (spec: IdTokenSpec) => provider.issueIdToken(spec, occasion);

/** Returns the user that a verified token names, or undefined if it names none. */
async function shown(token: string, at = AT): Promise<unknown> {
  const { payload } = await verified(token, set, at);
  return USERS.includes(payload['email']) ? payload['email'] : undefined;
}

async function holds(specs: fc.Arbitrary<IdTokenSpec>, law: (spec: IdTokenSpec) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(specs, law), { seed: 20261120, numRuns: 200 });
}

test('a right token verifies against the published keys and names its own user', () =>
  holds(rightIdTokens, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'accepted' });
    const { token } = await issued(spec);
    await expect(shown(token)).resolves.toBe(EMAIL);
    expect((await verified(token, set)).payload).toMatchObject({ iss: provider.issuer, email_verified: true });
    expect(token).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
    expect(token.length).toBeLessThan(6000);
  }));

test('a token that names another user everywhere except in its e-mail is right, and names its own user', () =>
  holds(idTokensThatNameAnother, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'accepted' });
    const { token, claims } = await issued(spec);
    await expect(shown(token)).resolves.toBe(EMAIL);
    expect(claims['sub']).toBe(spec.claims.sub === 'other id' ? OTHER_ID : OTHER_EMAIL);
    const others = Object.values(claims)
      .flat()
      .filter((value) => value === OTHER_EMAIL || value === OTHER_ID);
    expect(others.length).toBeGreaterThan(1);
  }));

test('a wrongly signed token does not verify against the published keys', () =>
  holds(wronglySignedIdTokens, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'refused', flaws: ['signature'] });
    await expect(shown((await issued(spec)).token)).rejects.toThrow(errors.JOSEError);
  }));

test("a token that another provider's key signed does not verify against the published keys", () =>
  holds(wronglySigned(otherProvidersSignatures), async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'refused', flaws: ['signature'] });
    const { token } = await issued(spec);
    await expect(shown(token)).rejects.toThrow(errors.JOSEError);
  }));

test('a malformed token does not verify against the published keys', () =>
  holds(malformedIdTokens, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'refused', flaws: ['form'] });
    const { token } = await issued(spec);
    await expect(shown(token)).rejects.toThrow(/./);
    // A malformed token can still be sent as a bearer token.
    expect(token).toMatch(/^[A-Za-z0-9._~+/-]+=*$/);
  }));

test('a token with a wrong e-mail verifies and names no user', () =>
  holds(wrongEmailIdTokens, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'refused', flaws: ['e-mail'] });
    await expect(shown((await issued(spec)).token)).resolves.toBeUndefined();
  }));

test('an expired token was valid before and is no longer valid, even with a quarter of an hour of allowance', () =>
  holds(expiredIdTokens, async (spec) => {
    expect(standingOf(spec)).toEqual({ standing: 'refused', flaws: ['expiry'] });
    const { token, claims } = await issued(spec);
    // An `exp` that is a text is no date that can be compared (RFC 7519, section 2).
    const reason = spec.claims.expAsText === true ? errors.JWTClaimValidationFailed : errors.JWTExpired;
    await expect(shown(token)).rejects.toThrow(reason);
    await expect(shown(token, new Date(AT.getTime() - 899_000))).rejects.toThrow(reason);
    // An `exp` at the beginning of 1970 has no earlier time at which the token was valid.
    if (typeof spec.claims.exp === 'string' || spec.claims.expAsText === true) return;
    await expect(shown(token, new Date((Number(claims['exp']) - 1) * 1000))).resolves.toBe(EMAIL);
  }));

test('no wrong token of any kind names a user', () =>
  holds(wrongIdTokens, async (spec) => {
    expect(standingOf(spec).standing).toBe('refused');
    const who = await shown((await issued(spec)).token).catch(() => undefined);
    expect(who).toBeUndefined();
  }));

test('a token that the specification leaves open has the e-mail of its own user and the signature of a published key', () =>
  holds(unspecifiedIdTokens, async (spec) => {
    expect(standingOf(spec)).toMatchObject({ standing: 'unspecified' });
    expect(spec.signature.kind).toBe('published');
    const { token, claims } = await issued(spec);
    expect(claims['email']).toBe(EMAIL);
    const attempts = await Promise.allSettled(
      set.keys.map(async (key) => compactVerify(token, await importJWK(key, String(key.alg)))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }));

test('the same spec gives the same token, except for the random part of an ES256 signature', () =>
  holds(wrongIdTokens, async (spec) => {
    const [one, other] = [await issued(spec), await issued(spec)];
    const isRandom = one.header['alg'] !== 'RS256';
    const fixedPart = (token: string) => (isRandom ? token.split('.').slice(0, 2) : token);
    expect(fixedPart(one.token)).toEqual(fixedPart(other.token));
  }));

test('the same seed draws the same specs', () => {
  const drawn = () => fc.sample(fc.tuple(rightIdTokens, wrongIdTokens, unspecifiedIdTokens), { seed: 7, numRuns: 50 });
  expect(drawn()).toEqual(drawn());
});

test('every wrong token has another description than a right one', () =>
  holds(wrongIdTokens, async (spec) => {
    expect(describeIdToken(spec)).not.toBe('a well-signed ID token');
  }));
