import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someTampering, tampered } from './tampering.ts';

const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');
const token = (email: string, kid: string, octet: number): string =>
  [part({ alg: 'RS256', kid }), part({ email, exp: 1000 }), Buffer.alloc(256, octet).toString('base64url')].join('.');

test('a tampered token differs from both tokens in its octets, not only in their spelling', () => {
  const [one, other] = [token('a@lab.example', 'k1', 1), token('b@lab.example', 'k2', 2)];
  const octets = (text: string) => text.split('.').map((each) => Buffer.from(each, 'base64url').toString('hex'));
  fc.assert(
    fc.property(someTampering, (tampering) => {
      const changed = tampered(one, other, 'b@lab.example', tampering);
      expect(changed).toBeDefined();
      expect(octets(changed ?? '')).not.toEqual(octets(one));
      expect(octets(changed ?? '')).not.toEqual(octets(other));
    }),
    { seed: 1 },
  );
});

test('a change without effect is no tampering', () => {
  const [one, other] = [token('a@lab.example', 'k1', 1), token('b@lab.example', 'k1', 2)];
  expect(tampered(one, other, 'b@lab.example', 'the header of another token')).toBeUndefined();
});
