import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestKey } from '../../schemas/nearest-key.ts';

const KEYS = ['timeoutSeconds', 'requestsPerSecond', 'propagationSeconds', 'deliverySeconds', 'clockSkewSeconds'];

test.each([
  ['timeoutSecond', 'timeoutSeconds'],
  ['TIMEOUTSECONDS', 'timeoutSeconds'],
  ['tiemoutSeconds', 'timeoutSeconds'],
  ['requestPerSeconds', 'requestsPerSecond'],
  ['delivrySeconds', 'deliverySeconds'],
])('%s was meant to be %s', (unknown, meant) => {
  expect(nearestKey(unknown, KEYS)).toBe(meant);
});

test.each(['colour', 'x', ''])('%s is near to no known key', (unknown) => {
  expect(nearestKey(unknown, KEYS)).toBeUndefined();
});

test('a key with one mistake is found again', () => {
  const mistakes = fc.record({
    key: fc.constantFrom(...KEYS),
    at: fc.nat({ max: 12 }),
    kind: fc.constantFrom('drop', 'add', 'replace', 'swap'),
  });
  fc.assert(
    fc.property(mistakes, ({ key, at, kind }) => {
      const [before, here, next, after] = [key.slice(0, at), key.charAt(at), key.charAt(at + 1), key.slice(at + 2)];
      const wrong = { drop: '', add: `${here}q`, replace: 'q', swap: `${next}${here}` }[kind];
      expect(nearestKey(before + (wrong ?? '') + (kind === 'swap' ? after : next + after), KEYS)).toBe(key);
    }),
    { seed: 11 },
  );
});

test('the nearer of two near keys is named', () => {
  expect(nearestKey('userid', ['userIds', 'userId'])).toBe('userId');
});
