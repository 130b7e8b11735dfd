import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { headerOf } from '../../http/message.ts';
import { THIRTY_DAYS } from '../durations.ts';
import { delegationIn, keyIn, refreshTokenOf, tokenIn, type Holds } from './presented.ts';

/** Tests for kinds of credentials, to say which ones a decision is about. */
export const isKey: Holds = (_call, presented) => keyIn(presented) !== undefined;
export const isToken: Holds = (_call, presented) => tokenIn(presented) !== undefined;
/** Returns a test that holds for access tokens for which `isMeant` holds. */
export const tokenIs =
  (isMeant: (token: AccessToken, call: Call) => boolean): Holds =>
  (call, presented) => {
    const token = tokenIn(presented);
    return token !== undefined && isMeant(token, call);
  };
export const isAppToken: Holds = (_call, presented) => tokenIn(presented)?.subject.kind === 'app';
export const isDelegated: Holds = (_call, presented) => tokenIn(presented)?.delegation !== undefined;
/** Holds for an access token that came from a code. */
export const isOfCode: Holds = (call, presented) =>
  isDelegated(call, presented) && tokenIn(presented)?.refreshToken?.predecessor === undefined;
/** Holds for an access token that came from a refresh. */
export const isOfRefresh: Holds = (_call, presented) => tokenIn(presented)?.refreshToken?.predecessor !== undefined;
export const isRefreshToken: Holds = (_call, presented) => refreshTokenOf(presented) !== undefined;
/** Holds for a refresh token that came from a code. */
export const isFirst: Holds = (_call, presented) => {
  const token = refreshTokenOf(presented);
  return token !== undefined && token.predecessor === undefined;
};
/** Holds for a refresh token that came from a refresh. */
export const isLater: Holds = (_call, presented) => refreshTokenOf(presented)?.predecessor !== undefined;

export const isCode: Holds = (_call, { credential }) => credential?.kind === 'code';
export const isSession: Holds = (_call, { credential }) => credential?.kind === 'session';
export const isIdToken: Holds = (_call, { credential }) => credential?.kind === 'idToken';

/** Holds for any credential that an app holds for a user. */
export const isHeld: Holds = (_call, presented) => delegationIn(presented) !== undefined;

/** Holds for an access token after a refresh has yielded a newer one. */
export const isSuperseded: Holds = (_call, presented) => {
  const token = tokenIn(presented);
  return token?.delegation !== undefined && token.delegation.latestAccessToken !== token;
};

/** Returns a test that holds for token requests with this grant type. */
export const byGrant =
  (type: 'client_credentials' | 'authorization_code' | 'refresh_token'): Holds =>
  ({ found }) =>
    found.grantType === type;

/** Holds if an app asks for an app token. */
export const forItself: Holds = byGrant('client_credentials');

export const LEGACY_PATH = '/api/v2/token';

/** Holds for a token that the legacy token path issued. */
export const isFromLegacyPath: Holds = (_call, presented) =>
  (tokenIn(presented)?.path ?? refreshTokenOf(presented)?.path) === LEGACY_PATH;

/** Holds for requests at the legacy token path. */
export const atLegacyPath: Holds = ({ request }) => request.path === LEGACY_PATH;

/** Holds for a credential whose authorization is more than thirty days old, and so was refreshed. */
export const isLongHeld: Holds = (call, presented) => {
  const delegation = delegationIn(presented);
  return delegation !== undefined && call.now.getTime() - delegation.createdAt.getTime() > THIRTY_DAYS;
};

/** Returns a test that holds for calls to one version of the API. */
export const onVersion =
  (name: 'v2' | 'v3'): Holds =>
  ({ request }) =>
    request.path.startsWith(`/api/${name}/`);

/** Returns a test that holds for requests at this path. */
export const at =
  (path: string): Holds =>
  ({ request }) =>
    request.path === path;

/** Holds if assay results are listed. */
export const atResults: Holds = ({ request }) => request.path.endsWith('/assay-results');

/** Holds if the scheme is written in lower case. */
export const inLowerCase: Holds = ({ request }) => /^[a-z]+ /.test(headerOf(request, 'authorization') ?? '');

/** Holds always, for a mistake that has no other condition. */
export const always: Holds = () => true;

/** Returns a test that holds if all of these tests hold. */
export const all =
  (...every: readonly Holds[]): Holds =>
  (call, presented) =>
    every.every((one) => one(call, presented));

/** Returns a test that holds if one of these tests holds. */
export const any =
  (...some: readonly Holds[]): Holds =>
  (call, presented) =>
    some.some((one) => one(call, presented));

/** Returns a test that holds if this test does not hold. */
export const not =
  (one: Holds): Holds =>
  (call, presented) =>
    !one(call, presented);
