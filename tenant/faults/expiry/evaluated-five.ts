import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const THIRTY_DAYS = 30 * 86_400_000;

/** Another refusal of an expired credential, in some calls. */
const expiredOtherwise =
  (method: 'authenticateBearer' | 'authenticateBasic', where: (call: Call) => boolean, instead: Refusal) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    [method]: (call: Call, value: string) => {
      const actor = normal[method](call, value);
      return isRefusal(actor) && actor.refused === 'expired-credential' && where(call) ? instead : actor;
    },
  });

const sorts = ({ request }: Call): boolean => request.query.has('sort');
const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** Mistakes about the status of what has expired, where more is asked than a plain page. */
export const evaluatedFiveFaults: readonly Fault[] = [
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
    id: 'expiry/expired-keys-are-forbidden-to-sort',
    breaks: ['EXP-23'],
    summary: 'An expired key in a sorted listing is answered with 403.',
    behaviour: expiredOtherwise('authenticateBasic', sorts, refusal('forbidden', 'The API key has expired.')),
  },
  {
    id: 'expiry/thirty-days-from-the-last-refresh-of-the-app',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-18', 'EXP-33'],
    summary: 'A refresh token lasts thirty days from the last refresh of its app, for whichever user.',
    behaviour: (normal) => {
      const last = new Map<string, number>();
      return {
        spendRefreshToken: (call, token) => {
          last.set(token.delegation.appId, call.now.getTime());
          normal.spendRefreshToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (last.get(token.delegation.appId) ?? 0) >= THIRTY_DAYS,
      };
    },
  },
  {
    id: 'expiry/thirty-days-from-the-last-id-token',
    breaks: ['EXP-12'],
    also: ['EXP-14'],
    summary: 'A refresh token lasts thirty days from the last call with an ID token of its user.',
    behaviour: (normal) => {
      const last = new Map<string, number>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!isRefusal(actor)) last.set(actor.id, call.now.getTime());
          return actor;
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (last.get(token.delegation.userId) ?? 0) >= THIRTY_DAYS,
      };
    },
  },
];
