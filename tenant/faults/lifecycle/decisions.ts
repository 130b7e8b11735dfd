import {
  all,
  always,
  any,
  isAppToken,
  isCode,
  isDelegated,
  isHeld,
  isIdToken,
  isKey,
  isRefreshToken,
  isSession,
  isToken,
} from '../operators/kinds.ts';
import { issuedSince, isSince, itsAuthorization, lastInstallation, lastSuspension } from '../operators/moments.ts';
import {
  alsoStop,
  alsoTakeSecrets,
  exempt,
  refuseAuthorizations,
  refuseClients,
  refuseRefreshes,
  rememberConsents,
  serveArchived,
} from '../operators/operators.ts';
import type { Wrong } from '../operators/rows.ts';
import {
  appIs,
  isBack,
  isInstalled,
  isOfReinstalled,
  isSinceUnsuspension,
  isUnarchived,
  isUninstalled,
} from '../operators/standing.ts';
import { hideRecords } from '../operators/visibility.ts';

/** The requirements that a change of state stops credentials at both versions and at both token paths. */
export const atBothPaths = { 'the legacy path': ['VER-15'] } as const;
export const everywhere = { 'one version': ['VER-16'], ...atBothPaths } as const;

/** The requirements that keys still work while another user is suspended or an app is archived. */
export const keysBeside = { 'a suspended user': ['LIF-08'], 'an archived app': ['LIF-29'] } as const;

