import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Consent } from '../../state/delegated.ts';
import type { App } from '../../state/model.ts';
import { creates, isFollowing } from '../calls.ts';
import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { countInARow, follow } from '../operators/changes.ts';
import { all, always, isLater } from '../operators/kinds.ts';
import { happened, reinstalledAfter, unsuspended } from '../operators/memories.ts';
import { isSince, lastInstallation, lastSuspension } from '../operators/moments.ts';
import { appIn, delegationIn, type Holds, type Presented } from '../operators/presented.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { afterUsers, isBack } from '../operators/standing.ts';
import { reinstallationLoses as loses, reinstallationRevives as revives } from './decisions.ts';
import { installationsSince, rotatedWhileUninstalled } from './installations.ts';
import { breaking } from './rows.ts';

/** Returns the condition that the number of installations since then is a multiple of `count`. */
const isOfEvery =
  (count: number): Holds =>
  (call, presented) =>
    installationsSince(call, presented) % count === 0;
const isOfLastInstallation: Holds = (call, presented) => installationsSince(call, presented) === 1;

/** Returns the condition that a consent to the app's present installation is as `isMeant` says. */
const renewed =
  (isMeant: (consent: Consent, presented: Presented) => boolean): Holds =>
  (call, presented) => {
    const app = appIn(call, presented);
    return call.tenant.state.consents.some(
      (one) => one.appId === app?.id && one.installation === app.installation && isMeant(one, presented),
    );
  };

/** Reports whether the user was the first to consent to the app. */
const isOfFirstUser: Holds = (call, presented) =>
  call.tenant.state.consents.find(({ appId }) => appId === presented.appId)?.userId === presented.userId;

/** Reports whether the user had not authorized the first installation of the app. */
const isOfNewUser: Holds = (call, presented) =>
  !call.tenant.state.delegations.some(
    ({ appId, userId, installation }) => appId === presented.appId && userId === presented.userId && installation === 1,
  );

/** The condition that the code was refused while the app was installed. */
const codeWasRefused = happened(delegationIn, (note) =>
  after('exchangeCode', (outcome, call, app, fields) => {
    const code = call.tenant.behaviour.findCode(call, fields.get('code') ?? '');
    if (isRefusal(outcome) && code !== undefined && app.installed) note(code.delegation);
  }),
);

/** The condition that the user was suspended when the app was uninstalled. */
const ofSuspendedThen = happened(delegationIn, (note) =>
  follow('uninstallation', ({ state: { delegations, users } }, { id }) => {
    for (const delegation of delegations) {
      if (delegation.appId === id && users.get(delegation.userId)?.active === false) note(delegation);
    }
  }),
);

/** The condition that the app has refreshed since its last installation. */
const refreshedSince = happened(
  (presented, call) => `${presented.appId} ${appIn(call, presented)?.installation}`,
  (note) =>
    after('refresh', (outcome, _call, { id, installation }) => {
      if (!isRefusal(outcome)) note(`${id} ${installation}`);
    }),
);

/** The condition that the client secret was rotated while the app held the credential and was installed. */
const heldAtRotation = happened(delegationIn, (note) =>
  before('rotateClientSecret', ({ state }, { id, installed }) => {
    for (const delegation of state.delegations) if (delegation.appId === id && installed) note(delegation);
  }),
);

