import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { creates, sorts } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES, HOUR, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow, lose, oneAtATime } from '../operators/changes.ts';
import { always, isLater, isLongHeld, isOfRefresh, isSuperseded } from '../operators/kinds.ts';
import { happened, itsApp, neverUsed, reinstalled, triedBefore, unsuspended } from '../operators/memories.ts';
import { ago, lastInstallation, olderAt } from '../operators/moments.ts';
import { delegationIn } from '../operators/presented.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { afterUsers, isArchived, isAuthorizedSince, isOfReinstalled } from '../operators/standing.ts';
import { uninstallationSpares as spares } from './decisions.ts';
import { hasMarks, hasSeveralRedirectUris, hasWebhook } from './names.ts';
import { breaking } from './rows.ts';

const endedBy = (deviation: Fault['behaviour']) => by(spares.everything, deviation);

/** Takes an app for installed as it was before. */
const takeForInstalled = (_tenant: Tenant, app: App): void => {
  app.installed = true;
};

const withoutPrompt = happened(delegationIn, (note) =>
  after('issueCode', ({ delegation }, { request }) => {
    if (request.method === 'GET') note(delegation);
  }),
);

/** Its last access token had expired when the app was uninstalled. */
const withoutLiveToken = happened(delegationIn, (note) =>
  follow('uninstallation', ({ clock, state }, { id, installation }) => {
    for (const delegation of state.delegations) {
      const age = clock.now().getTime() - Number(delegation.latestAccessToken?.issuedAt);
      if (delegation.appId === id && delegation.installation === installation && age >= FIFTEEN_MINUTES)
        note(delegation);
    }
  }),
);

/** The app was first installed when it had been there for a while. */
const installedLate = happened(itsApp, (note) =>
  before('setInstalled', (_tenant, { id, installed, installedChangedAt, createdAt }, isInstalled) => {
    if (isInstalled && !installed && installedChangedAt <= createdAt) note(id);
  }),
);

