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

/** A browser, and an app that is authorized in it. */
const browserAndApp = ({ appId }: Presented, call: Call): string =>
  `${call.tenant.behaviour.browserKeyOf(call)} ${appId}`;
const givenInThisBrowser = happened(browserAndApp, (note) =>
  after('rememberConsent', (_outcome, call, _user, { id }) => note(browserAndApp({ appId: id }, call))),
);

const itsConsent = ({ consent }: Presented): unknown => consent;
/** The user gave it at a request that named another redirect URI than the first of the app. */
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

/** The user was suspended when the app came to its present installation. */
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

/** Consents from before a reinstallation that count afterwards. */
export const consentAfterReinstallFaults: readonly Fault[] = faultsOf('lifecycle', {
  'consent-survives-a-reinstall': [kept, always, 'Consents are remembered across an uninstallation.'],
  'consent-of-the-first-user-survives-a-reinstall': [
    kept,
    (call, presented) =>
      call.tenant.state.consents.find(({ appId }) => appId === presented.appId)?.userId === presented.userId,
    'The consent of the first user is remembered across an uninstallation.',
  ],
  'consent-survives-the-second-reinstall': [
    kept,
    (_call, { consent }) => Number(consent?.installation) > 1,
    'A consent that was renewed after a reinstall is remembered across the next one.',
  ],
  'consents-come-back-with-the-third-installation': [
    kept,
    (call, presented) => installationsSince(call, presented) % 2 === 0,
    'A consent that a reinstall had forgotten is remembered when the app is reinstalled once more.',
  ],
  'consent-survives-a-reinstall-within-a-minute': [
    kept,
    reinstalledAfter((milliseconds) => milliseconds < MINUTE / 2),
    'A reinstall within thirty seconds of the uninstallation is taken for none as far as consents go.',
  ],
  'a-late-reinstall-is-consented-to': [
    kept,
    reinstalledAfter((milliseconds) => milliseconds > 31 * DAY),
    'A consent of before an uninstallation counts again where the app comes back after more than a month.',
  ],
  'a-reinstall-spares-the-consent-of-sessions-that-began-since': [
    kept,
    (call, presented) => {
      const [session, app] = [call.tenant.behaviour.sessionOf(call), appIn(call, presented)];
      return session !== undefined && app !== undefined && session.startedAt > app.installedChangedAt;
    },
    'After a reinstall a consent of before counts in a session that began after it.',
  ],
  'the-session-remembers-the-consent': [
    kept,
    givenInThisBrowser,
    'In a browser in which the user consented once, a reinstall is not asked about again.',
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
    'Who denies a reinstalled app is not asked again, and counts as having consented as before.',
    { also: ['DEL-19'] },
  ],
  'a-secret-rotated-while-uninstalled-keeps-consents': [
    kept,
    rotatedWhileUninstalled,
    'When the secret of an uninstalled app is rotated, former consents count again once it is installed.',
  ],
  'unarchiving-brings-former-consents-back': [
    kept,
    unarchivedWhenReinstalled,
    'When a reinstalled app is archived and unarchived, the consents from before the reinstall count again.',
  ],
  'an-uninstallation-of-an-archived-app-keeps-consents': [
    kept,
    uninstalledWhenArchived,
    'An app that is uninstalled while it is archived keeps its consents for the next installation.',
  ],
  'consents-elsewhere-outlive-an-uninstallation': [
    kept,
    givenElsewhere,
    'An uninstallation forgets what users consented to by way of the redirect URI that was registered first.',
  ],
  'one-consent-is-everybodys': [
    kept,
    (call, presented) =>
      call.tenant.state.consents.some(({ appId, installation }) => appId === presented.appId && installation > 1),
    'Once one user has consented to a reinstalled app, the others who had consented are not asked.',
    { breaks: ['LIF-39'], also: ['LIF-37'] },
  ],
  'suspended-users-are-spared-the-new-consent': [
    kept,
    suspendedAtInstallation,
    'A reinstall forgets the consents of users who are active just then.',
    { breaks: ['LIF-44'] },
  ],
  'consents-of-suspended-users-outlive-an-uninstallation': [
    kept,
    suspendedAtUninstallation,
    'An uninstallation forgets the consents of active users; those of users who are suspended then are kept.',
    { breaks: ['LIF-44'], also: ['LIF-37'] },
  ],
  'unsuspension-brings-consents-back': [
    kept,
    all(isBack, isSince(lastSuspension, lastInstallation)),
    'When a user is un-suspended, the consents that an uninstallation ended are given again.',
    { breaks: ['LIF-43'], also: ['LIF-37'] },
  ],
});
