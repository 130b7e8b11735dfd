import { describe, expect, test } from 'vitest';
import { listingNamed } from '../generators/listing-cases.ts';
import { versionedListings } from '../drivers/world/listing.ts';
import { describePlainly } from './describe-case.ts';

describe('a case without words of its own', () => {
  test.each([
    [{ listing: 3, who: 'an app', pageSize: undefined }, 'the fourth listing that is served; who: an app'],
    [{ listing: 4, sameConnection: true, twice: false }, 'the fifth listing that is served; same connection'],
    [{ headers: {}, names: ['x-auth-token', 'a b'], value: ' "' }, 'names: (x-auth-token, a b); value: " \\""'],
    [['v2.entry.created', ''], 'v2.entry.created, ""'],
    [{ bad: { kind: 'scheme', at: 1 } }, 'bad: (kind: scheme; at: 1)'],
    [{ times: 3, reader: 1, sort: '' }, '3 times; the second reader'],
    [{ times: 1, headers: {}, again: false }, 'the plainest case'],
    [7, '7'],
  ])('is told by the names of what is drawn', (given, text) => {
    expect(describePlainly(given)).toBe(text);
  });
});

test('listings are called by their paths', () => {
  expect(versionedListings.map((_, position) => listingNamed(position))).toEqual(
    versionedListings.map(({ path }) => path),
  );
  expect(listingNamed(versionedListings.length)).toBe('the assay results');
});
