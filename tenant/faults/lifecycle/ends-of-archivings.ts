import type { App } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { appChangedAgo } from './changed-ago.ts';

/** Archivings that are lost, or that end without an unarchiving. */
export const endOfArchivingFaults: readonly Fault[] = [
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
    id: 'lifecycle/apps-without-redirect-uris-are-not-archived',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-28', 'LIF-30', 'LIF-42'],
    summary: 'The archiving of an app that has no redirect URI is lost.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) =>
        normal.appIsArchived(call, appId) && (call.tenant.state.apps.get(appId)?.redirectUris.length ?? 1) > 0,
    }),
  },
  {
    id: 'lifecycle/an-archiving-is-over-after-forty-days',
    breaks: ['LIF-22'],
    also: ['LIF-24', 'LIF-25', 'LIF-47'],
    summary: 'An app that was archived forty days ago is active.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => normal.appIsArchived(call, appId) && appChangedAgo(call, appId) < 40 * DAY,
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
    id: 'lifecycle/a-grant-unarchives',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-42'],
    summary: 'An archived app that is added to a project is active again.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        const app = actor.kind === 'app' ? tenant.state.apps.get(actor.id) : undefined;
        if (app !== undefined) normal.setArchived(tenant, app, false);
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-registration-unarchives',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-42'],
    summary: 'An archived app to which a redirect URI is added is active again.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        normal.setArchived(tenant, app, false);
        return normal.registerRedirectUri(tenant, app, redirectUri);
      },
    }),
  },
  {
    id: 'lifecycle/one-archived-app-at-a-time',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'LIF-42'],
    summary: 'When another app is archived, the one before is active again.',
    behaviour: (normal) => {
      let latest: App | undefined;
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && latest !== undefined && latest !== app) normal.setArchived(tenant, latest, false);
          normal.setArchived(tenant, app, archived);
          if (archived) latest = app;
        },
      };
    },
  },

  {
    id: 'lifecycle/an-archiving-ends-with-its-year',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47'],
    summary: 'An app that has been archived for a year is no longer.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => normal.appIsArchived(call, appId) && appChangedAgo(call, appId) < 365 * DAY,
    }),
  },
];
