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
import { keepDays, stopWhen } from '../operators/lifetimes.ts';
import { alsoStop, exempt, prolong } from '../operators/operators.ts';
import type { Wrong } from '../operators/rows.ts';

const isKeyWithEnd = all(isKey, not(isFromBefore));

/** What hangs on the end of every access token. */
const ends = ['EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31', 'EXP-33', 'VER-14'];
/** What hangs on an access token's being good until then. */
const lives = ['EXP-20', 'EXP-33', 'EXP-35', 'VER-14'];
const endsOfRefreshTokens = ['EXP-17', 'EXP-18', 'EXP-19', 'EXP-20', 'EXP-32', 'EXP-33'];

/** What is accepted after its end. */
export const late = {
  tokens: { breaks: ['EXP-02'], also: ['EXP-04', 'EXP-05', ...ends], wrong: exempt('tokenHasExpired', always) },
  appTokens: { breaks: ['EXP-02'], also: ends, wrong: exempt('tokenHasExpired', isAppToken) },
  delegatedTokens: { breaks: ['EXP-04'], also: ['EXP-05', ...ends], wrong: exempt('tokenHasExpired', isDelegated) },
  tokensOfCodes: { breaks: ['EXP-04'], also: ends, wrong: exempt('tokenHasExpired', isOfCode) },
  tokensOfRefreshes: { breaks: ['EXP-05'], also: ends, wrong: exempt('tokenHasExpired', isOfRefresh) },
  refreshTokens: {
    breaks: ['EXP-12'],
    also: ['EXP-14', ...endsOfRefreshTokens],
    wrong: exempt('refreshTokenHasExpired', always),
  },
  laterRefreshTokens: {
    breaks: ['EXP-14'],
    also: endsOfRefreshTokens,
    wrong: exempt('refreshTokenHasExpired', isLater),
  },
  keys: {
    breaks: ['EXP-22'],
    also: ['EXP-25', 'EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-30', 'EXP-33'],
    wrong: exempt('keyHasExpired', always),
  },
} satisfies Record<string, Wrong>;

/** What is refused before its end. */
export const early = {
  tokens: { breaks: ['EXP-01'], also: ['EXP-04', 'EXP-05', ...lives], wrong: alsoStop('tokenHasExpired', always) },
  appTokens: { breaks: ['EXP-01'], also: lives, wrong: alsoStop('tokenHasExpired', isAppToken) },
  tokensOfCodes: { breaks: ['EXP-04'], also: lives, wrong: alsoStop('tokenHasExpired', isOfCode) },
  tokensOfRefreshes: { breaks: ['EXP-05'], also: lives, wrong: alsoStop('tokenHasExpired', isOfRefresh) },
  refreshTokens: {
    breaks: ['EXP-11'],
    also: ['EXP-10', 'EXP-13', 'EXP-15', 'EXP-20', 'EXP-33', 'EXP-34'],
    wrong: alsoStop('refreshTokenHasExpired', always),
  },
  firstRefreshTokens: {
    breaks: ['EXP-11'],
    also: ['EXP-10', 'EXP-20', 'EXP-33', 'EXP-34'],
    wrong: alsoStop('refreshTokenHasExpired', isFirst),
  },
  keys: { breaks: ['EXP-21'], also: ['EXP-27', 'EXP-33'], wrong: alsoStop('keyHasExpired', isKeyWithEnd) },
  keysWithoutEnd: {
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-33'],
    wrong: alsoStop('keyHasExpired', isFromBefore),
  },
} satisfies Record<string, Wrong>;

/** What has expired when the condition says so, sooner or later than it should. */
export const reckoned = {
  tokens: { breaks: ['EXP-02'], also: ['EXP-01', 'EXP-04', 'EXP-05', ...ends], wrong: stopWhen('tokenHasExpired') },
  refreshTokens: {
    breaks: ['EXP-12'],
    also: ['EXP-10', 'EXP-11', 'EXP-13', 'EXP-14', 'EXP-15', ...endsOfRefreshTokens],
    wrong: stopWhen('refreshTokenHasExpired'),
  },
  keys: { breaks: ['EXP-22'], also: ['EXP-24', ...late.keys.also], wrong: stopWhen('keyHasExpired') },
  keysWithEnd: {
    breaks: ['EXP-21'],
    also: ['EXP-27', 'EXP-33'],
    wrong: stopWhen('keyHasExpired', isKeyWithEnd),
  },
} satisfies Record<string, Wrong>;

/** What a call gives another lifetime. */
export const prolonged = {
  tokens: { breaks: ['EXP-06'], also: ['EXP-33'], wrong: prolong('token', always) },
  keys: { breaks: ['EXP-26'], also: ['EXP-22', 'EXP-33'], wrong: prolong('key', always) },
  refreshTokens: { breaks: ['EXP-19'], also: ['EXP-33'], wrong: exempt('refreshTokenHasExpired', always) },
} satisfies Record<string, Wrong>;

/** What ends before its time by an event that ends nothing. */
export const ended = {
  delegatedTokens: { breaks: ['EXP-35'], also: ['EXP-33'], wrong: alsoStop('tokenHasEnded', isDelegated) },
  refreshTokens: { breaks: ['EXP-34'], also: ['EXP-33'], wrong: alsoStop('refreshTokenHasExpired', always) },
} satisfies Record<string, Wrong>;

/** A chain of refreshes that comes to an end. */
export const limited: Wrong = {
  breaks: ['EXP-15'],
  also: ['EXP-33'],
  wrong: alsoStop('refreshTokenHasExpired', always),
};

/** A refresh that gives no new thirty days. */
export const notRenewed: Wrong = {
  breaks: ['EXP-13'],
  also: ['EXP-14', 'EXP-15', 'EXP-20', 'EXP-33'],
  wrong: keepDays,
};
