// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.

/**
 * The token endpoint's answer to a refused request: any JSON, since the shape is not specified.
 */
export type TokenErrorAnswer = unknown;

/**
 * Fields of an authorization_code token request, sent form-encoded.
 */
export interface AuthorizationCodeTokenRequest {
  /**
   * The grant.
   */
  readonly grant_type: 'authorization_code';
  /**
   * The app's client id.
   */
  readonly client_id: string;
  /**
   * The app's client secret.
   */
  readonly client_secret: string;
  /**
   * The redirect URI of the authorization request.
   */
  readonly redirect_uri: string;
  /**
   * The code that came on the redirect.
   */
  readonly code: string;
}

/**
 * Fields of a client_credentials token request, sent form-encoded.
 */
export interface ClientCredentialsTokenRequest {
  /**
   * The grant.
   */
  readonly grant_type: 'client_credentials';
  /**
   * The app's client id.
   */
  readonly client_id: string;
  /**
   * The app's client secret.
   */
  readonly client_secret: string;
}

/**
 * Fields of a refresh_token token request, sent form-encoded.
 */
export interface RefreshTokenTokenRequest {
  /**
   * The grant.
   */
  readonly grant_type: 'refresh_token';
  /**
   * The app's client id.
   */
  readonly client_id: string;
  /**
   * The app's client secret.
   */
  readonly client_secret: string;
  /**
   * The refresh token.
   */
  readonly refresh_token: string;
}

/**
 * The token endpoint's answer to the authorization_code grant.
 */
export interface AuthorizationCodeTokenResponse {
  /**
   * Always Bearer.
   */
  readonly token_type: 'Bearer';
  /**
   * Opaque token.
   */
  readonly access_token: string;
  /**
   * Seconds of validity: 900, which is 15 minutes.
   */
  readonly expires_in: 900;
  /**
   * Single-use refresh token.
   */
  readonly refresh_token: string;
  /**
   * Seconds of validity: 2592000, which is 30 days.
   */
  readonly refresh_token_expires_in: 2592000;
}

/**
 * The token endpoint's answer to the client_credentials grant; it never returns a refresh token.
 */
export interface ClientCredentialsTokenResponse {
  /**
   * Always Bearer.
   */
  readonly token_type: 'Bearer';
  /**
   * Opaque token.
   */
  readonly access_token: string;
  /**
   * Seconds of validity: 900, which is 15 minutes.
   */
  readonly expires_in: 900;
  readonly refresh_token?: never;
  readonly refresh_token_expires_in?: never;
}

/**
 * The token endpoint's answer to the refresh_token grant; its refresh token is a new one.
 */
export interface RefreshTokenTokenResponse {
  /**
   * Always Bearer.
   */
  readonly token_type: 'Bearer';
  /**
   * Opaque token.
   */
  readonly access_token: string;
  /**
   * Seconds of validity: 900, which is 15 minutes.
   */
  readonly expires_in: 900;
  /**
   * Single-use refresh token.
   */
  readonly refresh_token: string;
  /**
   * Seconds of validity: 2592000, which is 30 days.
   */
  readonly refresh_token_expires_in: 2592000;
}
