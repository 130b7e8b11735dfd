import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { headerOf } from '../../http/message.ts';
import { THIRTY_DAYS } from '../durations.ts';
import { delegationIn, keyIn, refreshTokenOf, tokenIn, type Holds } from './presented.ts';

/** Kinds of credential, to say which ones a decision is about. */
export const isKey: Holds = (_call, presented) => keyIn(presented) !== undefined;
export const isToken: Holds = (_call, presented) => tokenIn(presented) !== undefined;
/** Whether an access token is presented of which this holds. */
export const tokenIs =
  (isMeant: (token: AccessToken, call: Call) => boolean): Holds =>
  (call, presented) => {
    const token = tokenIn(presented);
    return token !== undefined && isMeant(token, call);
  };
export const isAppToken: Holds = (_call, presented) => tokenIn(presented)?.subject.kind === 'app';
export const isDelegated: Holds = (_call, presented) => tokenIn(presented)?.delegation !== undefined;
/** An access token that came for a code. */
export const isOfCode: Holds = (call, presented) =>
  isDelegated(call, presented) && tokenIn(presented)?.refreshToken?.predecessor === undefined;
/** An access token that came of a refresh. */
export const isOfRefresh: Holds = (_call, presented) => tokenIn(presented)?.refreshToken?.predecessor !== undefined;
export const isRefreshToken: Holds = (_call, presented) => refreshTokenOf(presented) !== undefined;
/** A refresh token that came for a code. */
export const isFirst: Holds = (_call, presented) => {
  const token = refreshTokenOf(presented);
  return token !== undefined && token.predecessor === undefined;
};
/** A refresh token that came of a refresh. */
export const isLater: Holds = (_call, presented) => refreshTokenOf(presented)?.predecessor !== undefined;

export const isCode: Holds = (_call, { credential }) => credential?.kind === 'code';
export const isSession: Holds = (_call, { credential }) => credential?.kind === 'session';
export const isIdToken: Holds = (_call, { credential }) => credential?.kind === 'idToken';

/** Anything that an app holds for a user. */
export const isHeld: Holds = (_call, presented) => delegationIn(presented) !== undefined;

/** An access token beside which a refresh has brought a younger one. */
export const isSuperseded: Holds = (_call, presented) => {
  const token = tokenIn(presented);
  return token?.delegation !== undefined && token.delegation.latestAccessToken !== token;
};

/** Whether an app asks by this grant. */
export const byGrant =
  (type: 'client_credentials' | 'authorization_code' | 'refresh_token'): Holds =>
  ({ found }) =>
    found.grantType === type;

/** Whether an app asks for a token for itself. */
export const forItself: Holds = byGrant('client_credentials');

export const LEGACY_PATH = '/api/v2/token';

/** Whether the legacy token path issued it. */
export const isFromLegacyPath: Holds = (_call, presented) =>
  (tokenIn(presented)?.path ?? refreshTokenOf(presented)?.path) === LEGACY_PATH;

/** Whether the legacy token path is asked. */
export const atLegacyPath: Holds = ({ request }) => request.path === LEGACY_PATH;

/** Whether the authorization that it comes from is more than thirty days old, and so was refreshed. */
export const isLongHeld: Holds = (call, presented) => {
  const delegation = delegationIn(presented);
  return delegation !== undefined && call.now.getTime() - delegation.createdAt.getTime() > THIRTY_DAYS;
};

/** Whether it is presented to one version of the API. */
export const onVersion =
  (name: 'v2' | 'v3'): Holds =>
  ({ request }) =>
    request.path.startsWith(`/api/${name}/`);

/** Whether it is presented at this path. */
export const at =
  (path: string): Holds =>
  ({ request }) =>
    request.path === path;

/** Whether assay results are listed. */
export const atResults: Holds = ({ request }) => request.path.endsWith('/assay-results');

/** Whether the scheme is written in lower case. */
export const inLowerCase: Holds = ({ request }) => /^[a-z]+ /.test(headerOf(request, 'authorization') ?? '');

/** For a mistake that knows no other condition. */
export const always: Holds = () => true;

/** That all of these hold. */
export const all =
  (...every: readonly Holds[]): Holds =>
  (call, presented) =>
    every.every((one) => one(call, presented));

/** That one of these holds. */
export const any =
  (...some: readonly Holds[]): Holds =>
  (call, presented) =>
    some.some((one) => one(call, presented));

/** That this does not hold. */
export const not =
  (one: Holds): Holds =>
  (call, presented) =>
    !one(call, presented);
