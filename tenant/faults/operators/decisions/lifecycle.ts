import { ofApps, ofUsers } from '../condition.ts';
import type { Decision } from '../decision.ts';
import { all, isAppToken, isDelegated, isKey, isRefreshToken, isToken, not } from '../kinds.ts';
import { alsoStop, exempt, refuseClients, rememberConsents, serveArchived } from '../operators.ts';
import { appIn, bornAt, delegationIn, userIn, type Holds } from '../presented.ts';

const call = ['form', 'listing', 'scheme'] as const;
const isInstalled: Holds = (call, presented) => appIn(call, presented)?.installed === true;
const isBack: Holds = (call, presented) => {
  const user = userIn(call, presented);
  return user !== undefined && user.active && user.activeChangedAt > user.createdAt;
};
const isUnarchived: Holds = (call, presented) => {
  const app = appIn(call, presented);
  return app !== undefined && !app.archived && app.archivedChangedAt > app.createdAt;
};
const isSinceUnsuspension: Holds = (call, presented) => {
  const begun = delegationIn(presented)?.createdAt;
  const back = userIn(call, presented)?.activeChangedAt;
  return isBack(call, presented) && begun !== undefined && back !== undefined && begun >= back;
};
const isSinceUnarchiving: Holds = (call, presented) => {
  const [born, back] = [bornAt(presented), appIn(call, presented)?.archivedChangedAt];
  return isUnarchived(call, presented) && born !== undefined && back !== undefined && born >= back;
};
const isSinceReinstall: Holds = (call, presented) => {
  const [app, delegation] = [appIn(call, presented), delegationIn(presented)];
  return app?.installed === true && app.installation > 1 && delegation?.installation === app.installation;
};
const whileUserIsSuspended: Holds = (call, { userId }) =>
  call.tenant.state.users.values().some(({ id, active }) => id !== userId && !active);
const whileAppIsArchived: Holds = (call, { appId }) =>
  call.tenant.state.apps.values().some(({ id, archived }) => id !== appId && archived);
const whileAppIsUninstalled: Holds = (call, { appId }) =>
  call.tenant.state.apps.values().some(({ id, installed }) => id !== appId && !installed);

