import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Whether somebody has authorized an app for which this holds. */
const authorized = (call: Call, userId: string, isOne: (appId: string) => boolean): boolean =>
  call.tenant.state.delegations.some((one) => one.userId === userId && isOne(one.appId));

const isArchived = (call: Call, appId: string): boolean => call.tenant.state.apps.get(appId)?.archived === true;
const isInstalled = (call: Call, appId: string): boolean => call.tenant.state.apps.get(appId)?.installed === true;

/** Mistakes about states that lie over one another, and about bystanders. */
export const evaluatedFaultsEight: readonly Fault[] = [
  {
    id: 'lifecycle/archiving-an-uninstalled-app-is-forgotten',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-28', 'LIF-42'],
    summary: 'An app that is archived while it is not installed is not archived when it is installed.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (app.installed || !archived) normal.setArchived(tenant, app, archived);
      },
    }),
  },
  {
    id: 'lifecycle/an-archiving-stops-authorizations-of-others',
    breaks: ['LIF-29'],
    summary: 'Users who have authorized an app that is archived get no code for another one.',
    behaviour: (normal) => ({
      answerAuthorization: (call) => {
        const userId = normal.sessionOf(call)?.userId;
        return userId !== undefined && authorized(call, userId, (appId) => isArchived(call, appId))
          ? normal.refuseInBrowser(call, refusal('forbidden', 'An app of yours is archived.'))
          : normal.answerAuthorization(call);
      },
    }),
  },
  {
    id: 'lifecycle/an-archiving-stops-refreshes-of-others',
    breaks: ['LIF-29'],
    also: ['LIF-20', 'LIF-42', 'DEL-37', 'DEL-63'],
    summary: 'For users who have authorized an app that is archived no other app refreshes.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (authorized(call, token.delegation.userId, (appId) => isArchived(call, appId))
          ? refusal('ended-grant', 'An app of the user is archived.')
          : undefined),
    }),
  },
  {
    id: 'lifecycle/an-uninstallation-stops-refreshes-of-others',
    breaks: ['LIF-41'],
    also: ['DEL-48', 'DEL-63'],
    summary: 'For users who have authorized an app that is uninstalled no other app refreshes.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (authorized(call, token.delegation.userId, (appId) => !isInstalled(call, appId))
          ? refusal('ended-grant', 'An app of the user is not installed.')
          : undefined),
    }),
  },
  {
    id: 'lifecycle/the-fifth-suspension-is-lost',
    breaks: ['LIF-06'],
    also: ['LIF-42'],
    summary: 'The fifth suspension of a user does nothing.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          const count = (times.get(user.id) ?? 0) + (!active && user.active ? 1 : 0);
          times.set(user.id, count);
          if (active || count !== 5) normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/while-two-are-suspended-nobody-refreshes',
    breaks: ['LIF-08'],
    summary: 'While two users of an app are suspended, the app refreshes for nobody.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const users = call.tenant.state.delegations
          .filter(({ appId, userId }) => appId === token.delegation.appId && normal.userIsSuspended(call, userId))
          .map(({ userId }) => userId);
        const over = new Set(users).size > 1 ? refusal('ended-grant', 'Users are suspended.') : undefined;
        return normal.refreshIsBarred(call, token) ?? over;
      },
    }),
  },
  {
    id: 'lifecycle/archived-apps-get-tokens-at-the-second-attempt',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-28', 'LIF-42'],
    summary: 'An archived app gets own tokens that work from its second attempt within a minute on.',
    behaviour: (normal) => {
      const attempts = new Map<string, number>();
      const live = new WeakSet<object>();
      return {
        clientIsBarred: (call, app) => {
          const barred = normal.clientIsBarred(call, app);
          if (barred === undefined || call.found.grantType !== 'client_credentials') return barred;
          const count = (attempts.get(app.id) ?? 0) + 1;
          attempts.set(app.id, count);
          return count > 1 ? undefined : barred;
        },
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (app.archived) live.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) && !(credential.kind === 'accessToken' && live.has(credential.token)),
      };
    },
  },
  {
    id: 'lifecycle/a-reinstall-spares-the-consent-of-sessions-that-began-since',
    breaks: ['LIF-37'],
    summary: 'After a reinstall a consent of before counts in a session that began after it.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) => {
        const session = normal.sessionOf(call);
        return (
          normal.consentIsToThisInstallation(call, consent, app) ||
          (app.installed && session !== undefined && session.startedAt > app.installedChangedAt)
        );
      },
    }),
  },
];
