import type { Actor, Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { Stop } from './standing.ts';

/** Finds the actor of a call ("Authentication"). */
export interface AuthenticationBehaviour {
  /** Returns the credential as it was sent: the value of the Authorization header, or of a substitute for it. */
  readonly authorizationOf: (call: Call) => string | Refusal;
  /** Splits the value at the scheme; the scheme is returned in lower case. */
  readonly readAuthorization: (call: Call, authorization: string) => Credentials | Refusal;
  /** Returns the method that a scheme stands for. */
  readonly methodOf: (call: Call, scheme: string) => 'bearer' | 'basic' | undefined;
  /** Returns a refusal if a suspension or an archived app bars an actor whose credential is valid. */
  readonly actorIsBarred: (call: Call, actor: Actor) => Refusal | undefined;
  readonly userIsSuspended: (call: Call, userId: string) => boolean;
  readonly appIsArchived: (call: Call, appId: string) => boolean;
  /** Returns the one actor of the call. It combines the decisions above with those on bearer tokens and keys. */
  readonly authenticate: (call: Call) => Actor | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends AuthenticationBehaviour {}
}

export interface Credentials {
  readonly scheme: string;
  readonly value: string;
}

const STOPPED: Readonly<Record<Stop, Refusal>> = {
  suspension: refusal('suspended-user', 'The user is suspended.'),
  archival: refusal('archived-app', 'The app is archived.'),
  uninstallation: refusal('ended-delegation', 'The app was uninstalled.'),
  end: refusal('ended-delegation', 'The authorization has ended.'),
};

export const specifiedAuthentication: AuthenticationBehaviour = {
  authorizationOf: (call) => {
    const sent = call.request.headers.get('authorization') ?? [];
    if (sent.length > 1) return refusal('malformed-credential', 'There is more than one Authorization header.');
    return sent[0] ?? refusal('no-credential', 'The request carries no Authorization header.');
  },

  readAuthorization: (_call, authorization) => {
    const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(\S.*)$/.exec(authorization.trim());
    const [, scheme, value] = parts ?? [];
    return scheme === undefined || value === undefined
      ? refusal('malformed-credential', 'The Authorization header is not a scheme and a credential.')
      : { scheme: scheme.toLowerCase(), value };
  },

  methodOf: (_call, scheme) => (scheme === 'bearer' || scheme === 'basic' ? scheme : undefined),

  userIsSuspended: (call, userId) => call.tenant.state.users.get(userId)?.active !== true,

  appIsArchived: (call, appId) => call.tenant.state.apps.get(appId)?.archived !== false,

  actorIsBarred: (call, actor) => {
    const stop = call.tenant.behaviour.stoppedBy(call, actor.credential);
    return stop === undefined ? undefined : STOPPED[stop];
  },

  authenticate: (call) => {
    const { behaviour } = call.tenant;
    const authorization = behaviour.authorizationOf(call);
    if (isRefusal(authorization)) return authorization;
    const credentials = behaviour.readAuthorization(call, authorization);
    if (isRefusal(credentials)) return credentials;
    const method = behaviour.methodOf(call, credentials.scheme);
    if (method === undefined) return refusal('unsupported-scheme', 'The authorization scheme is not supported.');
    return method === 'bearer'
      ? behaviour.authenticateBearer(call, credentials.value)
      : behaviour.authenticateBasic(call, credentials.value);
  },
};
