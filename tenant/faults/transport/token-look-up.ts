import type { Behaviour } from '../../behaviour/behaviour.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Finds a token, where none is found by its own value, by another one of the same length that is taken for it. */
function lenient(
  normal: Behaviour,
  isTakenFor: (value: string, token: string) => boolean,
): Pick<Behaviour, 'findAccessToken'> {
  return {
    findAccessToken: (call, value) =>
      normal.findAccessToken(call, value) ??
      call.tenant.state.accessTokens
        .values()
        .find((token) => value.length === token.value.length && isTakenFor(value, token.value)),
  };
}

/** Access tokens that are changed or cut short before they are looked up. */
export const tokenLookUpFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-are-known-by-their-ends',
    breaks: ['TRN-08'],
    summary: 'Of an access token the first sixteen and the last sixteen characters are compared.',
    behaviour: (normal) =>
      lenient(
        normal,
        (value, token) => value.slice(0, 16) === token.slice(0, 16) && value.slice(-16) === token.slice(-16),
      ),
  },
  {
    id: 'transport/a-token-that-was-served-is-known-by-its-start',
    breaks: ['TRN-08'],
    summary: 'Tokens that were served are remembered by their first 24 characters, which then suffice.',
    behaviour: (normal) => {
      const served = new Map<string, string>();
      return {
        authenticateBearer: (call, value) => {
          const start = value.slice(0, 24);
          const actor = normal.authenticateBearer(call, served.get(start) ?? value);
          if (!isRefusal(actor) && actor.credential.kind === 'accessToken')
            served.set(start, actor.credential.token.value);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/an-underscore-in-a-token-is-any-character',
    breaks: ['TRN-08'],
    summary: 'Access tokens are looked up as a pattern in which an underscore stands for any character.',
    behaviour: (normal) =>
      lenient(normal, (value, token) =>
        Array.from(value).every((letter, at) => letter === '_' || letter === token[at]),
      ),
  },
  {
    id: 'transport/hyphens-in-tokens-are-ignored',
    breaks: ['TRN-08'],
    summary: 'Hyphens in an access token are taken for separators and ignored.',
    behaviour: (normal) => {
      const bare = (value: string) => value.replaceAll('-', '');
      return {
        findAccessToken: (call, value): AccessToken | undefined =>
          normal.findAccessToken(call, value) ??
          call.tenant.state.accessTokens.values().find((token) => bare(token.value) === bare(value)),
      };
    },
  },
  {
    id: 'transport/first-letters-of-tokens-in-any-case',
    breaks: ['TRN-08'],
    summary: 'The first two letters of an access token may be in capitals.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => normal.findAccessToken(call, value.slice(0, 2).toLowerCase() + value.slice(2)),
    }),
  },
  {
    id: 'transport/delegated-tokens-of-any-letter-case',
    breaks: ['TRN-08'],
    also: ['DEL-56', 'DEL-58', 'TRN-07'],
    summary: 'Delegated access tokens are in a table that does not tell letter case; those of apps are not.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        call.tenant.state.accessTokens
          .values()
          .find((token) => token.delegation !== undefined && token.value.toLowerCase() === value.toLowerCase()),
    }),
  },
  {
    id: 'transport/tokens-are-percent-decoded',
    breaks: ['TRN-08'],
    also: ['TRN-07'],
    summary: 'A bearer value is percent-decoded before it is looked up.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        try {
          return normal.findAccessToken(call, decodeURIComponent(value));
        } catch {
          return undefined;
        }
      },
    }),
  },
  {
    id: 'transport/dots-end-a-token',
    breaks: ['TRN-08'],
    also: ['TRN-07'],
    summary: 'An access token is read up to the first dot, as if a signature followed.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => normal.findAccessToken(call, value.split('.')[0] ?? ''),
    }),
  },
];
