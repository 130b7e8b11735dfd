import type { ApiKey, AccessToken, Delegation } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

const HOUR = 3_600_000;

/** Mistakes about states that show when something is done twice, in another form, or beside another change. */
export const evaluatedFaultsThree: readonly Fault[] = [
  {
    id: 'lifecycle/suspended-keys-work-with-a-scheme-in-lower-case',
    breaks: ['LIF-01'],
    summary: 'Where the scheme is written basic, no suspension of the owner of a key is looked up.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'apiKey' && call.request.headers.get('authorization')?.[0]?.startsWith('basic ')),
    }),
  },
  {
    id: 'lifecycle/refused-keys-are-remembered-for-an-hour',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16', 'LIF-42'],
    summary:
      'A key that was refused in a suspension is refused for an hour, whether its owner is active by then or not.',
    behaviour: (normal) => {
      const until = new WeakMap<ApiKey, number>();
      return {
        keyFitsCall: (call, key) => {
          const now = call.now.getTime();
          if (!normal.keyFitsCall(call, key) || now < (until.get(key) ?? 0)) return false;
          if (call.tenant.behaviour.userIsSuspended(call, key.userId)) until.set(key, now + HOUR);
          return true;
        },
      };
    },
  },
  {
    id: 'lifecycle/keys-come-back-without-following-pages',
    breaks: ['LIF-05'],
    also: ['LIF-07', 'LIF-16'],
    summary: 'The key of a user who was suspended once is refused beside a page token.',
    behaviour: (normal) => {
      const once = new Set<string>();
      return {
        setUserActive: (tenant, user, active) => {
          if (!active) once.add(user.id);
          normal.setUserActive(tenant, user, active);
        },
        keyFitsCall: (call, key) =>
          normal.keyFitsCall(call, key) && !(once.has(key.userId) && call.request.query.has('nextToken')),
      };
    },
  },
  {
    id: 'lifecycle/app-tokens-of-a-suspension-are-dead',
    breaks: ['LIF-10'],
    also: ['LIF-42', 'LIF-09', 'CCR-04'],
    summary: 'What an app asks for while one of the users who authorized it is suspended is refused on calls.',
    behaviour: (normal) => {
      const dead = new WeakSet<AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const { delegations, users } = call.tenant.state;
          const affected = delegations.some(
            ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
          );
          if (subject.kind === 'app' && affected) dead.add(token);
          return token;
        },
        tokenHasEnded: (call, token) => dead.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
  {
    id: 'lifecycle/browsers-from-before-a-suspension-get-no-further',
    breaks: ['LIF-20'],
    also: ['LIF-42', 'LIF-44', 'LIF-43'],
    summary: 'A browser in which a user was signed in before a suspension shows an error for ever after.',
    behaviour: (normal) => ({
      showNext: (call, request) => {
        const { behaviour, state } = call.tenant;
        const session = behaviour.sessionOf(call);
        const since = state.users.get(session?.userId ?? '')?.activeChangedAt.getTime() ?? 0;
        return session !== undefined && session.startedAt.getTime() < since
          ? behaviour.refuseInBrowser(call, refusal('suspended-sign-in', 'The session was suspended.'))
          : normal.showNext(call, request);
      },
    }),
  },
  {
    id: 'lifecycle/a-second-suspension-in-a-row-ends-the-first',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42'],
    summary: 'Suspending a user turns the state over: one who is suspended already is active again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active || !user.active);
      },
    }),
  },
  {
    id: 'lifecycle/installing-what-is-installed-is-a-reinstall',
    breaks: ['LIF-42'],
    summary: 'Installing an app that is installed already ends all that users had let it do.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (installed && app.installed) app.installation += 1;
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
  {
    id: 'lifecycle/unarchived-apps-do-not-refresh-what-is-new',
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-42'],
    summary: 'What users authorize an app for after it was unarchived cannot be refreshed.',
    behaviour: (normal) => {
      const { apps, remembering } = onceArchived(normal);
      const since = new WeakSet<Delegation>();
      return {
        ...remembering,
        beginDelegation: (call, app, user) => {
          const delegation = normal.beginDelegation(call, app, user);
          if (apps.has(app.id)) since.add(delegation);
          return delegation;
        },
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (since.has(token.delegation) ? refusal('ended-grant', 'The app cannot refresh.') : undefined),
      };
    },
  },
  {
    id: 'lifecycle/apps-that-were-installed-late-keep-what-they-hold',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-35', 'LIF-36', 'LIF-42'],
    summary: 'An app that was made without being installed keeps what users let it do when it is uninstalled.',
    behaviour: (normal) => {
      const late = new Set<string>();
      const known = new Set<string>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (installed && !app.installed && !known.has(app.id)) late.add(app.id);
          known.add(app.id);
          normal.setInstalled(tenant, app, installed);
        },
        installationIsOver: (call, delegation) =>
          !late.has(delegation.appId) && normal.installationIsOver(call, delegation),
      };
    },
  },
  {
    id: 'lifecycle/rotating-the-secret-brings-former-installations-back',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-42'],
    summary: 'A rotation of the client secret after a reinstall makes the refresh tokens from before it good again.',
    behaviour: (normal) => {
      const revived = new WeakSet<Delegation>();
      return {
        rotateClientSecret: (tenant, app) => {
          for (const each of tenant.state.delegations) if (each.appId === app.id && app.installed) revived.add(each);
          return normal.rotateClientSecret(tenant, app);
        },
        installationIsOver: (call, delegation) => {
          const isRevived = revived.has(delegation) && call.tenant.state.apps.get(delegation.appId)?.installed === true;
          return !isRevived && normal.installationIsOver(call, delegation);
        },
      };
    },
  },
  {
    id: 'lifecycle/a-denial-after-a-reinstall-is-not-asked-about-again',
    breaks: ['LIF-37'],
    also: ['DEL-19', 'LIF-39'],
    summary: 'Who denies a reinstalled app is not asked again, and counts as having consented as before.',
    behaviour: (normal) => ({
      rememberDenial: (call, user, app) => {
        normal.rememberDenial(call, user, app);
        const { consents } = call.tenant.state;
        if (consents.some(({ userId, appId }) => userId === user.id && appId === app.id)) {
          call.tenant.behaviour.rememberConsent(call, user, app);
        }
      },
    }),
  },
  {
    id: 'lifecycle/an-uninstallation-takes-shared-redirect-uris-away',
    breaks: ['LIF-41'],
    also: ['DEL-12'],
    summary: 'With an app its redirect URIs are removed, from the other apps that have registered them too.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        for (const other of !installed && app.installed ? tenant.state.apps.values() : []) {
          const left = other.redirectUris.filter((uri) => !app.redirectUris.includes(uri));
          if (other !== app) other.redirectUris.splice(0, Infinity, ...left);
        }
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
  {
    id: 'lifecycle/what-is-tried-in-a-suspension-is-good-afterwards',
    breaks: ['LIF-45'],
    also: ['DEL-44', 'LIF-42'],
    summary:
      'A spent refresh token that is presented while its user is suspended is good once the user is active again.',
    behaviour: (normal) => ({
      spentRefreshTokenWasPresented: (call, token) => {
        normal.spentRefreshTokenWasPresented(call, token);
        if (call.tenant.behaviour.userIsSuspended(call, token.delegation.userId)) token.spentAt = undefined;
      },
    }),
  },
  {
    id: 'lifecycle/archived-apps-list-what-they-filter',
    breaks: ['LIF-21'],
    summary: 'A listing with a filter looks up no archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        !call.request.query.keys().some((name) => name.startsWith('schemaFields')),
    }),
  },
];
