import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, ActorReference, ApiKey, App, RefreshToken } from '../../state/model.ts';
import { refreshTokenIn } from '../calls.ts';
import { ownTokensOf } from './holdings.ts';
import {
  tokenOrKeyIn,
  ofActor,
  ofClient,
  ofCredential,
  ofKey,
  ofRefreshToken,
  ofToken,
  type Holds,
  type Presented,
} from './presented.ts';
import { all } from './kinds.ts';
import { alsoIf, becomes } from './rules.ts';

/** A function that makes a wrong decision from the condition under which the decision is wrong. */
export type Operator = (when: Holds) => Deviation;

/** The rules that stop a credential, each with a function that says which credential its argument stands for. */
const stops = {
  userIsSuspended: (userId: string) => ({ userId }),
  appIsArchived: (appId: string) => ({ appId }),
  suspensionStops: ofCredential,
  archivalStops: ofCredential,
  uninstallationStops: ofCredential,
  keyHasExpired: ofKey,
  keyIsRetired: ofKey,
  tokenHasExpired: ofToken,
  tokenHasEnded: ofToken,
  refreshTokenHasExpired: ofRefreshToken,
  refreshTokenIsSpent: ofRefreshToken,
} as const;
export type Stop = keyof typeof stops;
/** Returns the presented credential that such a rule is asked about. */
export const presentedTo = (stop: Stop, subject: unknown): Presented =>
  (stops[stop] as (one: unknown) => Presented)(subject);

/** A rule of the table above, about a subject of any kind. */
type Rule = (call: Call, subject: unknown) => boolean;

function replaced(stop: Stop, decide: (call: Call, presented: Presented, stopped: boolean) => boolean): Deviation {
  return (normal) => {
    const rule = normal[stop] as Rule;
    const wrong: Rule = (call, subject) => decide(call, presentedTo(stop, subject), rule(call, subject));
    return { [stop]: wrong };
  };
}

/** Returns an operator: the rule does not stop credentials for which `like` holds under the condition. */
export const exempt =
  (stop: Stop, like: Holds): Operator =>
  (when) =>
    replaced(stop, (call, presented, stopped) => stopped && !all(like, when)(call, presented));

/** Returns an operator: the rule also stops valid credentials for which `like` holds under the condition. */
export const alsoStop =
  (stop: Stop, like: Holds): Operator =>
  (when) =>
    replaced(stop, (call, presented, stopped) => stopped || all(like, when)(call, presented));

/** Returns the credential of a token request: the refresh token if one is exchanged, otherwise the app itself. */
const askedBy = (call: Call, ofApp: Presented): Presented => {
  const token = call.found.grantType === 'refresh_token' ? refreshTokenIn(call) : undefined;
  return token === undefined ? ofApp : ofRefreshToken(token);
};

/** Returns an operator that refuses an app at the token path although its secret is right. */
export const refuseClients =
  (like: Holds): Operator =>
  (when) =>
    becomes(
      'clientIsBarred',
      (right, call, app) =>
        right ??
        (all(like, when)(call, askedBy(call, ofClient(app)))
          ? refusal('wrong-client', 'The app is not served.')
          : undefined),
    );

/** Returns an operator that refuses valid refresh tokens. */
export const refuseRefreshes =
  (like: Holds): Operator =>
  (when) =>
    becomes(
      'refreshIsBarred',
      (right, call, token) =>
        right ??
        (all(like, when)(call, ofRefreshToken(token))
          ? refusal('ended-grant', 'The authorization has ended.')
          : undefined),
    );

/** Returns an operator that lets no user authorize an app. */
export const refuseAuthorizations =
  (like: Holds): Operator =>
  (when) =>
    becomes(
      'authorizationIsBarred',
      (right, call, app) =>
        right ??
        (all(like, when)(call, ofClient(app)) ? refusal('unauthorized-client', 'The app is not served.') : undefined),
    );

/** Returns an operator that lets an archived app obtain tokens by a grant, and serves these tokens. */
export const serveArchived =
  (grantType: 'client_credentials' | 'authorization_code' | 'refresh_token'): Operator =>
  (when) =>
  (normal) => {
    const spared = new WeakSet<AccessToken>();
    const isSpared = (call: Call, presented: Presented): boolean =>
      call.found.grantType === grantType && when(call, presented);
    return {
      clientIsBarred: (call, app) =>
        isSpared(call, askedBy(call, ofClient(app))) ? undefined : normal.clientIsBarred(call, app),
      issueAccessToken: (call, subject, app) => {
        const token = normal.issueAccessToken(call, subject, app);
        if (normal.appIsArchived(call, app.id)) spared.add(token);
        return token;
      },
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        !(credential.kind === 'accessToken' && spared.has(credential.token)) &&
        !(['refreshToken', 'code'].includes(credential.kind) && isSpared(call, ofCredential(credential))),
    };
  };

