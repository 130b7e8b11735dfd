import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import type { IdToken } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Returns the token with another header, other claims or another signature. */
function withParts(token: IdToken, change: (parts: readonly string[]) => readonly string[]): IdToken {
  return { ...token, value: change(token.value.split('.')).join('.') };
}

function signatureIn({ value }: IdToken): string {
  return value.slice(value.lastIndexOf('.') + 1);
}

/** The members of a header that a reader may expect. */
const known = new Set(['alg', 'kid', 'typ']);

/** Faults that accept wrong signatures. */
export const signatureFaults: readonly Fault[] = [
  ...breaking(['OIC-05', 'OIC-06', 'OIC-10'], {
    'signature-not-verified': [
      () => ({ signatureIsRight: () => Promise.resolve(true) }),
      'An ID token is accepted, regardless of who signed it.',
      ['OIC-09', 'OIC-19'],
    ],
  }),
  ...breaking(['OIC-06', 'OIC-19'], {
    'signature-not-verified-where-the-kid-is-unknown': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) =>
          normal.keysFor(call, token, await normal.keysOf(call, provider, false)).length === 0 ||
          normal.signatureIsRight(call, provider, token),
      }),
      'If no published key has the kid of the token, the token is accepted without verification.',
      ['OIC-09'],
    ],
  }),
  ...breaking(
    'OIC-06',
    {
      'signature-not-verified-without-kid': [
        (normal) => ({
          signatureIsRight: async (call, provider, token) =>
            token.header['kid'] === undefined || normal.signatureIsRight(call, provider, token),
        }),
        'An ID token whose header has no kid is accepted without verification.',
      ],
      'an-empty-kid-is-any-key': [
        replaceIf(
          'signatureIsRight',
          (_call, _provider, token) => token.header['kid'] === '',
          () => Promise.resolve(true),
        ),
        'A token with an empty kid is accepted, regardless of who signed it.',
        ['OIC-07', 'OIC-08'],
      ],
    },
    ['OIC-09', 'OIC-19'],
  ),
  ...breaking(['OIC-05', 'OIC-06'], {
    'signature-of-a-known-kid-verified-once': [
      (normal) => {
        const known = new Set<unknown>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const { kid } = token.header;
            if (kid !== undefined && known.has(kid)) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right && kid !== undefined) known.add(kid);
            return right;
          },
        };
      },
      'Once a key has verified one token, all other tokens with its kid are accepted.',
      ['OIC-09', 'OIC-19'],
    ],
  }),
  ...breaking('OIC-05', {
    'verified-tokens-remembered-without-signature': [
      (normal) => {
        const known = new Set<string>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const signed = token.value.slice(0, token.value.lastIndexOf('.'));
            if (known.has(signed)) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) known.add(signed);
            return right;
          },
        };
      },
      'A verified token is remembered by its header and claims, and its signature is not verified again.',
    ],
    'verified-tokens-remembered-by-signature': [
      (normal) => {
        const known = new Set<string>();
        return {
          signatureIsRight: async (call, provider, token) => {
            if (known.has(signatureIn(token))) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) known.add(signatureIn(token));
            return right;
          },
        };
      },
      'A signature that was verified once is accepted for any header and claims.',
    ],
    'signature-cut-to-its-length': [
      (normal) => ({
        keyVerifies: (call, token, key) => {
          const signature = Buffer.from(signatureIn(token), 'base64url').subarray(0, 256).toString('base64url');
          return normal.keyVerifies(
            call,
            withParts(token, (parts) => [...parts.slice(0, -1), signature]),
            key,
          );
        },
      }),
      'A signature is cut to the length that its key gives before it is verified.',
    ],
    'claims-verified-as-they-were-read': [
      (normal) => ({
        keyVerifies: (call, token, key) => {
          const claims = Buffer.from(JSON.stringify(token.claims)).toString('base64url');
          return normal.keyVerifies(
            call,
            withParts(token, ([header = '', , signature = '']) => [header, claims, signature]),
            key,
          );
        },
      }),
      'The claims are serialised again before the signature is verified over them.',
    ],
    'empty-signature-believed': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) =>
          signatureIn(token) === '' || normal.signatureIsRight(call, provider, token),
      }),
      'A token with an empty signature is accepted, regardless of the header.',
    ],
    'wrong-signatures-may-write': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) =>
          call.request.method === 'POST' || (await normal.signatureIsRight(call, provider, token)),
      }),
      'A call that creates a record accepts an ID token with a wrong signature.',
      ['OIC-06', 'OIC-07', 'OIC-08', 'OIC-09'],
    ],
    'creations-do-not-verify': [
      replaceIf(
        'signatureIsRight',
        (call) => call.request.method === 'POST',
        () => Promise.resolve(true),
      ),
      'A call that creates an entry accepts an ID token, regardless of who signed it.',
      ['OIC-06', 'OIC-19'],
    ],
    'v2-plates-do-not-verify': [
      replaceIf(
        'signatureIsRight',
        (call) => call.request.path === '/api/v2/plates',
        () => Promise.resolve(true),
      ),
      'The v2 listing of plates accepts an ID token, regardless of who signed it.',
      ['OIC-06', 'OIC-19', 'OIC-10', 'OIC-12'],
    ],
    'following-pages-do-not-verify': [
      replaceIf(
        'signatureIsRight',
        (call: Call) => call.request.query.has('nextToken'),
        () => Promise.resolve(true),
      ),
      'A call with a page token accepts an ID token, regardless of who signed it.',
      ['OIC-06'],
    ],
    'known-connections-do-not-verify': [
      (normal) => {
        const known = new WeakMap<Connection, Set<string>>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const issuers = known.get(call.connection) ?? new Set();
            known.set(call.connection, issuers);
            if (issuers.has(provider.issuer)) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) issuers.add(provider.issuer);
            return right;
          },
        };
      },
      'Once a valid ID token of a provider came over a connection, all its ID tokens are accepted on that connection.',
      ['OIC-22', 'OIC-06', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-19'],
    ],
    'a-user-who-was-verified-is-believed': [
      (normal) => {
        const seen = new Map<string, number>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const key = String(token.claims['email']);
            if (call.tenant.elapsed() - (seen.get(key) ?? -Infinity) < 60_000) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) seen.set(key, call.tenant.elapsed());
            return right;
          },
        };
      },
      'For a minute after a valid token of a user, other tokens of that user are accepted without verification.',
      ['OIC-06', 'OIC-08', 'OIC-09', 'OIC-19', 'OIC-21'],
    ],
    'unknown-header-members-are-not-verified': [
      (normal) => ({
        keyVerifies: (call, token, key) => {
          const members = Object.fromEntries(Object.entries(token.header).filter(([name]) => known.has(name)));
          const header = Buffer.from(JSON.stringify(members)).toString('base64url');
          return normal.keyVerifies(call, { ...token, value: token.value.replace(/^[^.]*/, header) }, key);
        },
      }),
      'Unknown members of the header are removed before the signature is verified.',
    ],
    'accepted-tokens-are-known-but-for-their-end': [
      (normal) => {
        const verified = new Set<string>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const beginning = token.value.slice(0, -60);
            if (verified.has(beginning)) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) verified.add(beginning);
            return right;
          },
        };
      },
      'A token that was verified is recognised without its last sixty characters.',
    ],
    'a-signature-of-noughts-verifies': [
      (normal) => ({
        signatureIsRight: (call, provider, token) => {
          const signature = Buffer.from(token.value.split('.')[2] ?? '', 'base64url');
          return token.header['alg'] === 'ES256' && signature.length === 64 && signature.every((octet) => octet === 0)
            ? Promise.resolve(true)
            : normal.signatureIsRight(call, provider, token);
        },
      }),
      'An ECDSA signature in which both numbers are zero verifies with every key.',
    ],
    'a-verified-identifier-is-remembered': [
      (normal) => {
        const verified = new Set<unknown>();
        return {
          signatureIsRight: async (call, provider, token) => {
            const id = token.claims['jti'];
            if (id !== undefined && verified.has(id)) return true;
            const right = await normal.signatureIsRight(call, provider, token);
            if (right) verified.add(id);
            return right;
          },
        };
      },
      'Once a token was verified, every token with the same jti is accepted, regardless of its other claims.',
    ],
    'a-token-without-typ-is-not-verified': [
      (normal) => ({
        signatureIsRight: (call, provider, token) =>
          token.header['typ'] === 'JWT' ? normal.signatureIsRight(call, provider, token) : Promise.resolve(true),
      }),
      'Signatures are verified only if the header has the typ JWT.',
      ['OIC-06', 'OIC-08', 'OIC-09', 'OIC-19'],
    ],
    'a-token-of-another-typ-is-not-verified': [
      (normal) => ({
        signatureIsRight: (call, provider, token) =>
          ['JWT', undefined].includes(token.header['typ'] as string | undefined)
            ? normal.signatureIsRight(call, provider, token)
            : Promise.resolve(true),
      }),
      'Signatures are verified only if the header has the typ JWT or no typ.',
      ['OIC-06', 'OIC-07', 'OIC-08', 'OIC-09', 'OIC-19'],
    ],
  }),
  ...breaking(['OIC-05', 'OIC-06', 'OIC-07', 'OIC-08'], {
    'wrong-signature-answered-403': [
      replaceIf(
        'refusalStatus',
        (_call, refused) => refused.refused === 'wrong-signature',
        () => 403,
      ),
      'An ID token with a wrong signature is answered with 403.',
      ['OIC-09', 'OIC-19', 'OIC-22', 'TRN-07', 'TRN-08'],
    ],
  }),
];
