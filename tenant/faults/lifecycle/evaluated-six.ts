import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken, Delegation, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const installed = (call: Call, appId: string): boolean => call.tenant.state.apps.get(appId)?.installed === true;
const isMember = (project: Project, id: string): boolean => project.grants.some(({ actor }) => actor.id === id);

/** Mistakes about who is stopped, in which kind of call, and how many times. */
export const evaluatedFaultsSix: readonly Fault[] = [
  {
    id: 'lifecycle/no-suspension-without-projects',
    breaks: ['LIF-01'],
    summary: 'The suspension of a user who is in no project is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const member = tenant.state.projects.values().some((project) => isMember(project, user.id));
        if (member || active) normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/no-suspension-of-capitals',
    breaks: ['LIF-01'],
    summary: 'The suspension of a user whose e-mail address has capitals is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (!/[A-Z]/.test(user.email)) normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-stops-legacy-refreshes-of-others',
    breaks: ['LIF-08'],
    summary: 'While a user of an app is suspended, the app refreshes for nobody at the legacy path.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { appId } = token.delegation;
        const legacy = call.request.path === '/api/v2/token';
        const lacksOne = call.tenant.state.delegations.some(
          (one) => one.appId === appId && normal.userIsSuspended(call, one.userId),
        );
        const barred = legacy && lacksOne ? refusal('ended-grant', 'A user of the app is suspended.') : undefined;
        return normal.refreshIsBarred(call, token) ?? barred;
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-stops-writing-by-others',
    breaks: ['LIF-08'],
    summary: 'While a member of a project is suspended, nobody creates records in it.',
    behaviour: (normal) => ({
      writableProject: (call, actor, id) => {
        const project = normal.writableProject(call, actor, id);
        if (isRefusal(project)) return project;
        const stopped = project.grants.some(
          (one) => one.actor.kind === 'user' && normal.userIsSuspended(call, one.actor.id),
        );
        return stopped ? refusal('forbidden', 'A member of the project is suspended.') : project;
      },
    }),
  },
  {
    id: 'lifecycle/id-tokens-of-suspended-users-get-pages',
    breaks: ['LIF-15'],
    summary: 'An ID token that names a suspended user still gets following pages.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'idToken' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'lifecycle/id-tokens-of-suspended-users-write',
    breaks: ['LIF-15'],
    summary: 'An ID token that names a suspended user still creates records.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) && !(credential.kind === 'idToken' && call.request.method === 'POST'),
    }),
  },
  {
    id: 'lifecycle/an-archived-app-exchanges-codes-at-the-legacy-path',
    breaks: ['LIF-25'],
    also: ['LIF-22', 'LIF-23', 'LIF-24'],
    summary: 'At the legacy path an archived app exchanges codes, and what it gets works.',
    behaviour: (normal) => {
      const live = new WeakSet<AccessToken>();
      const legacy = (call: Call): boolean => call.request.path === '/api/v2/token';
      return {
        clientIsBarred: (call, app) =>
          legacy(call) && call.found.grantType === 'authorization_code' ? undefined : normal.clientIsBarred(call, app),
        codeIsBarred: (call, code) => (legacy(call) ? undefined : normal.codeIsBarred(call, code)),
        exchangeCode: (call, app, fields) => {
          const token = normal.exchangeCode(call, app, fields);
          if (!isRefusal(token) && legacy(call)) live.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) && !(credential.kind === 'accessToken' && live.has(credential.token)),
      };
    },
  },
  {
    id: 'lifecycle/the-fifth-archiving-is-for-good',
    breaks: ['LIF-28'],
    summary: 'An app that is archived for the fifth time is not unarchived any more.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) times.set(app.id, (times.get(app.id) ?? 0) + 1);
          if (archived || (times.get(app.id) ?? 0) < 5) normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/an-archiving-stops-writing-by-others',
    breaks: ['LIF-29'],
    summary: 'While an app is archived, nobody creates records in its projects.',
    behaviour: (normal) => ({
      writableProject: (call, actor, id) => {
        const project = normal.writableProject(call, actor, id);
        if (isRefusal(project)) return project;
        const stopped = project.grants.some((one) => call.tenant.state.apps.get(one.actor.id)?.archived === true);
        return stopped ? refusal('forbidden', 'An app of the project is archived.') : project;
      },
    }),
  },
  {
    id: 'lifecycle/installations-are-told-apart-by-two-bits',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-37', 'LIF-40'],
    summary: 'An app that is installed for the fourth time has the delegations of the first time again.',
    behaviour: () => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        return app?.installed !== true || app.installation % 3 !== delegation.installation % 3;
      },
    }),
  },
  {
    id: 'lifecycle/a-reinstalled-app-refreshes-once',
    breaks: ['LIF-38'],
    summary: 'What an app obtains after a reinstall can be refreshed once.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const again = token.delegation.installation > 1 && token.predecessor !== undefined;
        return normal.refreshIsBarred(call, token) ?? (again ? refusal('ended-grant', 'Once only.') : undefined);
      },
    }),
  },
  {
    id: 'lifecycle/an-old-code-is-refused-once',
    breaks: ['LIF-40'],
    summary: 'A code from before a reinstall is refused once, and exchanged when it is presented again.',
    behaviour: (normal) => {
      const refused = new WeakSet<Delegation>();
      return {
        exchangeCode: (call, app, fields) => {
          const token = normal.exchangeCode(call, app, fields);
          const code = normal.findCode(call, fields.get('code') ?? '');
          if (isRefusal(token) && code !== undefined && app.installed) refused.add(code.delegation);
          return token;
        },
        installationIsOver: (call, delegation) =>
          normal.installationIsOver(call, delegation) &&
          !(refused.has(delegation) && installed(call, delegation.appId)),
      };
    },
  },
  {
    id: 'lifecycle/an-uninstallation-ends-apps-in-its-projects',
    breaks: ['LIF-41'],
    summary: 'While an app is uninstalled, no app that shares a project with it acts for users.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const { apps, projects } = call.tenant.state;
        const shares = (project: Project): boolean =>
          isMember(project, delegation.appId) &&
          project.grants.some(({ actor }) => apps.get(actor.id)?.installed === false);
        return normal.installationIsOver(call, delegation) || projects.values().some(shares);
      },
    }),
  },
  {
    id: 'lifecycle/an-uninstallation-stops-writing-with-keys',
    breaks: ['LIF-41'],
    summary: 'The keys of users who consented to an app that is uninstalled create no records.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) => {
        const consented = call.tenant.state.delegations.some(
          (one) => one.userId === key.userId && !installed(call, one.appId),
        );
        return normal.keyFitsCall(call, key) && !(call.request.method === 'POST' && consented);
      },
    }),
  },
];
