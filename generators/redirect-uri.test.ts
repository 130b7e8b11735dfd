import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  unencryptedRedirectUris,
  departed,
  departures,
  localRedirectUris,
  equalExceptFreeDetails,
  secureRedirectUris,
  seeminglyLocalRedirectUris,
} from './redirect-uri.ts';

const registered = fc.oneof(
  localRedirectUris.map(addressOf),
  secureRedirectUris.map(addressOf),
  fc.constant('https://root.conformance.example/'),
);

test('a departure from a redirect URI never differs from it in free details only', () => {
  const isAnother = fc.property(registered, departures, (uri, departure) => {
    const named = departed(uri, departure);
    return named === undefined || !equalExceptFreeDetails(uri, named);
  });
  expect(fc.check(isAnother, { seed: 9 }).failed).toBe(false);
});

test.each([
  ['https://app.example/cb', 'https://app.example/cb/', true],
  ['https://app.example/cb', 'https://APP.example:443/cb?x=1', true],
  ['https://app.example/cb', 'https://app.example/%63b', true],
  ['https://app.example/cb', 'https://app.example/CB', false],
  ['https://app.example/cb', 'https://ada@app.example/cb', false],
  ['https://app.example/cb', 'https://app.example:8443/cb', false],
  ['https://app.example/cb', 'http://app.example/cb', false],
])('%s and %s differ in free details only: %s', (one, other, same) => {
  expect(equalExceptFreeDetails(one, other)).toBe(same);
});

test('local redirect URIs lead to localhost with a port, and those that only look local do not', () => {
  fc.assert(
    fc.property(localRedirectUris, seeminglyLocalRedirectUris, unencryptedRedirectUris, (...parts) => {
      const [local = '', seemingly = '', clear = ''] = parts.map(addressOf);
      expect(new URL(local)).toMatchObject({ protocol: 'http:', hostname: 'localhost' });
      expect(new URL(local).port).not.toBe('');
      for (const uri of [seemingly, clear]) {
        expect(URL.parse(uri)?.protocol).toBe('http:');
        expect(URL.parse(uri)?.hostname).not.toBe('localhost');
      }
      expect(seemingly.toLowerCase()).toContain('localhost');
    }),
    { seed: 10 },
  );
});