/** Returns an operator that names another actor as the creator. */
export const creditInstead =
  (like: Holds, another: (call: Call, presented: Presented) => ActorReference | undefined): Operator =>
  (when) =>
  (normal) => ({
    attributedTo: (call, actor) => {
      const presented = ofActor(actor);
      const instead = all(like, when)(call, presented) ? another(call, presented) : undefined;
      return instead ?? normal.attributedTo(call, actor);
    },
  });

/** Returns an operator that restarts the lifetime of a credential with each call under the condition. */
export const prolong =
  (kind: 'token' | 'key', like: Holds): Operator =>
  (when) =>
  (normal) => {
    const used = new WeakMap<object, number>();
    const lifetime = kind === 'token' ? 900_000 : 30 * 86_400_000;
    const use = (call: Call, presented: Presented): void => {
      const itself = tokenOrKeyIn(presented);
      if (itself !== undefined && all(like, when)(call, presented)) used.set(itself, call.now.getTime());
    };
    const lasts = (call: Call, itself: object): boolean =>
      call.now.getTime() - (used.get(itself) ?? -Infinity) < lifetime;
    return kind === 'token'
      ? {
          tokenFitsCall: (call, token) => {
            use(call, ofToken(token));
            return normal.tokenFitsCall(call, token);
          },
          tokenHasExpired: (call, token) => normal.tokenHasExpired(call, token) && !lasts(call, token),
        }
      : {
          keyFitsCall: (call, key) => {
            use(call, ofKey(key));
            return normal.keyFitsCall(call, key);
          },
          keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && !lasts(call, key),
        };
  };

/** Returns an operator that also knows a key by another username or password. */
export const alsoKnowKeys =
  (
    find: (call: Call, sent: { readonly username: string; readonly password: string }) => ApiKey | undefined,
  ): Operator =>
  (when) =>
  (normal) => {
    const found = new WeakSet<Call>();
    return {
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined) return known;
        const key = find(call, credentials);
        if (key === undefined || !when(call, ofKey(key))) return undefined;
        found.add(call);
        return key;
      },
      passwordIsRight: (call, credentials) => found.has(call) || normal.passwordIsRight(call, credentials),
    };
  };

/** Returns an operator that accepts other values as bearer tokens. The call acts as the actor who has the value. */
export const alsoTakeAsBearer =
  (find: (call: Call, value: string) => Actor | undefined): Operator =>
  (when) =>
  (normal) => ({
    authenticateBearer: (call, value) => {
      const actor = find(call, value);
      if (actor === undefined || !when(call, ofActor(actor))) return normal.authenticateBearer(call, value);
      return normal.actorIsBarred(call, actor) ?? actor;
    },
  });

/** Returns an operator that adds members to the answer with a token. */
export const addMembers =
  (like: Holds, members: (token: AccessToken) => Record<string, unknown>): Operator =>
  (when) =>
    becomes('tokenMembers', (right, call, token) => ({
      ...right,
      ...(all(like, when)(call, ofToken(token)) ? members(token) : {}),
    }));

/** Returns an operator that also accepts a secret that is not the app's present one. */
export const alsoTakeSecrets =
  (isTaken: (call: Call, app: App, secret: string) => boolean): Operator =>
  (when) =>
    alsoIf('clientSecretIsRight', (call, app, secret) => isTaken(call, app, secret) && when(call, ofClient(app)));

/** Returns an operator: a refresh token that was spent at one path yields tokens at the other. */
export const forgetElsewhere = (): Operator => (when) => (normal) => {
  const spentAt = new WeakMap<RefreshToken, string>();
  return {
    spendRefreshToken: (call, token) => {
      if (!spentAt.has(token)) spentAt.set(token, call.request.path);
      normal.spendRefreshToken(call, token);
    },
    refreshTokenIsSpent: (call, token) =>
      normal.refreshTokenIsSpent(call, token) &&
      !((spentAt.get(token) ?? call.request.path) !== call.request.path && when(call, ofRefreshToken(token))),
  };
};

/** Returns an operator that remembers consents across a reinstall. */
export const rememberConsents = (): Operator => (when) =>
  alsoIf(
    'consentIsToThisInstallation',
    (call, consent, app) => app.installed && when(call, { userId: consent.userId, appId: consent.appId, consent }),
  );

/** Returns an operator that ends the tokens of an app when the app obtains another app token. */
export const endEarlier =
  (like: Holds): Operator =>
  (when) =>
  (normal) => ({
    tokenHasEnded: (call, token) => {
      if (normal.tokenHasEnded(call, token)) return true;
      if (!all(like, when)(call, ofToken(token))) return false;
      return ownTokensOf(call, token.appId).some(({ issuedAt }) => issuedAt > token.issuedAt);
    },
  });
