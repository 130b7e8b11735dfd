import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { creates, sorts } from '../calls.ts';
import { DAY, FIFTEEN_MINUTES, HOUR, MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow, loseChange, oneAtATime } from '../operators/changes.ts';
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

/** Marks an app as installed without a new installation. */
const takeForInstalled = (_tenant: Tenant, app: App): void => {
  app.installed = true;
};

const withoutPrompt = happened(delegationIn, (note) =>
  after('issueCode', ({ delegation }, { request }) => {
    if (request.method === 'GET') note(delegation);
  }),
);

/** The condition that the authorization's last access token had expired when the app was uninstalled. */
const withoutLiveToken = happened(delegationIn, (note) =>
  follow('uninstallation', ({ clock, state }, { id, installation }) => {
    for (const delegation of state.delegations) {
      const age = clock.now().getTime() - Number(delegation.latestAccessToken?.issuedAt);
      if (delegation.appId === id && delegation.installation === installation && age >= FIFTEEN_MINUTES)
        note(delegation);
    }
  }),
);

/** The condition that the app was created without being installed, and installed later. */
const installedLate = happened(itsApp, (note) =>
  before('setInstalled', (_tenant, { id, installed, installedChangedAt, createdAt }, isInstalled) => {
    if (isInstalled && !installed && installedChangedAt <= createdAt) note(id);
  }),
);

