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

/** An installation of its app, so many after its own one or a multiple. */
const isOfEvery =
  (count: number): Holds =>
  (call, presented) =>
    installationsSince(call, presented) % count === 0;
const isOfLastInstallation: Holds = (call, presented) => installationsSince(call, presented) === 1;

/** Such a user has consented to the present installation of its app. */
const renewed =
  (isMeant: (consent: Consent, presented: Presented) => boolean): Holds =>
  (call, presented) => {
    const app = appIn(call, presented);
    return call.tenant.state.consents.some(
      (one) => one.appId === app?.id && one.installation === app.installation && isMeant(one, presented),
    );
  };

/** Its user consented to the app before all others. */
const isOfFirstUser: Holds = (call, presented) =>
  call.tenant.state.consents.find(({ appId }) => appId === presented.appId)?.userId === presented.userId;

/** Its user had not authorized the first installation of the app. */
const isOfNewUser: Holds = (call, presented) =>
  !call.tenant.state.delegations.some(
    ({ appId, userId, installation }) => appId === presented.appId && userId === presented.userId && installation === 1,
  );

/** Its code was refused while the app was installed. */
const codeWasRefused = happened(delegationIn, (note) =>
  after('exchangeCode', (outcome, call, app, fields) => {
    const code = call.tenant.behaviour.findCode(call, fields.get('code') ?? '');
    if (isRefusal(outcome) && code !== undefined && app.installed) note(code.delegation);
  }),
);

/** Its user was suspended when the app was uninstalled. */
const ofSuspendedThen = happened(delegationIn, (note) =>
  follow('uninstallation', ({ state: { delegations, users } }, { id }) => {
    for (const delegation of delegations) {
      if (delegation.appId === id && users.get(delegation.userId)?.active === false) note(delegation);
    }
  }),
);

/** The present installation of its app has refreshed. */
const refreshedSince = happened(
  (presented, call) => `${presented.appId} ${appIn(call, presented)?.installation}`,
  (note) =>
    after('refresh', (outcome, _call, { id, installation }) => {
      if (!isRefusal(outcome)) note(`${id} ${installation}`);
    }),
);

/** The client secret of its app was rotated when the app had it and was installed. */
const heldAtRotation = happened(delegationIn, (note) =>
  before('rotateClientSecret', ({ state }, { id, installed }) => {
    for (const delegation of state.delegations) if (delegation.appId === id && installed) note(delegation);
  }),
);

