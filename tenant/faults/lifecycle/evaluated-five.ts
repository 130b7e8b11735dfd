import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Remembers whom a suspension, or which app an archiving, has ever stopped. */
function onceStopped(normal: Behaviour): {
  readonly ids: Pick<ReadonlySet<string>, 'has'>;
  readonly remembering: Pick<Behaviour, 'setUserActive' | 'setArchived'>;
} {
  const ids = new Set<string>();
  return {
    ids,
    remembering: {
      setUserActive: (tenant, user, active) => {
        if (!active) ids.add(user.id);
        normal.setUserActive(tenant, user, active);
      },
      setArchived: (tenant, app, archived) => {
        if (archived) ids.add(app.id);
        normal.setArchived(tenant, app, archived);
      },
    },
  };
}

const userChangedAgo = (call: Call, userId: string): number =>
  call.now.getTime() - (call.tenant.state.users.get(userId)?.activeChangedAt.getTime() ?? 0);
const appChangedAgo = (call: Call, appId: string): number =>
  call.now.getTime() - (call.tenant.state.apps.get(appId)?.archivedChangedAt.getTime() ?? 0);

/** Mistakes that show long after a change of state, after another change, or beside many. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'lifecycle/a-resumed-key-lasts-a-week',
    breaks: ['LIF-05'],
    summary: 'The key of a user who was suspended once works for a week from then.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) =>
          normal.keyFitsCall(call, key) && !(ids.has(key.userId) && userChangedAgo(call, key.userId) > 7 * DAY),
      };
    },
  },
  {
    id: 'lifecycle/a-suspension-is-over-after-ninety-days',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-15', 'LIF-17'],
    summary: 'A suspension is over by itself after ninety days.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) =>
        normal.userIsSuspended(call, userId) && userChangedAgo(call, userId) < 90 * DAY,
    }),
  },
  {
    id: 'lifecycle/an-archiving-is-over-after-forty-days',
    breaks: ['LIF-22'],
    also: ['LIF-24', 'LIF-25'],
    summary: 'An app that was archived forty days ago is active.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => normal.appIsArchived(call, appId) && appChangedAgo(call, appId) < 40 * DAY,
    }),
  },
  {
    id: 'lifecycle/an-unarchived-app-is-served-for-an-hour',
    breaks: ['LIF-26'],
    also: ['LIF-27'],
    summary: 'An app that was archived once gets tokens for an hour from when it was unarchived.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        clientIsBarred: (call, app) =>
          normal.clientIsBarred(call, app) ??
          (ids.has(app.id) && appChangedAgo(call, app.id) > HOUR
            ? refusal('archived-client', 'The app was archived.')
            : undefined),
      };
    },
  },
  {
    id: 'lifecycle/a-withdrawal-ends-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspended user who is taken out of a project is active again.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        const user = tenant.state.users.get(actor.id);
        if (user !== undefined) user.active = true;
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-new-key-ends-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-01', 'LIF-03'],
    summary: 'A suspended user whose key is rotated is active again.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        user.active = true;
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'lifecycle/an-id-token-ends-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-15'],
    summary: 'A call with an ID token of a suspended user is refused and makes the user active again.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) => {
        const actor = normal.authenticateIdToken(call, value);
        const outcome = call.found.idToken?.outcome;
        const user = outcome === undefined || isRefusal(outcome) ? undefined : normal.userOfIdToken(call, outcome);
        if (isRefusal(actor) && user !== undefined && !isRefusal(user)) user.active = true;
        return actor;
      },
    }),
  },
  {
    id: 'lifecycle/a-withdrawal-unarchives',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24'],
    summary: 'An archived app that is taken out of a project is active again.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        const app = tenant.state.apps.get(actor.id);
        if (app !== undefined) app.archived = false;
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-redirect-uri-reinstalls',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34'],
    summary: 'An uninstalled app to which a redirect URI is added is installed as before.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        app.installed = true;
        return normal.registerRedirectUri(tenant, app, redirectUri);
      },
    }),
  },
  {
    id: 'lifecycle/a-token-of-its-own-reinstalls',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-36', 'LIF-42'],
    summary: 'An uninstalled app that obtains a token of its own is installed as before.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        if (subject.kind === 'app') app.installed = true;
        return normal.issueAccessToken(call, subject, app);
      },
    }),
  },
  {
    id: 'lifecycle/the-sixth-user-outlives-an-uninstallation',
    breaks: ['LIF-33'],
    also: ['LIF-31', 'LIF-32', 'LIF-36', 'LIF-42'],
    summary: 'An uninstallation ends what the app holds for the first five users who authorized it.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const ofApp = call.tenant.state.delegations.filter(({ appId }) => appId === delegation.appId);
        const users = [...new Set(ofApp.map(({ userId }) => userId))];
        return normal.installationIsOver(call, delegation) && users.indexOf(delegation.userId) < 5;
      },
    }),
  },
  {
    id: 'lifecycle/a-resumed-key-creates-nothing',
    breaks: ['LIF-05'],
    summary: 'The key of a user who was suspended once lists, and creates no entries.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) =>
          normal.keyFitsCall(call, key) && !(call.request.method === 'POST' && ids.has(key.userId)),
      };
    },
  },
  {
    id: 'lifecycle/an-unarchived-app-creates-nothing',
    breaks: ['LIF-26'],
    summary: 'An app that was archived once lists, and creates no entries.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        tokenFitsCall: (call, token) =>
          normal.tokenFitsCall(call, token) &&
          !(call.request.method === 'POST' && token.subject.kind === 'app' && ids.has(token.appId)),
      };
    },
  },
  {
    id: 'lifecycle/the-legacy-path-serves-no-app-of-a-suspended-user',
    breaks: ['LIF-10'],
    also: ['LIF-42', 'VER-15'],
    summary: 'The legacy path grants an app nothing while one of the users who authorized it is suspended.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        normal.clientIsBarred(call, app) ??
        (call.request.path === '/api/v2/token' &&
        call.tenant.state.delegations.some(
          ({ appId, userId }) => appId === app.id && normal.userIsSuspended(call, userId),
        )
          ? refusal('archived-client', 'A user of the app is suspended.')
          : undefined),
    }),
  },
];
