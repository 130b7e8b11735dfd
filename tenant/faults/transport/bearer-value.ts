import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from './as-administrator.ts';

/** Bearer values that were never issued, or only almost. */
export const bearerValueFaults: readonly Fault[] = [
  {
    id: 'transport/unsigned-jwts-are-believed',
    breaks: ['TRN-07'],
    summary: 'A JWT with the algorithm none is accepted, whoever made it.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        algorithmOf(value)?.toLowerCase() === 'none' ? asAdministrator(call) : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/null-is-a-guest',
    breaks: ['TRN-07'],
    summary: 'The bearer values null and undefined, which careless clients send, are served.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        value === 'null' || value === 'undefined' ? asAdministrator(call) : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/long-tokens-crash',
    breaks: ['TRN-07'],
    summary: 'A bearer value of more than 255 characters is answered with 500.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        value.length > 255
          ? refusal('internal-error', 'The value is too long for its column.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/unknown-tokens-are-forbidden-under-v3',
    breaks: ['TRN-07', 'TRN-08'],
    also: ['TRN-10', 'TRN-19', 'CCR-17', 'KEY-11'],
    summary: 'Under v3 an unknown token is answered with 403.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        call.request.path.startsWith('/api/v3/') && normal.findAccessToken(call, value) === undefined
          ? refusal('forbidden', 'This token may not do that.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/tokens-of-any-letter-case',
    breaks: ['TRN-08'],
    summary: 'Access tokens are compared without regard to letter case.',
    behaviour: () => ({
      findAccessToken: (call, value) => find(call, (token) => token.toLowerCase() === value.toLowerCase()),
    }),
  },
  {
    id: 'transport/start-of-a-token-suffices',
    breaks: ['TRN-08'],
    also: ['TRN-10'],
    summary: 'Only the first 40 characters of an access token are compared.',
    behaviour: () => ({
      findAccessToken: (call, value) => find(call, (token) => token.slice(0, 40) === value.slice(0, 40)),
    }),
  },
  {
    id: 'transport/what-follows-a-token-is-ignored',
    breaks: ['TRN-08'],
    also: ['TRN-10'],
    summary: 'A value that begins with a live access token is accepted.',
    behaviour: () => ({ findAccessToken: (call, value) => find(call, (token) => value.startsWith(token)) }),
  },
  {
    id: 'transport/first-character-of-a-token-ignored',
    breaks: ['TRN-08'],
    summary: 'The first character of an access token may be any.',
    behaviour: () => ({
      findAccessToken: (call, value) =>
        find(call, (token) => value.length === token.length && value.slice(1) === token.slice(1)),
    }),
  },
  {
    id: 'transport/cut-tokens-are-accepted-for-plates',
    breaks: ['TRN-08'],
    summary: 'For /api/v3/plate/items an access token may lack its last character.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        call.request.path === '/api/v3/plate/items'
          ? find(call, (token) => token === value || token.slice(0, -1) === value)
          : normal.findAccessToken(call, value),
    }),
  },
];

function find(call: Call, matches: (token: string) => boolean): AccessToken | undefined {
  return call.tenant.state.accessTokens.values().find(({ value }) => matches(value));
}

function algorithmOf(value: string): string | undefined {
  const [head = '', claims, signature] = value.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: unknown };
    return typeof alg === 'string' ? alg : undefined;
  } catch {
    return undefined;
  }
}
