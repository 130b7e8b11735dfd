import { X509Certificate, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';
import { Agent, request } from 'undici';
import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { fetchProviderKeys } from '../../identity/provider-keys.ts';
import type { IdToken, IdentityProvider } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Returns a deviation that also accepts signatures that verify with a key from `keyIn`. */
function trusting(
  keyIn: (token: IdToken, provider: IdentityProvider, normal: Behaviour, call: Call) => Promise<readonly JWK[]>,
): Deviation {
  return (normal) => ({
    signatureIsRight: async (call, provider, token) => {
      for (const key of await keyIn(token, provider, normal, call)) {
        if (await normal.keyVerifies(call, token, key)) return true;
      }
      return normal.signatureIsRight(call, provider, token);
    },
  });
}

function certified(certificate: string | Buffer): JWK {
  return createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' })).export({
    format: 'jwk',
  });
}

async function textAt(address: string, { caPem }: IdentityProvider): Promise<string> {
  const dispatcher = new Agent({ connect: caPem === undefined ? {} : { ca: caPem } });
  try {
    return await (await request(address, { dispatcher })).body.text();
  } finally {
    await dispatcher.destroy();
  }
}

const jwkIn = ({ header: { jwk } }: IdToken): readonly JWK[] => (typeof jwk === 'object' && jwk !== null ? [jwk] : []);

const addressIn = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

const keyIn = ({ claims }: IdToken): JWK | undefined => {
  const { cnf } = claims;
  const jwk: unknown = typeof cnf === 'object' && cnf !== null && 'jwk' in cnf ? cnf.jwk : claims['jwk'];
  return typeof jwk === 'object' && jwk !== null ? jwk : undefined;
};

/** Faults that trust keys that come with the token (OIC-09). */
export const headerKeyFaults: readonly Fault[] = [
  ...breaking('OIC-09', {
    'jwk-in-the-header-trusted': [
      trusting((token) => Promise.resolve(jwkIn(token))),
      'A key in the header of an ID token is trusted like a published one.',
      ['OIC-10'],
    ],
    'jku-in-the-header-followed': [
      trusting(async ({ header: { jku } }, provider) =>
        typeof jku === 'string' ? fetchProviderKeys(provider, () => jku) : [],
      ),
      'Keys are fetched from the address that the header of an ID token gives.',
      ['OIC-10'],
    ],
    'jku-of-the-same-host-followed': [
      trusting(async ({ header: { jku } }, provider) =>
        typeof jku === 'string' && jku.startsWith(new URL(provider.issuer).origin)
          ? fetchProviderKeys(provider, () => jku)
          : [],
      ),
      'The key address in the header of an ID token is followed if it begins with the host of the provider.',
      ['OIC-10'],
    ],
    'x5u-in-the-header-followed': [
      trusting(async ({ header: { x5u } }, provider) =>
        typeof x5u === 'string' ? [certified(await textAt(x5u, provider))] : [],
      ),
      'A certificate is fetched from the address that the header of an ID token gives, and trusted.',
      ['OIC-10'],
    ],
    'x5c-in-the-header-trusted': [
      trusting(async ({ header: { x5c } }) =>
        Array.isArray(x5c) && typeof x5c[0] === 'string' ? [certified(Buffer.from(x5c[0], 'base64'))] : [],
      ),
      'A certificate in the header of an ID token is trusted, regardless of its issuer.',
      ['OIC-10'],
    ],
    'jwk-in-the-header-remembered': [
      (normal) => {
        const met: JWK[] = [];
        return {
          signatureIsRight: async (call, provider, token) => {
            let right = await normal.signatureIsRight(call, provider, token);
            for (const key of met) right ||= await normal.keyVerifies(call, token, key);
            met.push(...jwkIn(token));
            return right;
          },
        };
      },
      'A key in the header of an ID token is added to the known keys, and trusted from the next call on.',
      ['OIC-06', 'OIC-10'],
    ],
    'kid-that-is-an-address-is-followed': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          const { kid } = token.header;
          if (!addressIn(kid)) return normal.signatureIsRight(call, provider, token);
          for (const key of await fetchProviderKeys(provider, () => kid)) {
            if (await normal.keyVerifies(call, token, key)) return true;
          }
          return false;
        },
      }),
      'If the kid is an address, the keys are fetched from it.',
      ['OIC-06'],
    ],
  }),
  ...breaking('OIC-06', {
    'a-key-in-the-claims-is-trusted': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          const key = keyIn(token);
          if (key !== undefined && (await normal.keyVerifies(call, token, key))) return true;
          return normal.signatureIsRight(call, provider, token);
        },
      }),
      'A key in the claims of an ID token is trusted like a published one.',
    ],
  }),
];
