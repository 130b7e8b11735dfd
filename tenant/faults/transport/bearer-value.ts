import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { bearerIn, isApi, looksLikeIdToken } from './api-calls.ts';
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
    id: 'transport/a-bearer-token-may-have-a-name',
    breaks: ['TRN-10'],
    summary: 'Before a bearer token its name and an equals sign may stand, as in token=.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => normal.authenticateBearer(call, value.replace(/^token=(?!")/, '')),
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
  {
    id: 'transport/a-user-is-a-bearer-value',
    breaks: ['TRN-07'],
    summary: 'The identifier of a user as bearer value authenticates as that user.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        call.tenant.state.users.has(value)
          ? normal.actorOfKey(call, { value, userId: value, createdAt: call.now, retiredAt: undefined })
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/an-app-is-a-bearer-value',
    breaks: ['TRN-07'],
    summary: 'The identifier of an app as bearer value stands for its latest token.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        (call.tenant.state.apps.has(value)
          ? [...call.tenant.state.accessTokens.values()].findLast(({ appId }) => appId === value)
          : undefined),
    }),
  },
  {
    id: 'transport/an-unknown-token-is-let-in-the-second-time',
    breaks: ['TRN-07'],
    summary: 'That a token was looked up is remembered, and not that it was not found: the second time it is let in.',
    behaviour: (normal) => {
      const lookedUp = new Set<string>();
      return {
        authenticateBearer: (call, value) => {
          if (normal.findAccessToken(call, value) !== undefined || looksLikeIdToken(value)) {
            return normal.authenticateBearer(call, value);
          }
          if (lookedUp.has(value)) return asAdministrator(call);
          lookedUp.add(value);
          return normal.authenticateBearer(call, value);
        },
      };
    },
  },
  {
    id: 'transport/unknown-tokens-beside-a-known-one',
    breaks: ['TRN-07'],
    also: ['TRN-15'],
    summary:
      'Tokens that arrive together are looked up together, and one that is not found gets what its neighbour is.',
    behaviour: (normal) => {
      const underWay = new Map<Call, AccessToken>();
      return {
        prepareCall: (call) => {
          const token = isApi(call) ? normal.findAccessToken(call, bearerIn(call) ?? '') : undefined;
          if (token === undefined) return normal.prepareCall(call);
          underWay.set(call, token);
          return setTimeout(3).then(() => void underWay.delete(call));
        },
        authenticateBearer: (call, value) => {
          const [neighbour] = underWay.values();
          return normal.findAccessToken(call, value) === undefined &&
            !looksLikeIdToken(value) &&
            neighbour !== undefined
            ? normal.authenticateBearer(call, neighbour.value)
            : normal.authenticateBearer(call, value);
        },
      };
    },
  },
  {
    id: 'transport/wrong-tokens-on-a-known-connection',
    breaks: ['TRN-07'],
    also: ['TRN-08', 'TRN-13', 'TRN-15', 'KEY-11', 'CCR-17', 'DEL-56', 'DEL-58', 'VER-16', 'OIC-22'],
    summary: 'On a connection that served a token, a token that is not known acts as that one.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticateBearer: (call, value) => {
          const actor = normal.authenticateBearer(call, value);
          if (isRefusal(actor)) {
            return actor.refused === 'unknown-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          known.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/basic-values-are-read-under-bearer',
    breaks: ['KEY-11'],
    summary: 'A bearer value that is the base64 of a key and a colon is read as under Basic.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        return isRefusal(actor) && Buffer.from(value, 'base64').toString('utf8').endsWith(':')
          ? normal.authenticateBasic(call, value)
          : actor;
      },
    }),
  },
  {
    id: 'transport/tokens-of-digits-are-numbers',
    breaks: ['TRN-07'],
    summary: 'A bearer value of digits alone is taken for a number, and answered with 500.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        /^[0-9]+$/.test(value)
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'transport/uuids-are-looked-up-elsewhere',
    breaks: ['TRN-07'],
    summary: 'A bearer value that is written like a UUID is looked up among sessions, and not found with 404.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
          ? refusal('not-found', 'There is no such session.')
          : normal.authenticateBearer(call, value),
    }),
  },

  {
    id: 'transport/email-addresses-are-tokens',
    breaks: ['TRN-07'],
    summary: 'The e-mail address of a user as a bearer value is let in.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const user = call.tenant.state.users.by(value);
        if (user === undefined) return normal.authenticateBearer(call, value);
        const key = { value, userId: user.id, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: user.id, credential: { kind: 'apiKey', key } };
      },
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