/** Faults about what the uninstallation of an app ends. */
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
      'Users who consented to an app before it was uninstalled are sent to it with a code, without a question.',
      ['LIF-37', 'LIF-40', 'LIF-42', 'LIF-44'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'uninstalled-apps-are-authorized': [
      spares.authorizations,
      always,
      'Users can authorize an uninstalled app, and the tokens that it obtains work.',
      { also: ['VER-15'] },
    ],
    'an-app-uninstalled-again-can-be-authorized': [
      spares.authorizations,
      reinstalled(),
      'An app that is uninstalled for the second time can be authorized, and the tokens that it obtains work.',
      { also: ['LIF-31', 'LIF-32', 'LIF-37', 'LIF-40'] },
    ],
    'uninstallation-ends-refresh-tokens-only': [
      spares.accessTokens,
      always,
      'The access tokens of an uninstalled app work until they expire.',
    ],
    'uninstalled-apps-list-assay-results': [
      spares.accessTokens,
      ({ request }) => request.path.endsWith('/assay-results'),
      'The listing of assay results does not check whether an app is uninstalled.',
    ],
    'uninstalled-apps-list-what-they-sort': [
      spares.accessTokens,
      sorts,
      'A sorted listing does not check whether an app is uninstalled.',
    ],
    'uninstalled-apps-write-for-users': [
      spares.accessTokens,
      creates,
      'An uninstalled app cannot list anything for users, but can still create entries for them.',
    ],
    'uninstallation-ends-young-access-tokens-only': [
      spares.accessTokens,
      olderAt(lastInstallation, 5 * MINUTE),
      'An uninstallation ends only access tokens that were issued within the last five minutes.',
    ],
    'superseded-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      isSuperseded,
      'An uninstallation ends only the last access token of each authorization; older ones work until they expire.',
    ],
    'unused-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      neverUsed('uninstallationStops'),
      'An uninstallation ends only delegated access tokens that were used before.',
    ],
    'refreshed-tokens-outlive-an-uninstallation': [
      spares.accessTokens,
      isOfRefresh,
      'An uninstallation ends access tokens from code exchanges, but not those from refreshes.',
    ],
    'uninstallation-ends-access-tokens-only': [spares.refreshTokens, always, 'An uninstalled app can still refresh.'],
    'uninstallation-ends-the-last-hour-only': [
      spares.refreshTokens,
      olderAt(lastInstallation, HOUR),
      'An uninstallation ends only refresh tokens that were issued within the last hour.',
    ],
    'refresh-tokens-come-back-a-day-after-the-uninstallation': [
      spares.refreshTokens,
      ago(DAY, lastInstallation),
      "A day after an uninstallation, the app's refresh tokens work again.",
    ],
    'refresh-tokens-of-refreshes-outlive-an-uninstallation': [
      spares.refreshTokens,
      isLater,
      'An uninstallation ends refresh tokens from code exchanges, but not those from refreshes.',
    ],
    'the-second-refresh-after-an-uninstallation-succeeds': [
      spares.refreshTokens,
      triedBefore('uninstallationStops'),
      'A refresh of an uninstalled app is refused once and granted when it is tried again.',
    ],
    'uninstallation-spares-the-refreshes-of-a-third-user': [
      spares.refreshTokens,
      afterUsers(2),
      "An uninstallation ends only the refresh tokens of the app's first two users.",
      { breaks: ['LIF-33'], also: ['LIF-32'] },
    ],
    'codes-outlive-an-uninstallation': [
      spares.codes,
      always,
      'An uninstallation ends tokens, but not a code that is exchanged afterwards.',
    ],
    'uninstallation-ends-the-first-users-delegations-only': [
      spares.held,
      afterUsers(1),
      'An uninstallation ends only what the app holds for the first user who authorized it.',
    ],
    'uninstallation-spares-a-fourth-user': [
      spares.held,
      afterUsers(3),
      'An uninstallation ends only what the app holds for the first three users who authorized it.',
    ],
    'the-sixth-user-outlives-an-uninstallation': [
      spares.held,
      afterUsers(5),
      'An uninstallation ends only what the app holds for the first five users who authorized it.',
    ],
    'uninstallation-spares-who-was-suspended-once': [
      spares.held,
      unsuspended(),
      'An uninstallation does not end what the app holds for users who were suspended once.',
    ],
    'uninstallation-ends-the-last-authorization-of-each-user': [
      spares.held,
      isAuthorizedSince,
      'An uninstallation ends only the last authorization of each user.',
      { breaks: ['LIF-31', 'LIF-32'], also: ['LIF-33'] },
    ],
    'uninstallations-end-authorizations-of-thirty-days': [
      spares.held,
      isLongHeld,
      'An uninstallation does not end authorizations that are more than thirty days old.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'delegations-without-a-prompt-outlive-an-uninstallation': [
      spares.held,
      withoutPrompt,
      'An uninstallation does not end authorizations that were given without a prompt.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'an-uninstallation-goes-by-live-access-tokens': [
      spares.held,
      withoutLiveToken,
      'An uninstallation ends only authorizations whose last access token has not expired.',
      { breaks: ['LIF-32'], also: ['LIF-33'] },
    ],
    'apps-that-were-installed-late-keep-what-they-hold': [
      spares.held,
      installedLate,
      'An app that was created without being installed keeps what it holds for users when it is uninstalled.',
      { breaks: ['LIF-31'], also: ['LIF-33'] },
    ],
    'the-second-uninstallation-ends-nothing': [
      spares.held,
      isOfReinstalled,
      'An uninstallation does not end what a reinstalled app holds for users.',
      { breaks: ['LIF-31', 'LIF-32'], also: ['LIF-33'] },
    ],
    'uninstalling-an-archived-app-is-forgotten': [
      endedBy(loseChange('uninstallation', isArchived)),
      always,
      'If an app is uninstalled while it is archived, it counts as installed after the unarchiving.',
      { breaks: ['LIF-31', 'LIF-32'] },
    ],
    'no-uninstallation-of-names-with-marks': [
      endedBy(loseChange('uninstallation', hasMarks)),
      always,
      'Uninstallation has no effect on an app with an apostrophe or HTML characters in its name.',
    ],
    'no-uninstallation-beside-a-webhook': [
      endedBy(loseChange('uninstallation', hasWebhook)),
      always,
      'Uninstallation has no effect on an app with a webhook.',
    ],
    'no-uninstallation-of-several-redirect-uris': [
      endedBy(loseChange('uninstallation', hasSeveralRedirectUris)),
      always,
      'Uninstallation has no effect on an app with two or more redirect URIs.',
    ],
    'one-uninstalled-app-at-a-time': [
      endedBy(oneAtATime('uninstallation', takeForInstalled)),
      always,
      'When another app is uninstalled, the app that was uninstalled before gets back what it held.',
    ],
    'installing-one-app-brings-all-back': [
      endedBy(
        follow('installation', (tenant) => {
          for (const app of tenant.state.apps.values()) takeForInstalled(tenant, app);
        }),
      ),
      always,
      'When an app is installed again, all other uninstalled apps are installed as they were before.',
      { breaks: ['LIF-31', 'LIF-32'] },
    ],
    'a-redirect-uri-reinstalls': [
      endedBy(before('registerRedirectUri', takeForInstalled)),
      always,
      'An uninstalled app to which a redirect URI is added is installed as it was before.',
    ],
    'a-token-of-its-own-reinstalls': [
      endedBy(
        before('issueAccessToken', ({ tenant }, { kind }, app) => {
          if (kind === 'app') takeForInstalled(tenant, app);
        }),
      ),
      always,
      'An uninstalled app that obtains an own token is installed as it was before.',
    ],
  }),
];
