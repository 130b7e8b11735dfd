import type { Call } from '../../call.ts';
import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice the delay, and short, because the suite waits in real time. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/**
 * Returns a function that reports whether a request is at the second of two servers, which take turns. The second
 * learns of changes later.
 */
function takingTurns(): (call: Call) => boolean {
  const atSecond = new WeakMap<Call, boolean>();
  let count = 0;
  return (call) => {
    const known = atSecond.get(call);
    if (known !== undefined) return known;
    const second = ++count % 2 === 0;
    atSecond.set(call, second);
    return second;
  };
}

const refuse = (message: string): never => {
  throw new Refused(409, 'not_now', message);
};

/** Variants with two servers behind one address, and with consoles that refuse to change inactive actors. */
export const serverVariants: readonly Variant[] = [
  {
    id: 'lifecycle/one-of-two-servers-hears-of-suspensions-late',
    freedoms: ['FRE-15'],
    summary: 'Every other request goes to a server that learns of a suspension and of its end a moment later.',
    profile,
    behaviour: (normal) => {
      const isAtSecond = takingTurns();
      return {
        userIsSuspended: (call, userId) => {
          const user = call.tenant.state.users.get(userId);
          if (user === undefined || user.activeChangedAt <= user.createdAt || !isAtSecond(call))
            return normal.userIsSuspended(call, userId);
          const seen = call.now.getTime() - user.activeChangedAt.getTime() >= late;
          return seen ? !user.active : user.active;
        },
      };
    },
  },
  {
    id: 'lifecycle/one-of-two-servers-hears-of-uninstallations-late',
    freedoms: ['FRE-15'],
    summary:
      'Every other request goes to a server that learns of an uninstallation and of an unarchiving a moment later.',
    profile,
    behaviour: (normal) => {
      const isAtSecond = takingTurns();
      const isRecent = (call: Call, since: Date): boolean => call.now.getTime() - since.getTime() < late;
      return {
        installationIsOver: (call, delegation) => {
          const app = call.tenant.state.apps.get(delegation.appId);
          if (app === undefined || app.installed || !isAtSecond(call))
            return normal.installationIsOver(call, delegation);
          return !isRecent(call, app.installedChangedAt) && normal.installationIsOver(call, delegation);
        },
        appIsArchived: (call, appId) => {
          const app = call.tenant.state.apps.get(appId);
          const justBack =
            app !== undefined &&
            app.archivedChangedAt > app.createdAt &&
            isRecent(call, app.archivedChangedAt) &&
            isAtSecond(call);
          return normal.appIsArchived(call, appId) || justBack;
        },
      };
    },
  },
  {
    id: 'lifecycle/nothing-is-granted-to-the-stopped',
    freedoms: ['FRE-118', 'FRE-124'],
    summary: 'Neither an archived app nor a suspended user can be added to a project.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        const { users, apps } = tenant.state;
        const inUse = actor.kind === 'user' ? users.get(actor.id)?.active : apps.get(actor.id)?.archived === false;
        return inUse === true ? normal.grantAccess(tenant, project, actor) : refuse('It is not in use.');
      },
    }),
  },
  {
    id: 'lifecycle/an-archived-app-cannot-be-changed',
    freedoms: ['FRE-123', 'FRE-124'],
    summary: 'Neither addresses nor subscriptions nor the secret of an archived app can be changed.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) =>
        app.archived ? refuse('The app is archived.') : normal.setWebhook(tenant, app, webhook),
      registerRedirectUri: (tenant, app, redirectUri) =>
        app.archived ? refuse('The app is archived.') : normal.registerRedirectUri(tenant, app, redirectUri),
      rotateClientSecret: (tenant, app) =>
        app.archived ? refuse('The app is archived.') : normal.rotateClientSecret(tenant, app),
    }),
  },
];