/** The wrong decisions that a suspension does not stop something. */
export const suspensionSpares = {
  keys: {
    breaks: ['LIF-01', 'LIF-06', 'LIF-42'],
    where: { 'one version': ['VER-16'] },
    wrong: exempt('suspensionStops', isKey),
  },
  accessTokens: {
    breaks: ['LIF-02', 'LIF-04', 'LIF-42'],
    also: ['LIF-17', 'LIF-18', 'LIF-19'],
    where: everywhere,
    wrong: exempt('suspensionStops', isToken),
  },
  refreshTokens: {
    breaks: ['LIF-03', 'LIF-04', 'LIF-42'],
    also: ['LIF-19'],
    where: atBothPaths,
    wrong: exempt('suspensionStops', isRefreshToken),
  },
  held: {
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03', 'LIF-17', 'LIF-18', 'LIF-19', 'LIF-42', 'VER-15'],
    wrong: exempt('suspensionStops', isHeld),
  },
  idTokens: { breaks: ['LIF-15'], also: ['LIF-42'], wrong: exempt('suspensionStops', isIdToken) },
  /** Authorizations that suspended users give in a browser in which they were signed in. */
  authorizations: {
    breaks: ['LIF-17'],
    also: ['LIF-42'],
    wrong: exempt('suspensionStops', any(isSession, all(isHeld, issuedSince(lastSuspension)))),
  },
  /** Sign-ins of suspended users, and the authorizations that they give then. */
  signIns: {
    breaks: ['LIF-17'],
    also: ['LIF-42'],
    wrong: (when) => (normal) => ({
      ...exempt('suspensionStops', all(any(isSession, isHeld), issuedSince(lastSuspension)))(when)(normal),
      userWhoSignsIn: (call, email, password) => {
        const user = call.tenant.state.users.by(email.trim());
        const isLetIn = user?.password === password && when(call, { userId: user.id });
        return isLetIn ? user : normal.userWhoSignsIn(call, email, password);
      },
    }),
  },
  /** Codes from before the suspension, with the access tokens that they yield. */
  codes: {
    breaks: ['LIF-18'],
    also: ['LIF-42', 'VER-15'],
    wrong: exempt('suspensionStops', any(isCode, all(isToken, issuedSince(lastSuspension)))),
  },
  everything: {
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-06', 'LIF-15', 'LIF-17', 'LIF-18', 'LIF-19', 'LIF-42'],
    wrong: exempt('userIsSuspended', always),
  },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that the suspension of a user stops something else too. */
export const suspensionReaches = {
  users: { breaks: ['LIF-08'], also: ['LIF-42'], wrong: alsoStop('userIsSuspended', always) },
  refreshes: { breaks: ['LIF-08'], also: ['LIF-42'], wrong: alsoStop('suspensionStops', isRefreshToken) },
  appTokens: {
    breaks: ['LIF-09', 'LIF-42', 'EXP-35'],
    also: ['LIF-10'],
    wrong: alsoStop('suspensionStops', isAppToken),
  },
  clients: {
    breaks: ['LIF-10', 'LIF-42'],
    also: ['LIF-09', 'LIF-11', 'TOK-22'],
    wrong: refuseClients(always),
  },
  /** While a user is suspended, the client secret before the last rotation works. */
  lastSecret: {
    breaks: ['LIF-11'],
    also: ['LIF-42', 'TOK-23'],
    wrong: alsoTakeSecrets((_call, { formerSecrets }, secret) => formerSecrets.at(-1)?.value === secret),
  },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that a user who was suspended does not get something back. */
export const unsuspensionLoses = {
  keys: {
    breaks: ['LIF-05', 'LIF-06', 'LIF-42'],
    also: ['LIF-07', 'LIF-16'],
    where: keysBeside,
    wrong: alsoStop('keyIsRetired', all(isKey, isBack)),
  },
  /** Access tokens from authorizations that the user gives after the suspension. */
  accessTokens: {
    breaks: ['LIF-20', 'LIF-42'],
    also: ['LIF-16'],
    wrong: alsoStop('tokenHasEnded', isSinceUnsuspension),
  },
  /** All that apps hold for the user. */
  held: {
    breaks: ['LIF-20'],
    also: ['LIF-16', 'LIF-42'],
    wrong: alsoStop('uninstallationStops', all(isHeld, isBack)),
  },
  records: { breaks: ['LIF-07'], also: ['LIF-16', 'LIF-42'], wrong: hideRecords(isBack) },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that an archiving does not stop something. */
export const archivingSpares = {
  tokens: {
    breaks: ['LIF-21'],
    also: ['LIF-23', 'LIF-28', 'LIF-30', 'LIF-42', 'VER-15', 'VER-16'],
    wrong: exempt('archivalStops', isToken),
  },
  appTokens: {
    breaks: ['LIF-21', 'LIF-28', 'LIF-42'],
    also: ['LIF-30'],
    where: everywhere,
    wrong: exempt('archivalStops', isAppToken),
  },
  delegated: {
    breaks: ['LIF-23', 'LIF-28', 'LIF-42'],
    also: ['LIF-25', 'LIF-47'],
    where: everywhere,
    wrong: exempt('archivalStops', isDelegated),
  },
  /** The app obtains own tokens, and they work. */
  clients: {
    breaks: ['LIF-22', 'LIF-28', 'LIF-42'],
    also: ['LIF-21'],
    where: atBothPaths,
    wrong: serveArchived('client_credentials'),
  },
  refreshes: {
    breaks: ['LIF-24', 'LIF-28', 'LIF-42'],
    also: ['LIF-23'],
    where: atBothPaths,
    wrong: serveArchived('refresh_token'),
  },
  codes: {
    breaks: ['LIF-47'],
    also: ['LIF-23', 'LIF-25', 'LIF-28', 'LIF-42', 'VER-15'],
    wrong: serveArchived('authorization_code'),
  },
  everything: {
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-28', 'LIF-30', 'LIF-42', 'LIF-47', 'VER-15', 'VER-16'],
    wrong: exempt('appIsArchived', always),
  },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that the archiving of an app stops something else too. */
export const archivingReaches = {
  apps: { breaks: ['LIF-29'], also: ['LIF-42'], wrong: alsoStop('appIsArchived', always) },
  keys: { breaks: ['LIF-29', 'LIF-42'], wrong: alsoStop('keyIsRetired', isKey) },
  refreshes: { breaks: ['LIF-29'], also: ['LIF-42'], wrong: refuseRefreshes(always) },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that an app that was archived does not get something back. */
export const unarchivingLoses = {
  tokens: {
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-42', 'LIF-46'],
    wrong: alsoStop('tokenHasEnded', isUnarchived),
  },
  everything: {
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-42', 'LIF-46'],
    wrong: alsoStop('archivalStops', isUnarchived),
  },
  clients: {
    breaks: ['LIF-26', 'LIF-27', 'LIF-28', 'LIF-42'],
    wrong: refuseClients(isUnarchived),
  },
  secrets: { breaks: ['LIF-27'], also: ['LIF-28', 'LIF-42', 'LIF-46'], wrong: refuseClients(isUnarchived) },
  /** Users' authorizations of the app. */
  authorizations: {
    breaks: ['LIF-46'],
    also: ['LIF-28', 'LIF-42'],
    wrong: refuseAuthorizations(isUnarchived),
  },
  /** Refreshes of what users authorize the app for after the unarchiving. */
  refreshes: { breaks: ['LIF-46'], also: ['LIF-28', 'LIF-42'], wrong: refuseRefreshes(isUnarchived) },
  records: { breaks: ['LIF-26'], also: ['LIF-28', 'LIF-42'], wrong: hideRecords(isUnarchived) },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that an uninstallation does not end something. */
export const uninstallationSpares = {
  accessTokens: {
    breaks: ['LIF-31'],
    also: ['LIF-33', 'LIF-36', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43', 'VER-15', 'VER-16'],
    wrong: exempt('uninstallationStops', isToken),
  },
  refreshTokens: {
    breaks: ['LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-39', 'LIF-42', 'LIF-43', 'VER-15'],
    wrong: exempt('uninstallationStops', isRefreshToken),
  },
  /** Authorizations that users give while the app is uninstalled. */
  authorizations: {
    breaks: ['LIF-34'],
    also: ['LIF-42'],
    wrong: (when) => (normal) => ({
      ...exempt('uninstallationStops', all(appIs(isUninstalled), isSince(itsAuthorization, lastInstallation)))(when)(
        normal,
      ),
      authorizationIsBarred: (call, app) =>
        !app.archived && when(call, { appId: app.id }) ? undefined : normal.authorizationIsBarred(call, app),
    }),
  },
  /** Codes from before the uninstallation, with the access tokens that they yield. */
  codes: {
    breaks: ['LIF-40'],
    also: ['LIF-42', 'VER-15'],
    wrong: exempt('uninstallationStops', any(isCode, all(isToken, issuedSince(lastInstallation)))),
  },
  held: {
    breaks: ['LIF-33'],
    also: ['LIF-31', 'LIF-32', 'LIF-34', 'LIF-35', 'LIF-36', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43', 'VER-15'],
    wrong: exempt('uninstallationStops', isHeld),
  },
  everything: {
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-35', 'LIF-36', 'LIF-37', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43'],
    wrong: exempt('uninstallationStops', always),
  },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that the uninstallation of an app stops something else too. */
export const uninstallationReaches = {
  keys: { breaks: ['LIF-41', 'LIF-42'], wrong: alsoStop('keyIsRetired', isKey) },
  refreshes: { breaks: ['LIF-41'], also: ['LIF-42'], wrong: refuseRefreshes(always) },
  held: { breaks: ['LIF-41'], also: ['LIF-42'], wrong: alsoStop('uninstallationStops', isHeld) },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that a reinstalled app gets something back that was ended. */
export const reinstallationRevives = {
  accessTokens: {
    breaks: ['LIF-36', 'LIF-42'],
    also: ['LIF-39', 'LIF-43'],
    where: { again: ['LIF-43'] },
    wrong: exempt('uninstallationStops', all(isToken, isInstalled)),
  },
  refreshTokens: {
    breaks: ['LIF-35', 'LIF-42'],
    also: ['LIF-39', 'LIF-43'],
    where: { again: ['LIF-43'] },
    wrong: exempt('uninstallationStops', all(isRefreshToken, isInstalled)),
  },
  /** Codes from before the reinstallation, with all tokens that they yield. */
  codes: {
    breaks: ['LIF-40'],
    also: ['LIF-42'],
    wrong: exempt('uninstallationStops', all(isInstalled, any(isCode, issuedSince(lastInstallation)))),
  },
  held: {
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43'],
    wrong: exempt('uninstallationStops', all(isHeld, isInstalled)),
  },
  consents: {
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-42', 'LIF-43', 'LIF-44'],
    where: { again: ['LIF-44'] },
    wrong: rememberConsents(),
  },
} as const satisfies Record<string, Wrong>;

/** The wrong decisions that a reinstalled app does not get something anew. */
export const reinstallationLoses = {
  accessTokens: {
    breaks: ['LIF-38', 'LIF-42'],
    wrong: alsoStop('tokenHasEnded', isOfReinstalled),
  },
  refreshes: { breaks: ['LIF-38'], also: ['LIF-42'], wrong: refuseRefreshes(isOfReinstalled) },
  held: { breaks: ['LIF-38'], also: ['LIF-42'], wrong: alsoStop('uninstallationStops', isOfReinstalled) },
  records: { breaks: ['LIF-38'], also: ['LIF-42'], wrong: hideRecords(isOfReinstalled) },
} as const satisfies Record<string, Wrong>;