/** Wrong decisions about what the uninstallation of an app ends. */
export const uninstallationFaults: readonly Fault[] = [
  ...breaking('LIF-34', {
    'uninstalled-apps-get-codes-where-there-was-consent': [
      (normal) => ({
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) ||
          (!app.installed && consent.installation === app.installation),
        authorizationIsBarred: (call, app) => {
          const user = call.tenant.behaviour.signedInUser(call);
          const consented = user !== undefined && call.tenant.behaviour.hasConsented(call, user, app);
          return !app.installed && !app.archived && consented ? undefined : normal.authorizationIsBarred(call, app);
        },
      }),
      'Users who consented to an app that is not installed any more are sent to it with a code, unasked.',
      ['LIF-37', 'LIF-40', 'LIF-42', 'LIF-44'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'uninstalled-apps-are-authorized': [
      spares.authorizations,
      always,
      'Users can authorize an uninstalled app, and what they authorize it for works.',
      { also: ['VER-15'] },
    ],
    'an-app-uninstalled-again-can-be-authorized': [
      spares.authorizations,
      reinstalled(),
      'An app that was uninstalled for the second time can be authorized, and what it obtains works.',
      { also: ['LIF-31', 'LIF-32', 'LIF-37', 'LIF-40'] },
    ],
    'uninstallation-ends-refresh-tokens-only': [
      spares.accessTokens,
      always,
      'The access tokens of an uninstalled app run out by themselves.',
    ],
    'uninstalled-apps-list-assay-results': [
      spares.accessTokens,
      ({ request }) => request.path.endsWith('/assay-results'),
      'The listing of assay results looks up no uninstallation.',
    ],
    'uninstalled-apps-list-what-they-sort': [
      spares.accessTokens,
      sorts,
      'A sorted listing looks up no uninstallation.',
    ],
    'uninstalled-apps-write-for-users': [
      spares.accessTokens,
      creates,
      'An uninstalled app lists nothing for users, and goes on creating entries for them.',
    ],
    'uninstallation-ends-young-access-tokens-only': [
      spares.accessTokens,
      olderAt(lastInstallation, 5 * MINUTE),
      'An uninstallation ends the access tokens of the last five minutes.',
    ],
    'superseded-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      isSuperseded,
      'An uninstallation ends the last access token of each authorization; one from before a refresh runs out.',
    ],
    'unused-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      neverUsed('uninstallationStops'),
      'An uninstallation ends the delegated access tokens that were used before.',
    ],
    'refreshed-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      isOfRefresh,
      'An uninstallation ends the access tokens of code exchanges, and not those of refreshes.',
    ],
    'uninstallation-ends-access-tokens-only': [spares.refreshTokens, always, 'An uninstalled app goes on refreshing.'],
    'uninstallation-ends-the-last-hour-only': [
      spares.refreshTokens,
      olderAt(lastInstallation, HOUR),
      'An uninstallation ends the refresh tokens that were issued in the last hour.',
    ],
    'refresh-tokens-come-back-a-day-after-the-uninstallation': [
      spares.refreshTokens,
      ago(DAY, lastInstallation),
      'A day after an uninstallation it is forgotten.',
    ],
    'refresh-tokens-of-refreshes-outlive-an-uninstallation': [
      spares.refreshTokens,
      isLater,
      'An uninstallation ends the refresh tokens of code exchanges, and not those of refreshes.',
    ],
    'the-second-refresh-after-an-uninstallation-succeeds': [
      spares.refreshTokens,
      triedBefore('uninstallationStops'),
      'A refresh of an uninstalled app is refused once, and granted when it is tried again.',
    ],
    'uninstallation-spares-the-refreshes-of-a-third-user': [
      spares.refreshTokens,
      afterUsers(2),
      'An uninstallation ends the refresh tokens of two users.',
      { breaks: ['LIF-33'], also: ['LIF-32'] },
    ],
    'codes-outlive-an-uninstallation': [
      spares.codes,
      always,
      'An uninstallation ends tokens, and no code that has yet to be exchanged.',
    ],
    'uninstallation-ends-the-first-users-delegations-only': [
      spares.held,
      afterUsers(1),
      'An uninstallation ends what the app holds for the first user who authorized it.',
    ],
    'uninstallation-spares-a-fourth-user': [
      spares.held,
      afterUsers(3),
      'An uninstallation ends what the app holds for the first three users who authorized it.',
    ],
    'the-sixth-user-outlives-an-uninstallation': [
      spares.held,
      afterUsers(5),
      'An uninstallation ends what the app holds for the first five users who authorized it.',
    ],
    'uninstallation-spares-who-was-suspended-once': [
      spares.held,
      unsuspended(),
      'An uninstallation ends nothing that the app holds for users who were suspended once.',
    ],
    'uninstallation-ends-the-last-authorization-of-each-user': [
      spares.held,
      isAuthorizedSince,
      'An uninstallation ends the last authorization of each user, and none before it.',
      { breaks: ['LIF-31', 'LIF-32'], also: ['LIF-33'] },
    ],
    'uninstallations-end-authorizations-of-thirty-days': [
      spares.held,
      isLongHeld,
      'An uninstallation ends authorizations of the last thirty days, and none that were refreshed for longer.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'delegations-without-a-prompt-outlive-an-uninstallation': [
      spares.held,
      withoutPrompt,
      'An uninstallation ends what was authorized on the consent page, and not what came without a prompt.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'an-uninstallation-goes-by-live-access-tokens': [
      spares.held,
      withoutLiveToken,
      'An uninstallation ends what is found by a live access token: where that has expired the refresh token stays.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'apps-that-were-installed-late-keep-what-they-hold': [
      spares.held,
      installedLate,
      'An app that was made without being installed keeps what users let it do when it is uninstalled.',
      { breaks: ['LIF-31'], also: ['LIF-33'] },
    ],
    'the-second-uninstallation-ends-nothing': [
      spares.held,
      isOfReinstalled,
      'What an app that was reinstalled holds outlives the next uninstallation.',
      { breaks: ['LIF-31', 'LIF-32'], also: ['LIF-33'] },
    ],
    'uninstalling-an-archived-app-is-forgotten': [
      endedBy(lose('uninstallation', isArchived)),
      always,
      'An app that is uninstalled while it is archived counts as installed once it is unarchived.',
      { breaks: ['LIF-31', 'LIF-32'] },
    ],
    'no-uninstallation-of-names-with-marks': [
      endedBy(lose('uninstallation', hasMarks)),
      always,
      'The uninstallation of an app with an apostrophe or marks of HTML in its name is lost.',
    ],
    'no-uninstallation-beside-a-webhook': [
      endedBy(lose('uninstallation', hasWebhook)),
      always,
      'The uninstallation of an app that has a webhook is lost.',
    ],
    'no-uninstallation-of-several-redirect-uris': [
      endedBy(lose('uninstallation', hasSeveralRedirectUris)),
      always,
      'The uninstallation of an app that has two redirect URIs is lost.',
    ],
    'one-uninstalled-app-at-a-time': [
      endedBy(oneAtATime('uninstallation', takeForInstalled)),
      always,
      'When another app is uninstalled, the one before has back what it held.',
    ],
    'installing-one-app-brings-all-back': [
      endedBy(
        follow('installation', (tenant) => {
          for (const app of tenant.state.apps.values()) takeForInstalled(tenant, app);
        }),
      ),
      always,
      'When an app is installed again, all others that are not are installed as before.',
      { breaks: ['LIF-31', 'LIF-32'] },
    ],
    'a-redirect-uri-reinstalls': [
      endedBy(before('registerRedirectUri', takeForInstalled)),
      always,
      'An uninstalled app to which a redirect URI is added is installed as before.',
    ],
    'a-token-of-its-own-reinstalls': [
      endedBy(
        before('issueAccessToken', ({ tenant }, { kind }, app) => {
          if (kind === 'app') takeForInstalled(tenant, app);
        }),
      ),
      always,
      'An uninstalled app that obtains a token of its own is installed as before.',
    ],
  }),
];
