import { isRefusal, refusal } from '../../http/refusal.ts';

import type { Fault } from '../fault.ts';

const part = (value: string, at: number): unknown => {
  try {
    return JSON.parse(Buffer.from(value.split('.')[at] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Tokens whose header or claims are JSON, and no object, make the tenant fail. */
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

/** Mistakes about providers that change, addresses that resemble one another, and writing. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'openid-connect/dots-in-addresses-do-not-count',
    breaks: ['OIC-15'],
    also: ['OIC-02'],
    summary: 'Dots before the at sign of an e-mail address are left out when it is compared.',
    behaviour: () => ({
      emailMatches: (_call, user, email) => {
        const plain = (text: string): string => text.replace(/\.(?=.*@)/g, '');
        return plain(user.email) === plain(email);
      },
    }),
  },
  {
    id: 'openid-connect/hyphens-in-addresses-do-not-count',
    breaks: ['OIC-15'],
    also: ['OIC-02'],
    summary: 'Hyphens and underscores in an e-mail address are left out when it is compared.',
    behaviour: () => ({
      emailMatches: (_call, user, email) => user.email.replace(/[-_]/g, '') === email.replace(/[-_]/g, ''),
    }),
  },
  {
    id: 'openid-connect/headers-that-are-no-object-are-an-error',
    breaks: ['OIC-22'],
    summary: 'A token whose header is JSON and no object makes the tenant fail.',
    behaviour: failsOn(0),
  },
  {
    id: 'openid-connect/claims-that-are-no-object-are-an-error',
    breaks: ['OIC-22'],
    summary: 'A token whose claims are JSON and no object makes the tenant fail.',
    behaviour: failsOn(1),
  },
  {
    id: 'openid-connect/id-tokens-are-refresh-tokens-at-the-legacy-path',
    breaks: ['OIC-27'],
    summary: 'At the legacy path an ID token of a user who consented is taken in the place of a refresh token.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const claims = part(fields.get('refresh_token') ?? '', 1);
        const email = typeof claims === 'object' && claims !== null ? (claims as { email?: unknown }).email : undefined;
        const delegation = call.tenant.state.delegations.find(
          (one) => one.appId === app.id && call.tenant.state.users.get(one.userId)?.email === email,
        );
        const decided = normal.refresh(call, app, fields);
        return isRefusal(decided) && call.request.path === '/api/v2/token' && delegation !== undefined
          ? normal.issueDelegatedTokens(call, app, delegation, undefined)
          : decided;
      },
    }),
  },
  {
    id: 'openid-connect/wrong-signatures-may-write',
    breaks: ['OIC-05'],
    also: ['OIC-06', 'OIC-07', 'OIC-08', 'OIC-09'],
    summary: 'Records are created for ID tokens whose signature is wrong.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) =>
        call.request.method === 'POST' || (await normal.signatureIsRight(call, provider, token)),
    }),
  },
  {
    id: 'openid-connect/expired-id-tokens-may-write',
    breaks: ['OIC-21'],
    summary: 'Records are created for ID tokens past their end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => normal.idTokenHasExpired(call, token) && call.request.method !== 'POST',
    }),
  },
];
