import OAuth2Server from '@node-oauth/oauth2-server';
import { type Actor, type Bond, holds, type Registry } from './registry.ts';

export const REFRESH_TOKEN_SECONDS = 2_592_000;

/** Lifetime of a code before its first exchange, and the time after it in which the code may be exchanged again. */
const CODE_SECONDS = 120;
const CODE_REUSE_SECONDS = 60;

/** The tokens that began with one exchange of a code. */
export interface Authorization {
  readonly bond: Bond;
  /** Whether a spent refresh token was presented again, which ends all tokens of this authorization. */
  ended: boolean;
  /** The access token of the last exchange or refresh. Earlier access tokens are no longer valid. */
  accessToken: string | undefined;
}

/** The actor that the library issues a token for. The library passes this value on and never reads it. */
export interface Holder {
  readonly actor: Actor;
  /** The authorization that the token continues; absent if it continues none. */
  readonly authorization?: Authorization;
}

interface Code {
  readonly bond: Bond;
  readonly redirectUri: string;
  readonly scope: string[];
  readonly challenge: { readonly codeChallenge?: string; readonly codeChallengeMethod?: string };
  readonly expiresAt: number;
  firstExchangedAt: number | undefined;
}

interface RefreshToken {
  readonly authorization: Authorization;
  readonly scope: string[] | undefined;
  readonly expiresAt: number;
  spent: boolean;
}

type DelegatedModel = Required<
  Pick<
    OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel,
    | 'generateAuthorizationCode'
    | 'saveAuthorizationCode'
    | 'getAuthorizationCode'
    | 'revokeAuthorizationCode'
    | 'generateRefreshToken'
    | 'getRefreshToken'
    | 'revokeToken'
  >
>;

export interface DelegatedGrants {
  readonly model: DelegatedModel;
  /** Keeps a new refresh token. Its 30 days begin now. */
  keepRefreshToken(value: string, authorization: Authorization, scope: string[] | undefined): void;
}

/** Printable characters that a header can carry, many of which a client must encode in a form or a query. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=&%~.-_';

/**
 * Creates the store of authorization codes and refresh tokens. The library looks a token up in one call and spends it
 * in another, and the tenant's state may change between the two. The functions that spend a token therefore check it
 * again, without an `await` between check and change.
 */
export function delegatedGrants(registry: Registry, clientOf: (appId: string) => OAuth2Server.Client): DelegatedGrants {
  const { clock, chance } = registry;
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, RefreshToken>();
  const holderOf = (bond: Bond, authorization?: Authorization): Holder => ({
    actor: { kind: 'user', id: bond.userId, through: bond },
    ...(authorization === undefined ? {} : { authorization }),
  });

  const model: DelegatedModel = {
    async generateAuthorizationCode() {
      return chance.text(ALPHABET, 30);
    },

    async saveAuthorizationCode(code, client, user) {
      const { actor } = user as Holder;
      if (actor.kind !== 'user' || actor.through === undefined) return false;
      const { codeChallenge, codeChallengeMethod } = code;
      codes.set(code.authorizationCode, {
        bond: actor.through,
        redirectUri: code.redirectUri,
        scope: code.scope ?? [],
        challenge: {
          ...(codeChallenge === undefined ? {} : { codeChallenge }),
          ...(codeChallengeMethod === undefined ? {} : { codeChallengeMethod }),
        },
        expiresAt: clock.now() + CODE_SECONDS * 1000,
        firstExchangedAt: undefined,
      });
      return { ...code, client, user };
    },

    async getAuthorizationCode(value) {
      const code = codes.get(value);
      if (code === undefined) return false;
      const endsAt = Math.min(code.expiresAt, (code.firstExchangedAt ?? Infinity) + CODE_REUSE_SECONDS * 1000);
      if (clock.now() >= endsAt) return false;
      return {
        authorizationCode: value,
        expiresAt: clock.onMachineClock(endsAt),
        redirectUri: code.redirectUri,
        scope: code.scope,
        client: clientOf(code.bond.appId),
        user: holderOf(code.bond),
        ...code.challenge,
      };
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const code = codes.get(authorizationCode);
      if (code === undefined) return false;
      demandBond(registry, code.bond);
      code.firstExchangedAt ??= clock.now();
      return true;
    },

    async generateRefreshToken() {
      return chance.text(ALPHABET, 48);
    },

    async getRefreshToken(value) {
      const token = refreshTokens.get(value);
      if (token === undefined) return false;
      const { authorization } = token;
      return {
        refreshToken: value,
        client: clientOf(authorization.bond.appId),
        user: holderOf(authorization.bond, authorization),
        ...(token.scope === undefined ? {} : { scope: token.scope }),
      };
    },

    // The library has already verified that the token was issued to the app that presents it.
    async revokeToken({ refreshToken }) {
      const token = refreshTokens.get(refreshToken);
      if (token === undefined) return false;
      const { authorization } = token;
      // A spent token is checked first, because only this reason has an error of its own (Errors).
      if (token.spent) {
        authorization.ended = true;
        return false;
      }
      demandBond(registry, authorization.bond);
      if (authorization.ended)
        throw refusal(400, 'authorization_ended', 'A token of this authorization was used twice.');
      if (clock.now() >= token.expiresAt) throw refusal(400, 'authorization_expired', 'The 30 days are over.');
      token.spent = true;
      authorization.accessToken = undefined;
      return true;
    },
  };

  return {
    model,
    keepRefreshToken(value, authorization, scope) {
      const expiresAt = clock.now() + REFRESH_TOKEN_SECONDS * 1000;
      refreshTokens.set(value, { authorization, scope, expiresAt, spent: false });
    },
  };
}

/**
 * Verifies that a bond has not ended.
 *
 * @throws OAuth2Server.OAuthError with status 403 if it has ended: the specification leaves the error open (Errors,
 *   third condition)
 */
export function demandBond(registry: Registry, bond: Bond): void {
  if (holds(registry, bond)) return;
  if (registry.users.get(bond.userId)?.suspended === true) {
    throw refusal(403, 'user_suspended', 'The user is suspended.');
  }
  if (registry.apps.get(bond.appId)?.installed === false) {
    throw refusal(403, 'app_not_installed', 'The app is not installed here.');
  }
  throw refusal(403, 'consent_ended', 'The user has to authorize the app again.');
}

function refusal(code: number, name: string, message: string): OAuth2Server.OAuthError {
  return new OAuth2Server.OAuthError(message, { code, name });
}
