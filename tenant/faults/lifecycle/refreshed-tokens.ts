import type { Credential } from '../../state/delegated.ts';
import type { AccessToken } from '../../state/model.ts';

/** Whether a refresh has brought a younger access token for the same authorization. */
export const isSuperseded = (token: AccessToken): boolean =>
  token.delegation !== undefined && token.delegation.latestAccessToken !== token;

/** Whether a credential is a refresh token that a refresh has brought. */
export const isOfRefresh = (credential: Credential): boolean =>
  credential.kind === 'refreshToken' && credential.token.predecessor !== undefined;