/** What a change of state stops, brings back and leaves alone. */
export const lifecycleDecisions: readonly Decision[] = [
  {
    profile: 'lifecycle',
    id: 'suspension-spares-keys',
    does: 'The key of a suspended user is served',
    breaks: ['LIF-01', 'LIF-06', 'LIF-42'],
    also: ['EXP-29'],
    where: { again: ['LIF-06'], 'one version': ['VER-16'] },
    under: [...call, 'write', 'connection', 'uses', 'key', ...ofUsers, 'bystanders'],
    wrong: exempt('suspensionStops', isKey),
  },
  {
    profile: 'lifecycle',
    id: 'suspension-spares-access-tokens',
    does: 'A delegated access token of a suspended user is served',
    breaks: ['LIF-02', 'LIF-04', 'LIF-42'],
    also: ['LIF-19', 'LIF-17', 'LIF-18'],
    where: { 'one version': ['VER-16'], 'the legacy path': ['VER-15'] },
    under: [...call, 'connection', 'issue', 'chain', ...ofUsers, ...ofApps, 'bystanders'],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token'],
    wrong: exempt('suspensionStops', isDelegated),
  },
  {
    profile: 'lifecycle',
    id: 'suspension-spares-refresh-tokens',
    does: 'A refresh token of a suspended user yields tokens',
    breaks: ['LIF-03', 'LIF-04', 'LIF-42'],
    also: ['LIF-19'],
    where: { 'the legacy path': ['VER-15'] },
    under: ['token path', 'connection', 'issue', 'chain', ...ofUsers, ...ofApps, 'bystanders'],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: exempt('suspensionStops', isRefreshToken),
  },
  {
    profile: 'lifecycle',
    id: 'archiving-spares-app-tokens',
    does: 'An app token of an archived app is served',
    breaks: ['LIF-21', 'LIF-28', 'LIF-42'],
    also: ['LIF-30'],
    where: { again: ['LIF-28'], 'one version': ['VER-16'], 'the legacy path': ['VER-15'] },
    under: [...call, 'write', 'connection', 'issue', 'uses', ...ofApps, 'bystanders'],
    wrong: exempt('archivalStops', isAppToken),
  },
  {
    profile: 'lifecycle',
    id: 'archiving-spares-access-tokens',
    does: 'A delegated access token of an archived app is served',
    breaks: ['LIF-23', 'LIF-28', 'LIF-42'],
    also: ['LIF-25', 'LIF-47'],
    where: { 'one version': ['VER-16'], 'the legacy path': ['VER-15'] },
    under: [...call, 'connection', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token'],
    wrong: exempt('archivalStops', isDelegated),
  },
  {
    profile: 'lifecycle',
    id: 'archived-apps-obtain-tokens',
    does: 'An archived app obtains an app token that works',
    breaks: ['LIF-22', 'LIF-28', 'LIF-42'],
    where: { again: ['LIF-28'], 'the legacy path': ['VER-15'] },
    under: ['token path', 'connection', ...ofApps, 'bystanders'],
    wrong: serveArchived('client_credentials'),
  },
  {
    profile: 'lifecycle',
    id: 'archived-apps-refresh',
    does: 'An archived app refreshes, and what it obtains works',
    breaks: ['LIF-24', 'LIF-28', 'LIF-42'],
    also: ['LIF-23'],
    where: { 'the legacy path': ['VER-15'] },
    under: ['token path', 'connection', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: serveArchived('refresh_token'),
  },
  {
    profile: 'lifecycle',
    id: 'uninstallation-spares-access-tokens',
    does: 'A delegated access token of an uninstalled app is served',
    breaks: ['LIF-31', 'LIF-33', 'LIF-42'],
    also: ['LIF-40', 'LIF-34'],
    where: { reinstalled: ['LIF-36'], 'one version': ['VER-16'], 'the legacy path': ['VER-15'] },
    under: [...call, 'connection', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token'],
    wrong: exempt('uninstallationStops', all(isToken, not(isInstalled))),
  },
  {
    profile: 'lifecycle',
    id: 'uninstallation-spares-refresh-tokens',
    does: 'A refresh token of an uninstalled app yields tokens',
    breaks: ['LIF-32', 'LIF-33', 'LIF-42'],
    where: { 'the legacy path': ['VER-15'] },
    under: ['token path', 'connection', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: exempt('uninstallationStops', all(isRefreshToken, not(isInstalled))),
  },
  {
    profile: 'lifecycle',
    id: 'reinstalls-revive-access-tokens',
    does: 'After a reinstall an access token from before it is served',
    breaks: ['LIF-36', 'LIF-42'],
    also: ['LIF-39', 'LIF-43'],
    where: { again: ['LIF-43'] },
    under: ['form', 'listing', 'connection', 'issue', 'chain', ...ofUsers],
    except: ['of-users-with-an-app', 'without-its-access-token', 'from-long-ago'],
    wrong: exempt('uninstallationStops', all(isToken, isInstalled)),
  },
  {
    profile: 'lifecycle',
    id: 'reinstalls-revive-refresh-tokens',
    does: 'After a reinstall a refresh token from before it yields tokens',
    breaks: ['LIF-35', 'LIF-42'],
    also: ['LIF-39', 'LIF-43'],
    where: { again: ['LIF-43'] },
    under: ['token path', 'connection', 'issue', 'chain', ...ofUsers, 'app make', 'app'],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: exempt('uninstallationStops', all(isRefreshToken, isInstalled)),
  },
  {
    profile: 'lifecycle',
    id: 'reinstalls-keep-consents',
    does: 'After a reinstall a consent from before it is remembered',
    breaks: ['LIF-37'],
    also: ['LIF-44', 'LIF-39'],
    where: { again: ['LIF-44'] },
    under: [...ofUsers, 'app make', 'app'],
    except: ['of-apps-without-users', 'of-users-with-an-app'],
    wrong: rememberConsents(),
  },
  {
    profile: 'lifecycle',
    id: 'resumed-keys-are-refused',
    does: 'The key of a user who was suspended and is active again is refused',
    breaks: ['LIF-05', 'LIF-06', 'LIF-42'],
    also: ['LIF-07', 'LIF-16'],
    where: { 'a suspended user': ['LIF-08'], 'an archived app': ['LIF-29'], again: ['LIF-06'] },
    under: ['form', 'listing', 'write', 'connection', 'uses', 'key', ...ofUsers, 'bystanders'],
    except: ['of-users-in-no-project', 'of-users-once-suspended'],
    wrong: alsoStop('keyIsRetired', all(isKey, isBack)),
  },
  {
    profile: 'lifecycle',
    id: 'reauthorizations-after-a-suspension-are-refused',
    does: 'A delegated access token from after the suspension of its user is refused',
    breaks: ['LIF-20', 'LIF-42'],
    also: ['LIF-07', 'LIF-16'],
    under: ['form', 'listing', 'connection', 'issue', ...ofUsers, 'app make', 'app'],
    except: [
      'of-users-in-no-project',
      'of-apps-in-no-project',
      'of-users-once-suspended',
      'of-users-with-an-app',
      'of-apps-without-users',
    ],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, isSinceUnsuspension)),
  },
  {
    profile: 'lifecycle',
    id: 'unarchived-apps-obtain-nothing',
    does: 'An app that was archived and is active again obtains no token',
    breaks: ['LIF-26', 'LIF-27', 'LIF-28', 'LIF-42'],
    where: {
      'a suspended user': ['LIF-10'],
      'an archived app': ['LIF-29'],
      again: ['LIF-28'],
      'the legacy path': ['VER-05'],
    },
    under: ['token path', 'connection', ...ofApps, 'bystanders'],
    except: ['of-apps-once-archived'],
    wrong: refuseClients(all(isUnarchived, (_call, { credential }) => credential === undefined)),
  },
  {
    profile: 'lifecycle',
    id: 'unarchived-apps-are-refused',
    does: 'An app token from after the unarchiving of its app is refused',
    breaks: ['LIF-26', 'LIF-28', 'LIF-42'],
    where: { 'a suspended user': ['LIF-09'], 'an archived app': ['LIF-29'], again: ['LIF-28'] },
    under: ['form', 'listing', 'write', 'connection', 'issue', ...ofApps, 'bystanders'],
    except: ['of-apps-in-no-project', 'of-apps-once-archived'],
    wrong: alsoStop('tokenHasEnded', all(isAppToken, isSinceUnarchiving)),
  },
  {
    profile: 'lifecycle',
    id: 'authorizations-after-an-unarchiving-are-refused',
    does: 'A delegated access token from after the unarchiving of its app is refused',
    breaks: ['LIF-46', 'LIF-26', 'LIF-42'],
    also: ['LIF-28'],
    under: ['form', 'listing', 'connection', 'issue', 'user make', 'user', 'app make', 'app'],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, isSinceUnarchiving)),
  },
  {
    profile: 'lifecycle',
    id: 'authorizations-after-a-reinstall-are-refused',
    does: 'A delegated access token from after a reinstall is refused',
    breaks: ['LIF-38', 'LIF-42'],
    under: ['form', 'listing', 'connection', 'issue', ...ofUsers, 'app make', 'app'],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, isSinceReinstall)),
  },
  {
    profile: 'lifecycle',
    id: 'suspensions-reach-other-keys',
    does: 'While a user is suspended, the key of another one is refused',
    breaks: ['LIF-08', 'LIF-42'],
    under: ['form', 'listing', 'connection', 'key', ...ofUsers],
    except: ['of-users-in-no-project'],
    wrong: alsoStop('keyIsRetired', all(isKey, whileUserIsSuspended)),
  },
  {
    profile: 'lifecycle',
    id: 'suspensions-reach-other-access-tokens',
    does: 'While a user is suspended, a delegated access token of another one is refused',
    breaks: ['LIF-08', 'LIF-42', 'EXP-35'],
    under: ['form', 'listing', 'connection', 'issue', 'user make', 'user', 'app make', 'app'],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, whileUserIsSuspended)),
  },
  {
    profile: 'lifecycle',
    id: 'suspensions-reach-app-tokens',
    does: 'While a user is suspended, an app token is refused',
    breaks: ['LIF-09', 'LIF-42', 'EXP-35'],
    also: ['LIF-10'],
    under: ['form', 'listing', 'write', 'connection', 'issue', 'uses', ...ofApps],
    except: ['of-apps-in-no-project'],
    wrong: alsoStop('tokenHasEnded', all(isAppToken, whileUserIsSuspended)),
  },
  {
    profile: 'lifecycle',
    id: 'suspensions-reach-clients',
    does: 'While a user is suspended, an app obtains no app token',
    breaks: ['LIF-10', 'LIF-42'],
    also: ['LIF-11'],
    under: ['token path', 'connection', ...ofApps],
    except: ['of-apps-in-no-project'],
    wrong: refuseClients(all(whileUserIsSuspended, (_call, { credential }) => credential === undefined)),
  },
  {
    profile: 'lifecycle',
    id: 'archivings-reach-other-apps',
    does: 'While an app is archived, an app token of another one is refused',
    breaks: ['LIF-29', 'LIF-42', 'EXP-35'],
    under: ['form', 'listing', 'connection', 'issue', ...ofApps],
    except: ['of-apps-in-no-project'],
    wrong: alsoStop('tokenHasEnded', all(isAppToken, whileAppIsArchived)),
  },
  {
    profile: 'lifecycle',
    id: 'archivings-reach-keys',
    does: 'While an app is archived, a key is refused',
    breaks: ['LIF-29', 'LIF-42'],
    under: ['form', 'listing', 'connection', 'key', ...ofUsers],
    except: ['of-users-in-no-project'],
    wrong: alsoStop('keyIsRetired', all(isKey, whileAppIsArchived)),
  },
  {
    profile: 'lifecycle',
    id: 'uninstallations-reach-keys',
    does: 'While an app is uninstalled, a key is refused',
    breaks: ['LIF-41', 'LIF-42'],
    under: ['form', 'listing', 'connection', 'key', 'user make', 'user'],
    except: ['of-users-in-no-project'],
    wrong: alsoStop('keyIsRetired', all(isKey, whileAppIsUninstalled)),
  },
  {
    profile: 'lifecycle',
    id: 'uninstallations-reach-other-apps',
    does: 'While an app is uninstalled, a delegated access token of another one is refused',
    breaks: ['LIF-41', 'LIF-42', 'EXP-35'],
    under: ['form', 'listing', 'connection', 'issue', 'user make', 'user', 'app make', 'app'],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, whileAppIsUninstalled)),
  },
];
