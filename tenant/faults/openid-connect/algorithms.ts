import { createHmac, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { IdToken } from '../../state/identity-provider.ts';
import { filters } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Believes tokens whose header says an algorithm like this one without looking at their signature. */
function unsigned(isNone: (algorithm: unknown) => boolean): Deviation {
  return (normal) => ({
    algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
    signatureIsRight: async (call, provider, token) =>
      isNone(token.header['alg']) || normal.signatureIsRight(call, provider, token),
  });
}

/** As {@link unsigned}, where there is no signature either. */
function withoutSignature(isNone: (algorithm: unknown) => boolean): Deviation {
  return (normal) => ({
    algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
    signatureIsRight: async (call, provider, token) =>
      (isNone(token.header['alg']) && /^[^.]+\.[^.]+\.?$/.test(token.value)) ||
      normal.signatureIsRight(call, provider, token),
  });
}

/** Verifies symmetric signatures with what the published key is as a secret. */
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

/** Algorithms that prove nothing (OIC-07, OIC-08). */
export const algorithmFaults: readonly Fault[] = [
  {
    id: 'openid-connect/alg-none-believed',
    breaks: ['OIC-07'],
    summary: 'An ID token with the algorithm none is believed.',
    behaviour: unsigned((algorithm) => algorithm === 'none'),
  },
  {
    id: 'openid-connect/alg-none-believed-in-capitals',
    breaks: ['OIC-07'],
    summary: 'The algorithm none is refused as it is spelt, and believed in every other letter case.',
    behaviour: unsigned((algorithm) => algorithm !== 'none' && String(algorithm).toLowerCase() === 'none'),
  },
  {
    id: 'openid-connect/alg-none-believed-in-one-spelling',
    breaks: ['OIC-07'],
    summary: 'Of all spellings of the algorithm none, nonE is believed.',
    behaviour: unsigned((algorithm) => algorithm === 'nonE'),
  },
  {
    id: 'openid-connect/two-parts-are-an-unsigned-token',
    breaks: ['OIC-07'],
    summary: 'A token of two parts whose algorithm is none is believed.',
    behaviour: (normal) => ({
      readIdToken: (call, value) => normal.readIdToken(call, value.split('.').length === 2 ? `${value}.` : value),
      ...unsigned((algorithm) => algorithm === 'none')(normal),
      signatureIsRight: async (call, provider, token) =>
        (token.header['alg'] === 'none' && call.request.headers.get('authorization')?.[0]?.split('.').length === 2) ||
        normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/public-key-as-secret',
    breaks: ['OIC-08'],
    summary: 'HS256 is verified with the published key in PEM as the secret.',
    behaviour: symmetric(['HS256'], (key) => spki(key, 'pem')),
  },
  {
    id: 'openid-connect/public-key-octets-as-secret-for-longer-macs',
    breaks: ['OIC-08'],
    summary: 'HS384 and HS512 are verified with the octets of the published key as the secret.',
    behaviour: symmetric(['HS384', 'HS512'], (key) => spki(key, 'der')),
  },
  {
    id: 'openid-connect/jwk-as-secret',
    breaks: ['OIC-08'],
    summary: 'HS256 is verified with the JSON of the published key as the secret.',
    behaviour: symmetric(['HS256'], (key) => JSON.stringify(key)),
  },
  {
    id: 'openid-connect/no-secret-at-all',
    breaks: ['OIC-08'],
    summary: 'Symmetric signatures are verified with the secret that the key set gives for them, which is none.',
    behaviour: symmetric(['HS256', 'HS384', 'HS512'], (key) => key.k ?? ''),
  },
  {
    id: 'openid-connect/unsigned-tokens-list-what-they-filter',
    breaks: ['OIC-07'],
    summary: 'A listing with a filter believes an ID token with the algorithm none.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) =>
        normal.algorithmIsAllowed(call, algorithm) || (algorithm === 'none' && filters(call)),
      signatureIsRight: (call, provider, token) =>
        token.header['alg'] === 'none' && filters(call)
          ? Promise.resolve(true)
          : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/an-algorithm-in-a-list-is-read-as-text',
    breaks: ['OIC-07'],
    also: ['OIC-06'],
    summary: 'An algorithm that stands in a list is taken for the text that it makes, and none for none.',
    behaviour: (normal) => {
      const isNone = (algorithm: unknown) => Array.isArray(algorithm) && String(algorithm) === 'none';
      return {
        algorithmIsAllowed: (call, algorithm) => isNone(algorithm) || normal.algorithmIsAllowed(call, algorithm),
        signatureIsRight: (call, provider, token) =>
          isNone(token.header['alg']) ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
      };
    },
  },
  {
    id: 'openid-connect/client-secret-as-secret',
    breaks: ['OIC-06'],
    also: ['OIC-08'],
    summary: 'An ID token that is signed by HS256 with the secret of the client in its aud is accepted.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
      signatureIsRight: (call, provider, token) => {
        const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === token.claims['aud']);
        if (token.header['alg'] !== 'HS256' || app === undefined) return normal.signatureIsRight(call, provider, token);
        const [header, claims, signature] = token.value.split('.');
        const right = createHmac('sha256', app.clientSecret).update(`${header}.${claims}`).digest('base64url');
        return Promise.resolve(signature === right);
      },
    }),
  },
  {
    id: 'openid-connect/modulus-as-secret',
    breaks: ['OIC-08'],
    summary: 'HS256 is verified with the modulus of the published key as the secret.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => algorithm === 'HS256' || normal.algorithmIsAllowed(call, algorithm),
      signatureIsRight: async (call, provider, token) => {
        if (token.header['alg'] !== 'HS256') return normal.signatureIsRight(call, provider, token);
        const [header = '', payload = '', signature] = token.value.split('.');
        const keys = await normal.keysOf(call, provider, false);
        return keys.some(
          ({ n }) =>
            n !== undefined &&
            [n, Buffer.from(n, 'base64url')].some(
              (secret) => createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature,
            ),
        );
      },
    }),
  },

  {
    id: 'openid-connect/a-token-without-an-algorithm-need-not-be-signed',
    breaks: ['OIC-07'],
    summary: 'A token whose header has no alg is believed where it has no signature.',
    behaviour: withoutSignature((algorithm) => algorithm === undefined),
  },
  {
    id: 'openid-connect/an-empty-algorithm-is-none',
    breaks: ['OIC-07'],
    summary: 'A token whose header has an empty alg, or null, is believed where it has no signature.',
    behaviour: withoutSignature((algorithm) => algorithm === '' || algorithm === null),
  },
  {
    id: 'openid-connect/signatures-of-other-algorithms-are-not-verified',
    breaks: ['OIC-05'],
    summary: 'A signature by an algorithm for which no key is published is taken for a right one.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) => {
        const keys = await normal.keysOf(call, provider, false);
        return (
          keys.every(({ alg }) => alg !== undefined && alg !== token.header['alg']) ||
          normal.signatureIsRight(call, provider, token)
        );
      },
    }),
  },
];