/** Faults about what a reinstallation brings back, and what a reinstalled app can obtain anew. */
export const reinstallationFaults: readonly Fault[] = [
  ...breaking('LIF-36', {
    'reinstallation-with-archiving-revives': [
      (normal) => {
        const interrupted = new Set<App>();
        return {
          setInstalled: (tenant, app, installed) => {
            const changes = installed !== app.installed;
            normal.setInstalled(tenant, app, installed);
            if (changes && app.archived) interrupted.add(app);
            if (changes && installed && interrupted.delete(app)) app.installation -= 1;
          },
        };
      },
      'If an app is archived when it is uninstalled or installed, all that it held before works again.',
      ['LIF-35', 'LIF-37', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43', 'LIF-44'],
    ],
  }),
  ...breaking('LIF-42', {
    'installing-what-is-installed-is-a-reinstall': [
      (normal) => ({
        setInstalled: (tenant, app, installed) => {
          if (installed && app.installed) app.installation += 1;
          normal.setInstalled(tenant, app, installed);
        },
      }),
      'Installing an app that is already installed ends all authorizations of the app.',
    ],
  }),
  ...breaking('LIF-38', {
    'visits-of-uninstalled-apps-are-remembered': [
      (normal) => {
        const refused = new Map<string, number>();
        return {
          authorizationIsBarred: (call, app) => {
            const now = call.now.getTime();
            const barred = normal.authorizationIsBarred(call, app);
            if (barred !== undefined && !app.installed) refused.set(app.id, now);
            const last = refused.get(app.id) ?? -Infinity;
            return (
              barred ?? (now - last < HOUR ? refusal('unauthorized-client', 'The app is not installed.') : undefined)
            );
          },
        };
      },
      'For an hour after an uninstalled app was refused at the authorization endpoint, it is refused there.',
    ],
  }),
  ...faultsOf('lifecycle', {
    'reinstallation-revives-everything': [
      revives.held,
      always,
      'For the tokens of an app, the tenant checks only whether the app is installed now.',
      { breaks: ['LIF-35', 'LIF-36', 'LIF-40'] },
    ],
    'reinstallation-revives-refresh-tokens': [
      revives.refreshTokens,
      always,
      'After a reinstallation, refresh tokens from before it work again.',
    ],
    'reinstallation-revives-refresh-tokens-of-the-second-user': [
      revives.refreshTokens,
      afterUsers(1),
      'After a reinstallation, the refresh tokens of all users but the first work again.',
    ],
    'a-late-reinstallation-revives-refresh-tokens': [
      revives.refreshTokens,
      reinstalledAfter((milliseconds) => milliseconds > HOUR),
      'If an app is reinstalled after more than an hour, its old refresh tokens work again.',
    ],
    'reinstallation-revives-access-tokens': [
      revives.accessTokens,
      always,
      'After a reinstallation, access tokens from before it work again.',
    ],
    'codes-outlive-a-reinstall': [
      revives.codes,
      always,
      'A code from before an uninstallation is exchanged for tokens after the reinstallation.',
    ],
    'an-old-code-is-refused-once': [
      revives.codes,
      codeWasRefused,
      'A code from before a reinstallation is refused once and exchanged when it is presented again.',
    ],
    'the-second-reinstallation-revives': [
      revives.held,
      isOfEvery(2),
      'After every second reinstallation, what the app held before works again.',
      { breaks: ['LIF-35', 'LIF-36'] },
    ],
    'installations-are-told-apart-by-two-bits': [
      revives.held,
      isOfEvery(3),
      'After every third reinstallation, what the app held before works again.',
      { also: ['LIF-37'] },
    ],
    'a-reinstall-within-a-second-is-none': [
      by(
        revives.held,
        follow('installation', (_tenant, app, lasted) => {
          if (lasted < 1000) app.installation -= 1;
        }),
      ),
      always,
      'If an app is reinstalled within a second of its uninstallation, all that it held before works again.',
      { also: ['LIF-37', 'LIF-44'] },
    ],
    'uninstallation-is-forgotten-for-the-suspended': [
      revives.held,
      ofSuspendedThen,
      'A reinstallation brings back what the app held for users who were suspended at the uninstallation.',
      { breaks: ['LIF-36'], also: ['LIF-35'] },
    ],
    'unsuspension-restores-what-was-uninstalled': [
      revives.held,
      unsuspended(),
      'When a user is un-suspended, all that apps held for the user works again.',
      { breaks: ['LIF-43'], also: ['LIF-35'] },
    ],
    'unsuspension-restores-refresh-tokens-of-former-installations': [
      revives.refreshTokens,
      all(isBack, isSince(lastSuspension, lastInstallation)),
      'A refresh token from before a reinstallation works again if its user is un-suspended after it.',
      { breaks: ['LIF-43'], also: ['LIF-35'] },
    ],
    'one-consent-brings-back-all-tokens': [
      revives.held,
      renewed(() => true),
      'After the first consent to a reinstalled app, all that it held before works again.',
      { breaks: ['LIF-35', 'LIF-36', 'LIF-39'] },
    ],
    'a-renewed-consent-revives-what-the-user-had': [
      revives.held,
      renewed((consent, { userId }) => consent.userId === userId),
      'When a user consents to a reinstalled app, what the app held for that user before works again.',
    ],
    'one-consent-brings-back-who-consented-first': [
      revives.held,
      all(
        isOfFirstUser,
        isOfLastInstallation,
        renewed((consent, { userId }) => consent.userId !== userId),
      ),
      "After a reinstallation, another user's consent makes the tokens of the first user who consented work again.",
      { breaks: ['LIF-39'], also: ['LIF-35'] },
    ],
    'a-refresh-after-a-reinstall-revives': [
      revives.held,
      refreshedSince,
      'After the first refresh of a reinstalled app, all that it held before works again.',
      { breaks: ['LIF-36'], also: ['LIF-35', 'LIF-37'] },
    ],
    'rotating-the-secret-brings-former-installations-back': [
      revives.held,
      heldAtRotation,
      'A rotation of the client secret makes tokens work again that the app holds from before its reinstallation.',
    ],
    'a-secret-rotated-while-uninstalled-keeps-what-was-held': [
      revives.held,
      rotatedWhileUninstalled,
      'If the secret of an uninstalled app is rotated, its old tokens work again after the reinstallation.',
      { breaks: ['LIF-35', 'LIF-36'], also: ['LIF-31', 'LIF-32', 'LIF-33'] },
    ],
    'renewed-consents-lead-to-dead-tokens': [
      loses.held,
      always,
      'The tokens that a reinstalled app obtains for users are refused, as if they were from its first installation.',
      { also: ['LIF-20', 'LIF-35', 'LIF-37', 'LIF-39', 'DEL-27'] },
    ],
    'new-users-of-a-reinstalled-app-get-dead-tokens': [
      loses.held,
      isOfNewUser,
      'A reinstalled app obtains working tokens only for users who authorized its first installation.',
      { breaks: ['DEL-27'], also: ['LIF-38', 'DEL-31', 'DEL-62', 'DEL-37', 'TOK-05'] },
    ],
    'renewed-consents-see-nothing': [
      loses.records,
      always,
      'The tokens that a reinstalled app obtains for users show no records.',
    ],
    'renewed-consents-are-not-refreshed': [
      loses.refreshes,
      always,
      'A reinstalled app cannot refresh.',
      { also: ['DEL-37'] },
    ],
    'a-reinstalled-app-refreshes-once': [
      loses.refreshes,
      isLater,
      'An authorization from after a reinstallation can be refreshed only once.',
      { also: ['EXP-13', 'DEL-37'] },
    ],
    'a-reinstalled-app-gets-no-following-page': [
      loses.accessTokens,
      isFollowing,
      'The access tokens that a reinstalled app obtains for users are refused for following pages.',
      // The fault also affects users who never consented before.
      { also: ['DEL-27'] },
    ],
    'a-reinstalled-app-creates-nothing': [
      loses.accessTokens,
      creates,
      'The access tokens that a reinstalled app obtains for users cannot create records.',
      { also: ['DEL-27'] },
    ],
    'repeated-uninstallations-are-counted': [
      by(loses.held, countInARow('uninstallation')),
      always,
      'An app that was uninstalled twice in a row must be installed twice.',
      { also: ['LIF-37', 'LIF-39'] },
    ],
  }),
];
