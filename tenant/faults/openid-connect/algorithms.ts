import { createHmac, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { IdToken } from '../../state/identity-provider.ts';
import { filters } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Returns a deviation that accepts tokens with such an algorithm in the header without verifying the signature. */
function unsigned(isNone: (algorithm: unknown) => boolean): Deviation {
  return (normal) => ({
    algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
    signatureIsRight: async (call, provider, token) =>
      isNone(token.header['alg']) || normal.signatureIsRight(call, provider, token),
  });
}

/** Like {@link unsigned}, but only for tokens that have no signature. */
function withoutSignature(isNone: (algorithm: unknown) => boolean): Deviation {
  return (normal) => ({
    algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
    signatureIsRight: async (call, provider, token) =>
      (isNone(token.header['alg']) && /^[^.]+\.[^.]+\.?$/.test(token.value)) ||
      normal.signatureIsRight(call, provider, token),
  });
}

/** Returns a deviation that verifies symmetric signatures with a secret that is derived from the published key. */
function symmetric(algorithms: readonly string[], secretOf: (key: JWK) => string | Buffer): Deviation {
  return (normal) => ({
    algorithmIsAllowed: (call, algorithm) =>
      algorithms.includes(String(algorithm)) || normal.algorithmIsAllowed(call, algorithm),
    signatureIsRight: async (call, provider, token) => {
      const algorithm = String(token.header['alg']);
      if (!algorithms.includes(algorithm)) return normal.signatureIsRight(call, provider, token);
      const keys = await normal.keysOf(call, provider, false);
      return keys.some((key) => macIn(token) === mac(algorithm, secretOf(key), token));
    },
  });
}

function macIn({ value }: IdToken): string {
  return value.slice(value.lastIndexOf('.') + 1);
}

function mac(algorithm: string, secret: string | Buffer, { value }: IdToken): string {
  const signed = value.slice(0, value.lastIndexOf('.'));
  return createHmac(`sha${algorithm.slice(2)}`, secret)
    .update(signed)
    .digest('base64url');
}

const spki = (key: JWK, format: 'pem' | 'der'): string | Buffer =>
  createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format } as {
    type: 'spki';
    format: 'pem';
  });

/** Faults that accept algorithms that prove nothing (OIC-07, OIC-08). */
export const algorithmFaults: readonly Fault[] = [
  ...breaking('OIC-07', {
    'alg-none-believed': [
      unsigned((algorithm) => algorithm === 'none'),
      'An ID token with the algorithm none is accepted.',
    ],
    'alg-none-believed-in-capitals': [
      unsigned((algorithm) => algorithm !== 'none' && String(algorithm).toLowerCase() === 'none'),
      'The algorithm none is refused in lower case, and accepted in every other letter case.',
    ],
    'alg-none-believed-in-one-spelling': [
      unsigned((algorithm) => algorithm === 'nonE'),
      'The algorithm none is accepted in the spelling nonE.',
    ],
    'two-parts-are-an-unsigned-token': [
      (normal) => ({
        readIdToken: (call, value) => normal.readIdToken(call, value.split('.').length === 2 ? `${value}.` : value),
        ...unsigned((algorithm) => algorithm === 'none')(normal),
        signatureIsRight: async (call, provider, token) =>
          (token.header['alg'] === 'none' && call.request.headers.get('authorization')?.[0]?.split('.').length === 2) ||
          normal.signatureIsRight(call, provider, token),
      }),
      'A token of two parts whose algorithm is none is accepted.',
    ],
    'unsigned-tokens-list-what-they-filter': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) =>
          normal.algorithmIsAllowed(call, algorithm) || (algorithm === 'none' && filters(call)),
        signatureIsRight: (call, provider, token) =>
          token.header['alg'] === 'none' && filters(call)
            ? Promise.resolve(true)
            : normal.signatureIsRight(call, provider, token),
      }),
      'A listing with a filter accepts an ID token with the algorithm none.',
    ],
    'an-algorithm-in-a-list-is-read-as-text': [
      (normal) => {
        const isNone = (algorithm: unknown) => Array.isArray(algorithm) && String(algorithm) === 'none';
        return {
          algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
          signatureIsRight: (call, provider, token) =>
            isNone(token.header['alg']) ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
        };
      },
      'An algorithm in a list is converted to text, so that a list with none counts as the algorithm none.',
      ['OIC-06'],
    ],
    'a-token-without-an-algorithm-need-not-be-signed': [
      withoutSignature((algorithm) => algorithm === undefined),
      'A token whose header has no alg is accepted if it has no signature.',
    ],
    'an-empty-algorithm-is-none': [
      withoutSignature((algorithm) => algorithm === '' || algorithm === null),
      'A token whose header has an empty alg, or null, is accepted if it has no signature.',
    ],
  }),
  ...breaking('OIC-08', {
    'public-key-as-secret': [
      symmetric(['HS256'], (key) => spki(key, 'pem')),
      'HS256 is verified with the published key in PEM as the secret.',
    ],
    'public-key-octets-as-secret-for-longer-macs': [
      symmetric(['HS384', 'HS512'], (key) => spki(key, 'der')),
      'HS384 and HS512 are verified with the octets of the published key as the secret.',
    ],
    'jwk-as-secret': [
      symmetric(['HS256'], (key) => JSON.stringify(key)),
      'HS256 is verified with the JSON of the published key as the secret.',
    ],
    'no-secret-at-all': [
      symmetric(['HS256', 'HS384', 'HS512'], (key) => key.k ?? ''),
      'Symmetric signatures are verified with the empty secret, because the key set has no secret for them.',
    ],
    'modulus-as-secret': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
        signatureIsRight: async (call, provider, token) => {
          if (token.header['alg'] !== 'HS256') return normal.signatureIsRight(call, provider, token);
          const [header = '', payload = '', signature] = token.value.split('.');
          const keys = await normal.keysOf(call, provider, false);
          return keys.some(
            ({ n }) =>
              n !== undefined &&
              [n, Buffer.from(n, 'base64url')].some(
                (secret) =>
                  createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature,
              ),
          );
        },
      }),
      'HS256 is verified with the modulus of the published key as the secret.',
    ],
  }),
  ...breaking('OIC-06', {
    'client-secret-as-secret': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
        signatureIsRight: (call, provider, token) => {
          const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === token.claims['aud']);
          if (token.header['alg'] !== 'HS256' || app === undefined)
            return normal.signatureIsRight(call, provider, token);
          const [header, claims, signature] = token.value.split('.');
          const right = createHmac('sha256', app.clientSecret).update(`${header}.${claims}`).digest('base64url');
          return Promise.resolve(signature === right);
        },
      }),
      'An ID token that is signed by HS256 with the secret of the client in its aud is accepted.',
      ['OIC-08'],
    ],
  }),
  ...breaking('OIC-05', {
    'signatures-of-other-algorithms-are-not-verified': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          const keys = await normal.keysOf(call, provider, false);
          return (
            keys.every(({ alg }) => alg !== undefined && alg !== token.header['alg']) ||
            normal.signatureIsRight(call, provider, token)
          );
        },
      }),
      'A signature with an algorithm for which no key is published is accepted without verification.',
    ],
  }),
];
