import { isFromBefore } from '../api-key/conditions.ts';
import {
  all,
  always,
  isAppToken,
  isDelegated,
  isFirst,
  isKey,
  isLater,
  isOfCode,
  isOfRefresh,
  not,
} from '../operators/kinds.ts';
import { inheritRefreshLifetime, stopWhen } from '../operators/lifetimes.ts';
import { alsoStop, exempt, prolong } from '../operators/operators.ts';
import type { Wrong } from '../operators/rows.ts';

const isKeyWithEnd = all(isKey, not(isFromBefore));

/** What a wrong decision about access tokens also breaks if the legacy path issued the token. */
const legacyToken = { 'the legacy path': ['VER-14'] } as const;
/** The requirements that depend on the end of an access token. */
const end = {
  also: ['EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31'],
  where: { 'one version': ['VER-16'], use: ['EXP-06'], ...legacyToken },
} as const;
/** The requirements that depend on an access token that is live until its end. */
const life = { also: ['EXP-20'], where: legacyToken } as const;
const endsOfRefreshTokens = ['EXP-17', 'EXP-18', 'EXP-19', 'EXP-20', 'EXP-32'] as const;

/** The wrong decisions that accept a credential after its end. */
export const late = {
  tokens: { ...end, breaks: ['EXP-02', 'EXP-04', 'EXP-05', 'EXP-33'], wrong: exempt('tokenHasExpired', always) },
  appTokens: { ...end, breaks: ['EXP-02', 'EXP-33'], wrong: exempt('tokenHasExpired', isAppToken) },
  delegatedTokens: { ...end, breaks: ['EXP-04', 'EXP-05', 'EXP-33'], wrong: exempt('tokenHasExpired', isDelegated) },
  tokensOfCodes: { ...end, breaks: ['EXP-04', 'EXP-33'], wrong: exempt('tokenHasExpired', isOfCode) },
  tokensOfRefreshes: { ...end, breaks: ['EXP-05', 'EXP-33'], wrong: exempt('tokenHasExpired', isOfRefresh) },
  refreshTokens: {
    breaks: ['EXP-12', 'EXP-14', 'EXP-33'],
    also: endsOfRefreshTokens,
    wrong: exempt('refreshTokenHasExpired', always),
  },
  firstRefreshTokens: {
    breaks: ['EXP-12', 'EXP-33'],
    also: endsOfRefreshTokens,
    wrong: exempt('refreshTokenHasExpired', isFirst),
  },
  laterRefreshTokens: {
    breaks: ['EXP-14', 'EXP-33'],
    also: endsOfRefreshTokens,
    wrong: exempt('refreshTokenHasExpired', isLater),
  },
  keys: {
    breaks: ['EXP-22', 'EXP-33'],
    also: ['EXP-25', 'EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-30'],
    wrong: exempt('keyHasExpired', always),
  },
} satisfies Record<string, Wrong>;

/** The wrong decisions that refuse a credential before its end. */
export const early = {
  tokens: {
    ...life,
    breaks: ['EXP-01', 'EXP-04', 'EXP-05', 'EXP-33', 'EXP-35'],
    wrong: alsoStop('tokenHasExpired', always),
  },
  appTokens: { ...life, breaks: ['EXP-01', 'EXP-33', 'EXP-35'], wrong: alsoStop('tokenHasExpired', isAppToken) },
  tokensOfCodes: { ...life, breaks: ['EXP-04', 'EXP-33', 'EXP-35'], wrong: alsoStop('tokenHasExpired', isOfCode) },
  tokensOfRefreshes: {
    ...life,
    breaks: ['EXP-05', 'EXP-33', 'EXP-35'],
    wrong: alsoStop('tokenHasExpired', isOfRefresh),
  },
  refreshTokens: {
    breaks: ['EXP-11', 'EXP-33', 'EXP-34'],
    also: ['EXP-10', 'EXP-13', 'EXP-15', 'EXP-20'],
    wrong: alsoStop('refreshTokenHasExpired', always),
  },
  firstRefreshTokens: {
    breaks: ['EXP-11', 'EXP-33', 'EXP-34'],
    also: ['EXP-10', 'EXP-20'],
    wrong: alsoStop('refreshTokenHasExpired', isFirst),
  },
  keys: { breaks: ['EXP-21', 'EXP-33'], also: ['EXP-27'], wrong: alsoStop('keyHasExpired', isKeyWithEnd) },
  keysWithoutEnd: {
    breaks: ['EXP-24', 'EXP-33'],
    also: ['EXP-25'],
    wrong: alsoStop('keyHasExpired', isFromBefore),
  },
} satisfies Record<string, Wrong>;

/** The wrong decisions that expire a credential exactly under the condition, earlier or later than its end. */
export const reckoned = {
  tokens: {
    ...end,
    breaks: ['EXP-02', 'EXP-01', 'EXP-04', 'EXP-05', 'EXP-33'],
    wrong: stopWhen('tokenHasExpired'),
  },
  refreshTokens: {
    breaks: ['EXP-12', 'EXP-14', 'EXP-33'],
    also: ['EXP-10', 'EXP-11', 'EXP-13', 'EXP-15', ...endsOfRefreshTokens],
    wrong: stopWhen('refreshTokenHasExpired'),
  },
  keys: { breaks: ['EXP-22', 'EXP-24', 'EXP-33'], also: late.keys.also, wrong: stopWhen('keyHasExpired') },
  keysWithEnd: { ...early.keys, wrong: stopWhen('keyHasExpired', isKeyWithEnd) },
} satisfies Record<string, Wrong>;

/** The wrong decisions that give a credential another lifetime with a call. */
export const prolonged = {
  tokens: {
    breaks: ['EXP-06'],
    also: ['EXP-02', 'EXP-04', 'EXP-05', 'EXP-33', 'VER-14'],
    wrong: prolong('token', always),
  },
  keys: { breaks: ['EXP-26', 'EXP-22', 'EXP-33'], wrong: prolong('key', always) },
  refreshTokens: { breaks: ['EXP-19'], also: ['EXP-33'], wrong: exempt('refreshTokenHasExpired', always) },
} satisfies Record<string, Wrong>;

/** The wrong decisions that end a credential at an event that ends nothing. */
export const ended = {
  delegatedTokens: { breaks: ['EXP-35'], also: ['EXP-33'], wrong: alsoStop('tokenHasEnded', isDelegated) },
  refreshTokens: { breaks: ['EXP-34'], also: ['EXP-33'], wrong: alsoStop('refreshTokenHasExpired', always) },
} satisfies Record<string, Wrong>;

/** The wrong decision that limits a chain of refreshes. */
export const limited: Wrong = { ...ended.refreshTokens, breaks: ['EXP-15', 'EXP-33'] };

/** The wrong decision that a refresh gives no new thirty days. */
export const notRenewed: Wrong = {
  breaks: ['EXP-13'],
  also: ['EXP-14', 'EXP-15', 'EXP-20', 'EXP-33'],
  wrong: inheritRefreshLifetime,
};
