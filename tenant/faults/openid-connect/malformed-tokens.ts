import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { claimsIn, part } from './token-parts.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation that fails on tokens whose header or claims are JSON, but not an object. */
const failsOn =
  (at: number): Fault['behaviour'] =>
  (normal) => ({
    authenticateIdToken: (call, value) => {
      const json = part(value, at);
      return json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))
        ? refusal('internal-error', 'The token cannot be read.')
        : normal.authenticateIdToken(call, value);
    },
  });

/** Faults in which malformed ID tokens make the tenant fail, or are accepted (OIC-06, OIC-22). */
export const malformedTokenFaults: readonly Fault[] = [
  ...breaking('OIC-22', {
    'headers-that-are-no-object-are-an-error': [
      failsOn(0),
      'A token whose header is JSON, but not an object, makes the tenant fail.',
    ],
    'claims-that-are-no-object-are-an-error': [
      failsOn(1),
      'A token whose claims are JSON, but not an object, makes the tenant fail.',
    ],
    'claims-that-are-no-text-fail': [
      (normal) => ({
        readIdToken: (call, value) => {
          new TextDecoder('utf-8', { fatal: true }).decode(claimsIn(value));
          return normal.readIdToken(call, value);
        },
      }),
      'An ID token whose claims are not UTF-8 makes the tenant fail.',
      ['TRN-07', 'TRN-08'],
    ],
    'an-algorithm-that-is-no-text-is-an-error': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) =>
          normal.algorithmIsAllowed(call, algorithm) && (algorithm as string).startsWith(''),
        readIdToken: (call, value) => {
          const token = normal.readIdToken(call, value);
          if (!isRefusal(token)) (token.header['alg'] as string).toUpperCase();
          return token;
        },
      }),
      'An ID token whose alg is not a text makes the tenant fail.',
    ],
    'no-algorithm-is-no-signature': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) => algorithm === undefined || normal.algorithmIsAllowed(call, algorithm),
        signatureIsRight: (call, provider, token) =>
          token.header['alg'] === undefined ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
      }),
      'An ID token whose header names no algorithm is accepted.',
      ['OIC-05', 'OIC-07'],
    ],
    'empty-parts-are-an-error': [
      (normal) => ({
        readIdToken: (call, value) => {
          const [header, claims, signature] = value.split('.');
          return signature !== undefined && (header === '' || claims === '')
            ? refusal('internal-error', 'The ID token could not be read.')
            : normal.readIdToken(call, value);
        },
      }),
      'A bearer value of three parts makes the tenant fail if its first or second part is empty.',
      ['TRN-07'],
    ],
    'five-parts-are-an-error': [
      replaceIf(
        'readIdToken',
        (_call, value) => value.split('.').length === 5,
        () => refusal('internal-error', 'There is no key to decrypt the token with.'),
      ),
      'A bearer value of five parts makes the tenant fail, which takes it for an encrypted token and has no key for it.',
    ],
  }),
  ...breaking(
    'OIC-06',
    {
      'an-issuer-that-is-no-text-is-an-error': [
        (normal) => ({
          providerOf: (call, token) => {
            (token.claims['iss'] as string).replace(/\/$/, '');
            return normal.providerOf(call, token);
          },
        }),
        'An ID token whose iss is not a text makes the tenant fail.',
        ['VER-16'],
      ],
      'a-kid-that-is-no-text-is-an-error': [
        becomes('readIdToken', (token) => {
          if (isRefusal(token)) return token;
          const { kid } = token.header;
          return kid === undefined || typeof kid === 'string'
            ? token
            : refusal('internal-error', 'The identifier of the key could not be read.');
        }),
        'An ID token whose kid is not a text makes the tenant fail.',
      ],
    },
    ['OIC-05', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-22'],
  ),
];
