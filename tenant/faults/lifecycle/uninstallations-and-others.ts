import { refusal } from '../../http/refusal.ts';
import type { Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { authorized, isInstalled, isMember } from './users-and-apps.ts';

/** What the uninstallation of an app does to other apps and to users. */
export const uninstallationsAndOthersFaults: readonly Fault[] = [
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
    id: 'lifecycle/an-uninstallation-empties-the-projects-of-the-app',
    breaks: ['LIF-41'],
    also: ['LST-31', 'LIF-38', 'LIF-42'],
    summary: 'With an app all others are taken out of the projects that it was in.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        normal.setInstalled(tenant, app, installed);
        if (installed) return;
        for (const { grants } of tenant.state.projects.values()) {
          if (!grants.some(({ actor }) => actor.id === app.id)) continue;
          for (const grant of grants) if (grant.actor.id !== app.id) grant.revokedAt ??= tenant.clock.now();
        }
      },
    }),
  },
  {
    id: 'lifecycle/an-uninstallation-ends-apps-in-its-projects',
    breaks: ['LIF-41'],
    // codes that are issued meanwhile are refused too
    also: ['DEL-27'],
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
          (one) => one.userId === key.userId && !isInstalled(call, one.appId),
        );
        return normal.keyFitsCall(call, key) && !(call.request.method === 'POST' && consented);
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
    id: 'lifecycle/an-uninstallation-forgets-consents-to-other-apps',
    breaks: ['DEL-17'],
    also: ['LIF-41'],
    summary: 'When an app is uninstalled, all that its users have consented to is asked for again.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        normal.setInstalled(tenant, app, installed);
        if (installed) return;
        const { consents } = tenant.state;
        const users = new Set(consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId));
        const kept = consents.filter(({ userId }) => !users.has(userId));
        consents.splice(0, consents.length, ...kept);
      },
    }),
  },
];
