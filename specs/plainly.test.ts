import { describe, expect, test } from 'vitest';
import { listingNamed } from '../generators/listing-cases.ts';
import { versionedListings } from '../drivers/world/listing.ts';
import { plainly } from './plainly.ts';

describe('a case without words of its own', () => {
  test.each([
    [{ listing: 3, who: 'an app', pageSize: undefined }, 'listing: number 4; who: an app'],
    [{ listing: 4, sameConnection: true, twice: false }, 'listing: number 5; same connection: yes; twice: no'],
    [
      { headers: {}, names: ['x-auth-token', 'a b'], value: ' "' },
      'headers: none; names: (x-auth-token, a b); value: " \\""',
    ],
    [['v2.entry.created', ''], 'v2.entry.created, ""'],
    [{ bad: { kind: 'scheme', at: 1 } }, 'bad: (kind: scheme; at: 1)'],
    [7, '7'],
  ])('is told by the names of what is drawn', (given, text) => {
    expect(plainly(given)).toBe(text);
  });
});

test('listings are called by their paths', () => {
  expect(versionedListings.map((_, position) => listingNamed(position))).toEqual(
    versionedListings.map(({ path }) => path),
  );
  expect(listingNamed(versionedListings.length)).toBe('the assay results');
});
