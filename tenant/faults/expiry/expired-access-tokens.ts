import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import { filters, isFollowing, sorts } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { expiredOtherwise } from './expired-otherwise.ts';

/** Expired access tokens that some calls accept, or refuse in another way. */
export const expiredAccessTokenFaults: readonly Fault[] = [
  {
    id: 'expiry/expired-tokens-are-bad-requests-to-sort',
    breaks: ['EXP-03'],
    summary: 'An expired access token in a sorted listing is answered with 400.',
    behaviour: expiredOtherwise('authenticateBearer', sorts, refusal('invalid-query', 'The access token has expired.')),
  },
  {
    id: 'expiry/expired-tokens-are-forbidden-to-filter',
    breaks: ['EXP-03'],
    summary: 'An expired access token in a listing with a filter is answered with 403.',
    behaviour: expiredOtherwise('authenticateBearer', filters, refusal('forbidden', 'The access token has expired.')),
  },
  {
    id: 'expiry/following-pages-of-expired-tokens-are-bad-requests',
    breaks: ['EXP-03'],
    summary: 'An expired access token beside a page token is answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-credential' &&
        call.request.query.has('nextToken') &&
        (call.request.headers.get('authorization')?.[0] ?? '').toLowerCase().startsWith('bearer')
          ? 400
          : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'expiry/expired-tokens-from-before-a-refresh-are-forbidden',
    breaks: ['EXP-03'],
    summary: 'An expired access token is answered with 403 where its app has refreshed since.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const token = normal.findAccessToken(call, value);
        const latest = token?.delegation === undefined || token.delegation.latestAccessToken === token;
        return isRefusal(actor) && actor.refused === 'expired-credential' && !latest
          ? refusal('forbidden', 'There is a newer token.')
          : actor;
      },
    }),
  },
  {
    id: 'expiry/long-expired-access-tokens-are-gone',
    breaks: ['EXP-03'],
    summary: 'An access token that expired more than a day ago is answered with 410.',
    behaviour: (normal) => {
      const gone = new WeakSet<object>();
      return {
        authenticateBearer: (call, value) => {
          const outcome = normal.authenticateBearer(call, value);
          const issuedAt = normal.findAccessToken(call, value)?.issuedAt.getTime() ?? Infinity;
          if (!isRefusal(outcome) || call.now.getTime() - issuedAt < FIFTEEN_MINUTES + DAY) return outcome;
          const refused = refusal('expired-credential', 'The access token is no more.');
          gone.add(refused);
          return refused;
        },
        refusalStatus: (call, refused) => (gone.has(refused) ? 410 : normal.refusalStatus(call, refused)),
      };
    },
  },
  {
    id: 'expiry/expired-tokens-list-what-they-filter',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A listing with a filter does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) && !call.request.target.includes('schemaFields'),
    }),
  },
  {
    id: 'expiry/expired-tokens-list-what-they-sort',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A sorted listing does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => normal.tokenHasExpired(call, token) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'expiry/expired-tokens-may-write',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A call that creates an entry does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => normal.tokenHasExpired(call, token) && call.request.method === 'GET',
    }),
  },
  {
    id: 'expiry/following-pages-outlive-the-token',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A following page is shown to an expired access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => !isFollowing(call) && normal.tokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/known-connections-outlive-the-token',
    breaks: ['EXP-02'],
    also: ['EXP-03', 'EXP-04', 'EXP-05', 'EXP-08', 'EXP-33', 'VER-14', 'VER-16', 'EXP-06', 'EXP-20'],
    summary: 'A connection on which a token was accepted goes on accepting it for another hour.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Set<AccessToken>>();
      return {
        tokenHasExpired: (call, token) => {
          if (!normal.tokenHasExpired(call, token)) {
            known.set(call.connection, (known.get(call.connection) ?? new Set()).add(token));
            return false;
          }
          return !(
            known.get(call.connection)?.has(token) === true && call.now.getTime() - token.issuedAt.getTime() < 4_500_000
          );
        },
      };
    },
  },
  {
    id: 'expiry/accepted-tokens-are-remembered-for-a-minute',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-06', 'EXP-08', 'EXP-33', 'VER-14', 'VER-16', 'EXP-20', 'EXP-03'],
    summary: 'That a token was good is remembered for a minute, in which its age is not looked at.',
    behaviour: (normal) => {
      const seen = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (call.now.getTime() - (seen.get(token) ?? -Infinity) < 60_000) return false;
          const expired = normal.tokenHasExpired(call, token);
          if (!expired) seen.set(token, call.now.getTime());
          return expired;
        },
      };
    },
  },
  {
    id: 'expiry/the-last-accepted-token-is-not-looked-at-again',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-06', 'EXP-33', 'EXP-08', 'EXP-20', 'EXP-31', 'VER-15'],
    summary:
      'The age of a token is looked at when it comes after another one: the token of the last call is still good.',
    behaviour: (normal) => {
      let last: AccessToken | undefined;
      return {
        tokenHasExpired: (call, token) => {
          if (token === last) return false;
          const expired = normal.tokenHasExpired(call, token);
          last = expired ? undefined : token;
          return expired;
        },
      };
    },
  },
  {
    id: 'expiry/delegated-tokens-list-results-for-an-hour',
    breaks: ['EXP-04'],
    also: ['EXP-05'],
    summary: 'The listing of assay results accepts delegated tokens for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.delegation !== undefined && call.request.path.endsWith('assay-results')
          ? 3600
          : normal.enforcedLifetime(call, token),
    }),
  },
];
