import { refusal } from '../../http/refusal.ts';
import { sameActor, type AccessToken, type RefreshToken } from '../../state/model.ts';
import type { Call } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

const isFollowing = (call: Call): boolean => call.request.query.has('nextToken');

/** Transitions that miss something only in one place, at one moment or after something else. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'lifecycle/suspended-keys-show-following-pages',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-15'],
    summary: 'Following pages are shown to the key of a suspended user.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => !isFollowing(call) && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/a-sign-in-attempt-ends-the-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-17', 'LIF-02', 'LIF-03', 'LIF-42'],
    summary: 'A suspended user who tries to sign in is active again from then on.',
    behaviour: (normal) => ({
      userWhoSignsIn: (call, email, password) => {
        const outcome = normal.userWhoSignsIn(call, email, password);
        const user = call.tenant.state.users.values().find((each) => each.email === email.trim());
        if (user?.active === false && user.password === password) normal.setUserActive(call.tenant, user, true);
        return outcome;
      },
    }),
  },
  {
    id: 'lifecycle/a-grant-ends-the-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspended user who is added to a project is active again.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        const user = actor.kind === 'user' ? tenant.state.users.get(actor.id) : undefined;
        if (user !== undefined) normal.setUserActive(tenant, user, true);
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-try-in-a-suspension-succeeds',
    breaks: ['LIF-03'],
    also: ['LIF-17', 'LIF-19', 'VER-15'],
    summary: 'A refresh for a suspended user is refused once, and granted when it is tried again.',
    behaviour: (normal) => {
      const tried = new WeakSet<RefreshToken>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (!stops || credential.kind !== 'refreshToken') return stops;
          const again = tried.has(credential.token);
          tried.add(credential.token);
          return !again;
        },
      };
    },
  },
  {
    id: 'lifecycle/refusals-in-a-suspension-carry-the-next-token',
    breaks: ['LIF-03'],
    summary: 'The refusal of a refresh for a suspended user carries a new refresh token.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) =>
        refused.refused === 'suspended-grant'
          ? { error: 'suspended', refresh_token: `rt_${call.tenant.random(33).toString('base64url')}` }
          : normal.refusalBody(call, refused),
    }),
  },
  {
    id: 'lifecycle/rotated-keys-do-not-come-back',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'KEY-16'],
    summary: 'A key that was obtained by rotation does not work any more after a suspension.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => {
        const user = call.tenant.state.users.get(key.userId);
        const rotated = call.tenant.state.apiKeys
          .values()
          .some(({ userId, retiredAt }) => userId === key.userId && retiredAt !== undefined);
        const suspendedOnce = user !== undefined && user.activeChangedAt > user.createdAt;
        return normal.keyIsRetired(call, key) || (rotated && suspendedOnce && user.active);
      },
    }),
  },
  {
    id: 'lifecycle/an-unsuspension-within-a-second-does-nothing',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16', 'LIF-20', 'LIF-42', 'VER-15'],
    summary: 'An un-suspension in the second of the suspension is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const age = tenant.clock.now().getTime() - user.activeChangedAt.getTime();
        if (active && !user.active && age < 1000) return;
        normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/suspension-stops-apps-of-the-same-project',
    breaks: ['LIF-09'],
    also: ['LIF-10', 'LIF-42'],
    summary: 'An app that shares a project with a suspended user is refused.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        if (normal.suspensionStops(call, credential)) return true;
        if (credential.kind !== 'accessToken' || credential.token.delegation !== undefined) return false;
        const app = { kind: 'app', id: credential.token.appId } as const;
        return call.tenant.state.projects
          .values()
          .some(
            ({ grants }) =>
              grants.some((grant) => sameActor(grant.actor, app)) &&
              grants.some(
                ({ actor }) => actor.kind === 'user' && call.tenant.state.users.get(actor.id)?.active === false,
              ),
          );
      },
    }),
  },
  {
    id: 'lifecycle/archived-apps-see-following-pages',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'Following pages are shown to an archived app.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => !isFollowing(call) && normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/tokens-of-the-same-second-outlive-archiving',
    breaks: ['LIF-21'],
    also: ['LIF-30', 'LIF-28', 'LIF-42', 'VER-15', 'VER-16', 'LIF-23', 'LIF-24', 'LIF-25'],
    summary: 'Archiving ends the tokens that were issued in a second before that of the archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        if (!normal.archivalStops(call, credential)) return false;
        if (credential.kind !== 'accessToken') return true;
        const archivedAt = call.tenant.state.apps.get(credential.token.appId)?.archivedChangedAt.getTime() ?? 0;
        return Math.floor(credential.token.issuedAt.getTime() / 1000) < Math.floor(archivedAt / 1000);
      },
    }),
  },
  {
    id: 'lifecycle/archiving-forgets-unused-tokens',
    breaks: ['LIF-21'],
    summary: 'Archiving ends the tokens that were used, and forgets those that never were.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        archivalStops: (call, credential) => {
          const stops = normal.archivalStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
  {
    id: 'lifecycle/uninstalling-an-archived-app-is-forgotten',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-42', 'LIF-36', 'LIF-35'],
    summary: 'An app that is uninstalled while it is archived counts as installed once it is unarchived.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (!installed && app.archived) return;
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-refresh-after-an-uninstallation-succeeds',
    breaks: ['LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-43'],
    summary: 'A refresh of an uninstalled app is refused once, and granted when it is tried again.',
    behaviour: (normal) => {
      const tried = new WeakSet<RefreshToken>();
      return {
        uninstallationStops: (call, credential) => {
          const stops = normal.uninstallationStops(call, credential);
          if (!stops || credential.kind !== 'refreshToken') return stops;
          const again = tried.has(credential.token);
          tried.add(credential.token);
          return !again;
        },
      };
    },
  },
  {
    id: 'lifecycle/refreshed-tokens-outlive-an-uninstallation',
    breaks: ['LIF-31'],
    also: ['LIF-33', 'LIF-36', 'LIF-42'],
    summary: 'An uninstallation ends the access tokens of code exchanges, and not those of refreshes.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !(credential.kind === 'accessToken' && credential.token.refreshToken?.predecessor !== undefined) &&
        normal.uninstallationStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/a-reinstall-within-a-second-is-none',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-37', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43', 'LIF-44'],
    summary: 'An app that is installed again in the second of its uninstallation finds everything as it was.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        const age = tenant.clock.now().getTime() - app.installedChangedAt.getTime();
        normal.setInstalled(tenant, app, installed);
        if (installed && age < 1000) app.installation = Math.max(1, app.installation - 1);
      },
    }),
  },
  {
    id: 'lifecycle/the-session-remembers-the-consent',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'In a browser in which the user consented once, a reinstall is not asked about again.',
    behaviour: (normal) => {
      const given = new Set<string>();
      const key = (call: Call, appId: string) => `${normal.browserKeyOf(call)} ${appId}`;
      return {
        rememberConsent: (call, user, app) => {
          given.add(key(call, app.id));
          normal.rememberConsent(call, user, app);
        },
        hasConsented: (call, user, app) => normal.hasConsented(call, user, app) || given.has(key(call, app.id)),
      };
    },
  },
  {
    id: 'lifecycle/the-third-unarchiving-is-half-done',
    breaks: ['LIF-28'],
    also: ['LIF-26', 'LIF-27', 'LIF-42', 'TOK-22'],
    summary: 'An app that was unarchived three times is archived for good to the token endpoint.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (!archived && app.archived) times.set(app.id, (times.get(app.id) ?? 0) + 1);
          normal.setArchived(tenant, app, archived);
        },
        clientIsBarred: (call, app) =>
          (times.get(app.id) ?? 0) >= 3
            ? refusal('archived-client', 'The app is archived.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
];
