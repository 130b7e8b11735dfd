import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import { DAY, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { all, always } from '../operators/kinds.ts';
import { happened, itsApp, reinstalledAfter } from '../operators/memories.ts';
import { isSince, lastInstallation, lastSuspension } from '../operators/moments.ts';
import { appIn, type Presented } from '../operators/presented.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { isBack, isSuspended } from '../operators/standing.ts';
import { reinstallationRevives } from './decisions.ts';
import { installationsSince, rotatedWhileUninstalled } from './installations.ts';

const kept = reinstallationRevives.consents;

/** Returns a key for the browser and an app that is authorized in it. */
const browserAndApp = ({ appId }: Presented, call: Call): string =>
  `${call.tenant.behaviour.browserKeyOf(call)} ${appId}`;
const givenInThisBrowser = happened(browserAndApp, (note) =>
  after('rememberConsent', (_outcome, call, _user, { id }) => note(browserAndApp({ appId: id }, call))),
);

const itsConsent = ({ consent }: Presented): unknown => consent;
/** The condition that the user consented at a request that named another redirect URI than the app's first one. */
const givenElsewhere = happened(itsConsent, (note) =>
  after('rememberConsent', (_outcome, call, _user, app) => {
    const request = call.tenant.behaviour.readAuthorizationRequest(call);
    if (!isRefusal(request) && request.redirectUri !== app.redirectUris[0]) note(call.tenant.state.consents.at(-1));
  }),
);
const suspendedAtUninstallation = happened(itsConsent, (note) =>
  follow('uninstallation', ({ state: { consents, users } }, { id, installation }) => {
    for (const consent of consents) {
      const isPresent = consent.appId === id && consent.installation === installation;
      if (isPresent && users.get(consent.userId)?.active === false) note(consent);
    }
  }),
);

/** The condition that the user was suspended at the app's present installation. */
const suspendedAtInstallation = happened(
  (presented, call) => `${presented.userId} ${presented.appId} ${appIn(call, presented)?.installation}`,
  (note) =>
    follow('installation', ({ state }, app) => {
      for (const user of [...state.users.values()].filter(isSuspended))
        note(`${user.id} ${app.id} ${app.installation}`);
    }),
);

const unarchivedWhenReinstalled = happened(itsApp, (note) =>
  follow('unarchiving', (_tenant, { id, installation }) => {
    if (installation > 1) note(id);
  }),
);
const uninstalledWhenArchived = happened(itsApp, (note) =>
  follow('uninstallation', (_tenant, { id, archived }) => {
    if (archived) note(id);
  }),
);

/** Faults in which a consent from before a reinstallation still counts. */
export const consentAfterReinstallFaults: readonly Fault[] = faultsOf('lifecycle', {
  'consent-survives-a-reinstall': [kept, always, 'The tenant keeps consents when an app is uninstalled.'],
  'consent-of-the-first-user-survives-a-reinstall': [
    kept,
    (call, presented) =>
      call.tenant.state.consents.find(({ appId }) => appId === presented.appId)?.userId === presented.userId,
    "The tenant keeps the consent of an app's first user when the app is uninstalled.",
  ],
  'consent-survives-the-second-reinstall': [
    kept,
    (_call, { consent }) => Number(consent?.installation) > 1,
    'The tenant keeps a consent to a reinstalled app when that app is uninstalled again.',
  ],
  'consents-come-back-with-the-third-installation': [
    kept,
    (call, presented) => installationsSince(call, presented) % 2 === 0,
    'A consent that does not count after one reinstallation counts again after another.',
  ],
  'consent-survives-a-reinstall-within-a-minute': [
    kept,
    reinstalledAfter((milliseconds) => milliseconds < MINUTE / 2),
    'If an app is reinstalled within thirty seconds of its uninstallation, the old consents still count.',
  ],
  'a-late-reinstall-is-consented-to': [
    kept,
    reinstalledAfter((milliseconds) => milliseconds > 31 * DAY),
    'If an app is reinstalled after more than a month, the old consents count again.',
  ],
  'a-reinstall-spares-the-consent-of-sessions-that-began-since': [
    kept,
    (call, presented) => {
      const [session, app] = [call.tenant.behaviour.sessionOf(call), appIn(call, presented)];
      return session !== undefined && app !== undefined && session.startedAt > app.installedChangedAt;
    },
    'In a session that began after a reinstallation, a consent from before the reinstallation counts.',
  ],
  'the-session-remembers-the-consent': [
    kept,
    givenInThisBrowser,
    'After a reinstallation, the tenant does not ask again in a browser in which the user consented before.',
  ],
  'a-denial-after-a-reinstall-is-not-asked-about-again': [
    by(
      kept,
      after('rememberDenial', (_outcome, call, user, app) => {
        const known = call.tenant.state.consents.some((one) => one.userId === user.id && one.appId === app.id);
        if (known) call.tenant.behaviour.rememberConsent(call, user, app);
      }),
    ),
    always,
    'A user who consented before and denies a reinstalled app is not asked again and counts as consenting.',
    { also: ['DEL-19'] },
  ],
  'a-secret-rotated-while-uninstalled-keeps-consents': [
    kept,
    rotatedWhileUninstalled,
    'If the secret of an uninstalled app is rotated, old consents count again after the reinstallation.',
  ],
  'unarchiving-brings-former-consents-back': [
    kept,
    unarchivedWhenReinstalled,
    'If a reinstalled app is archived and unarchived, consents from before the reinstallation count again.',
  ],
  'an-uninstallation-of-an-archived-app-keeps-consents': [
    kept,
    uninstalledWhenArchived,
    'If an app is uninstalled while it is archived, its consents still count after the reinstallation.',
  ],
  'consents-elsewhere-outlive-an-uninstallation': [
    kept,
    givenElsewhere,
    "An uninstallation ends only the consents that were given with the app's first redirect URI.",
  ],
  'one-consent-is-everybodys': [
    kept,
    (call, presented) =>
      call.tenant.state.consents.some(({ appId, installation }) => appId === presented.appId && installation > 1),
    'Once one user has consented to a reinstalled app, the tenant does not ask users who consented before.',
    { breaks: ['LIF-39'], also: ['LIF-37'] },
  ],
  'suspended-users-are-spared-the-new-consent': [
    kept,
    suspendedAtInstallation,
    'A reinstallation ends only the consents of users who are active at that moment.',
    { breaks: ['LIF-44'] },
  ],
  'consents-of-suspended-users-outlive-an-uninstallation': [
    kept,
    suspendedAtUninstallation,
    'An uninstallation ends only the consents of active users, not those of suspended users.',
    { breaks: ['LIF-44'], also: ['LIF-37'] },
  ],
  'unsuspension-brings-consents-back': [
    kept,
    all(isBack, isSince(lastSuspension, lastInstallation)),
    'When a user is un-suspended, the consents that an uninstallation ended count again.',
    { breaks: ['LIF-43'], also: ['LIF-37'] },
  ],
});