/** Wrong decisions about what comes back with a reinstallation, and what a reinstalled app gets anew. */
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
      'An app that was archived when it was uninstalled or installed again finds all that it held before.',
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
      'Installing an app that is installed already ends all that users had let it do.',
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
      'An app that sent a user to the authorization endpoint while uninstalled is refused there for an hour.',
    ],
  }),
  ...faultsOf('lifecycle', {
    'reinstallation-revives-everything': [
      revives.held,
      always,
      'Whether an app is installed now is all that is looked up for its tokens.',
      { breaks: ['LIF-35', 'LIF-36', 'LIF-40'] },
    ],
    'reinstallation-revives-refresh-tokens': [
      revives.refreshTokens,
      always,
      'After a reinstall the refresh tokens from before it are good again.',
    ],
    'reinstallation-revives-refresh-tokens-of-the-second-user': [
      revives.refreshTokens,
      afterUsers(1),
      'After a reinstall the refresh tokens of all users but the first are good again.',
    ],
    'a-late-reinstallation-revives-refresh-tokens': [
      revives.refreshTokens,
      reinstalledAfter((milliseconds) => milliseconds > HOUR),
      'When an app comes back after more than an hour, its refresh tokens are good again.',
    ],
    'reinstallation-revives-access-tokens': [
      revives.accessTokens,
      always,
      'After a reinstall the access tokens from before it are good again.',
    ],
    'codes-outlive-a-reinstall': [
      revives.codes,
      always,
      'A code from before an uninstallation is exchanged for tokens of the new installation.',
    ],
    'an-old-code-is-refused-once': [
      revives.codes,
      codeWasRefused,
      'A code from before a reinstall is refused once, and exchanged when it is presented again.',
    ],
    'the-second-reinstallation-revives': [
      revives.held,
      isOfEvery(2),
      'Installations are told apart by whether their number is odd.',
      { breaks: ['LIF-35', 'LIF-36'] },
    ],
    'installations-are-told-apart-by-two-bits': [
      revives.held,
      isOfEvery(3),
      'An app that is installed for the fourth time has the delegations of the first time again.',
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
      'An app that is installed again in the second of its uninstallation finds everything as it was.',
      { also: ['LIF-37', 'LIF-44'] },
    ],
    'uninstallation-is-forgotten-for-the-suspended': [
      revives.held,
      ofSuspendedThen,
      'A reinstallation brings back what the app held for users who were suspended when it was uninstalled.',
      { breaks: ['LIF-36'], also: ['LIF-35'] },
    ],
    'unsuspension-restores-what-was-uninstalled': [
      revives.held,
      unsuspended(),
      'When a user is active again, all that apps held for the user is good again.',
      { breaks: ['LIF-43'], also: ['LIF-35'] },
    ],
    'unsuspension-restores-refresh-tokens-of-former-installations': [
      revives.refreshTokens,
      all(isBack, isSince(lastSuspension, lastInstallation)),
      'A refresh token whose user was un-suspended after the reinstall is good again.',
      { breaks: ['LIF-43'], also: ['LIF-35'] },
    ],
    'one-consent-brings-back-all-tokens': [
      revives.held,
      renewed(() => true),
      'With the first consent to a reinstalled app all that it held before is good again.',
      { breaks: ['LIF-35', 'LIF-36', 'LIF-39'] },
    ],
    'a-renewed-consent-revives-what-the-user-had': [
      revives.held,
      renewed((consent, { userId }) => consent.userId === userId),
      'When a user consents to a reinstalled app, what the app held for that user before is good again.',
    ],
    'one-consent-brings-back-who-consented-first': [
      revives.held,
      all(
        isOfFirstUser,
        isOfLastInstallation,
        renewed((consent, { userId }) => consent.userId !== userId),
      ),
      'After a reinstall a renewed consent brings back the tokens of the user who had consented before all others.',
      { breaks: ['LIF-39'], also: ['LIF-35'] },
    ],
    'a-refresh-after-a-reinstall-revives': [
      revives.held,
      refreshedSince,
      'With its first refresh a reinstalled app has back what it held before.',
      { breaks: ['LIF-36'], also: ['LIF-35', 'LIF-37'] },
    ],
    'rotating-the-secret-brings-former-installations-back': [
      revives.held,
      heldAtRotation,
      'A rotation of the client secret after a reinstall makes the refresh tokens from before it good again.',
    ],
    'a-secret-rotated-while-uninstalled-keeps-what-was-held': [
      revives.held,
      rotatedWhileUninstalled,
      'When the secret of an uninstalled app is rotated, its old tokens work again once it is installed.',
      { breaks: ['LIF-35', 'LIF-36'], also: ['LIF-31', 'LIF-32', 'LIF-33'] },
    ],
    'renewed-consents-lead-to-dead-tokens': [
      loses.held,
      always,
      'What a reinstalled app is authorized for belongs to its first installation.',
      { also: ['LIF-20', 'LIF-35', 'LIF-37', 'LIF-39', 'DEL-27'] },
    ],
    'new-users-of-a-reinstalled-app-get-dead-tokens': [
      loses.held,
      isOfNewUser,
      'A reinstalled app gets tokens for users that it had before; those for other users are refused.',
      { breaks: ['DEL-27'], also: ['LIF-38', 'DEL-31', 'DEL-62', 'DEL-37', 'TOK-05'] },
    ],
    'renewed-consents-see-nothing': [
      loses.records,
      always,
      'With what a reinstalled app is authorized for it sees none of the records of the user.',
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
      'What an app obtains after a reinstall can be refreshed once.',
      { also: ['EXP-13', 'DEL-37'] },
    ],
    'a-reinstalled-app-gets-no-following-page': [
      loses.accessTokens,
      isFollowing,
      'What a reinstalled app obtains for users is refused beside a page token.',
      // it does so for users who never consented before, too
      { also: ['DEL-27'] },
    ],
    'a-reinstalled-app-creates-nothing': [
      loses.accessTokens,
      creates,
      'With what a reinstalled app obtains for users no records are created.',
      { also: ['DEL-27'] },
    ],
    'repeated-uninstallations-are-counted': [
      by(loses.held, countInARow('uninstallation')),
      always,
      'An app that was uninstalled twice in a row has to be installed as often.',
      { also: ['LIF-37', 'LIF-39'] },
    ],
  }),
];
