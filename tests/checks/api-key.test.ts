import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { assayResultsAt, versionedListings } from '../../drivers/world/listing.ts';
import { alteredKey, keyAlterations, strangeUsernames, usernameOf } from '../../generators/api-key.ts';
import type { KeyCall } from '../../specs/expectations/key-reach.ts';
import { acceptedOnEachListing } from '../../specs/expectations/key-reach.ts';

const page = exchangeWith(200, '{"items":[],"nextToken":""}');
const refused = exchangeWith(401, '');

function exchangeWith(status: number, body: string): Exchange {
  return {
    number: 1,
    at: 0,
    ms: 0,
    request: { method: 'GET', url: 'https://acme.example/', headers: {} },
    response: { status, headers: {}, body },
  };
}

/** Returns the judgements of a key that is refused at these paths and served at the others. */
function judgementsOf(
  refusedAt: readonly string[],
  assayResultsPath = '/assay-results',
  more: Partial<KeyCall> = {},
): string[] {
  const calls = [...versionedListings, assayResultsAt(assayResultsPath)].map((listing): KeyCall => ({
    listing,
    call: refusedAt.includes(listing.path) ? refused : page,
    anonymous: refused,
    granted: true,
    ...more,
  }));
  return [...acceptedOnEachListing(calls)].map((one) => {
    if (one.kind === 'finding') return `${one.requirement} ${one.subject}`;
    return one.kind === 'held' ? `${one.requirement} is held` : one.kind;
  });
}

const v2 = ['/api/v2/entries', '/api/v2/plates'];
const v3 = ['/api/v3/entry/items', '/api/v3/plate/items'];

describe('a key that is refused', () => {
  test('on no listing breaks nothing', () => {
    expect(judgementsOf([])).toEqual(['KEY-02 is held', 'KEY-20 is held']);
  });

  test('on one listing of a version whose other listings serve it is not accepted on each', () => {
    expect(judgementsOf(['/api/v3/plate/items'])).toEqual([
      'KEY-20 is held',
      'KEY-02 GET /api/v3/plate/items with an API key',
    ]);
    expect(judgementsOf(['/assay-results'])).toEqual(['KEY-20 is held', 'KEY-02 GET /assay-results with an API key']);
    expect(judgementsOf(['/api/v2/assay-results'], '/api/v2/assay-results')).toEqual([
      'KEY-20 is held',
      'KEY-02 GET /api/v2/assay-results with an API key',
    ]);
  });

  test('on all listings of one version only is a finding about versions', () => {
    expect(judgementsOf(v3)).toEqual(['KEY-20 an API key']);
    expect(judgementsOf([...v3, '/assay-results'])).toEqual(['KEY-20 an API key']);
    expect(judgementsOf([...v3, '/api/v3/assay-results'], '/api/v3/assay-results')).toEqual(['KEY-20 an API key']);
  });

  test('on most but not all listings of one version is not accepted on each', () => {
    expect(judgementsOf(v2, '/api/v2/assay-results')).toEqual([
      'KEY-20 is held',
      ...v2.map((path) => `KEY-02 GET ${path} with an API key`),
    ]);
  });

  test('on all listings of one version and some of the other gives both findings', () => {
    expect(judgementsOf([...v3, '/api/v2/plates'])).toEqual([
      'KEY-02 GET /api/v2/plates with an API key',
      'KEY-20 an API key',
    ]);
  });

  test('on all listings is not accepted, and gives no finding about versions', () => {
    const all = [...v2, ...v3, '/assay-results'];
    expect(judgementsOf(all).filter((one) => one.startsWith('KEY-02'))).toHaveLength(5);
    expect(judgementsOf(all).some((one) => one.startsWith('KEY-20'))).toBe(false);
  });

  test('gives no finding about keys if an app is refused too or every caller is served', () => {
    expect(judgementsOf(['/api/v2/plates'], '/assay-results', { byApp: exchangeWith(404, '') })).toEqual([
      'premise',
      'KEY-20 is held',
    ]);
    expect(judgementsOf([], '/assay-results', { anonymous: page })).toEqual(Array.from({ length: 5 }, () => 'premise'));
  });
});

describe('a value that is sent instead of a key', () => {
  const keys = fc.oneof(
    fc.uuid(),
    fc.base64String({ minLength: 12, maxLength: 88 }),
    fc.string({
      unit: fc.constantFrom('k', 'Q', '7', '_', '-', '.', '%', '+', '=', 'é'),
      minLength: 1,
      maxLength: 200,
    }),
  );
  const run = { seed: 20261120, numRuns: 2000 };

  test('is never the key, nor the key with a colon or white space', () => {
    fc.assert(
      fc.property(keys, keyAlterations, strangeUsernames, (key, alteration, username) => {
        for (const sent of [alteredKey(key, alteration), usernameOf(username, key)]) {
          if (sent === undefined) continue;
          expect(sent.split(':', 1)[0]?.trim()).not.toBe(key);
          expect(sent).not.toBe('');
        }
      }),
      run,
    );
  });

  test('is never another spelling of the octets that the key encodes', () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 12, maxLength: 88 }), keyAlterations, (key, alteration) => {
        const altered = alteredKey(key, alteration);
        if (altered === undefined) return;
        expect(Buffer.from(altered, 'base64')).not.toEqual(Buffer.from(key, 'base64'));
      }),
      run,
    );
  });

  test('has the form of the key if it should', () => {
    const formOf = (text: string): string =>
      text.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/\d/g, '0');
    const found = fc.check(
      fc.property(keys, strangeUsernames, (key, username) => {
        const sent = username.kind === 'text' ? undefined : usernameOf(username, key);
        return sent === undefined || (sent !== key && formOf(sent) === formOf(key));
      }),
      run,
    );
    expect(found.counterexample).toBeNull();
  });
});
