import { appOf, type Credential } from '../../state/delegated.ts';
import type { App } from '../../state/model.ts';
import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';

function appBehind(call: Call, credential: Credential): App | undefined {
  const id = appOf(credential);
  return id === undefined ? undefined : call.tenant.state.apps.get(id);
}

/** Counts the archivings of each app. */
function archivingCounter(): {
  readonly count: (app: App, archived: boolean) => void;
  readonly of: (app: App | undefined) => number;
} {
  const counts = new WeakMap<App, number>();
  const of = (app: App | undefined): number => (app === undefined ? 0 : (counts.get(app) ?? 0));
  return { of, count: (app, archived) => void (archived && !app.archived && counts.set(app, of(app) + 1)) };
}

/** Wrong decisions about what comes back when an app is unarchived, once and again. */
export const unarchivingFaults: readonly Fault[] = [
  {
    id: 'lifecycle/unarchiving-makes-a-new-secret',
    breaks: ['LIF-27'],
    also: ['LIF-28', 'LIF-20', 'LIF-46'],
    summary: 'An app that is unarchived has a new client secret.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        const again = !archived && app.archived;
        normal.setArchived(tenant, app, archived);
        if (again) tenant.behaviour.rotateClientSecret(tenant, app);
      },
    }),
  },
  {
    id: 'lifecycle/a-long-archiving-ends-the-secret',
    breaks: ['LIF-27'],
    summary: 'An app that is unarchived after more than a day has a new client secret.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        const long = tenant.clock.now().getTime() - app.archivedChangedAt.getTime() > 86_400_000;
        if (!archived && app.archived && long) tenant.behaviour.rotateClientSecret(tenant, app);
        normal.setArchived(tenant, app, archived);
      },
    }),
  },
  {
    id: 'lifecycle/an-unarchived-app-has-lost-its-projects',
    breaks: ['LIF-26'],
    summary: 'Archiving takes an app out of all projects.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        normal.setArchived(tenant, app, archived);
        if (!archived) return;
        for (const project of tenant.state.projects.values()) {
          tenant.behaviour.revokeAccess(tenant, project, { kind: 'app', id: app.id });
        }
      },
    }),
  },
  {
    id: 'lifecycle/an-unarchived-app-gets-useless-tokens',
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-10', 'LIF-20', 'LIF-38', 'LIF-46'],
    summary: 'The token endpoint serves an app that was unarchived, and no listing does.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        const app = appBehind(call, credential);
        return normal.archivalStops(call, credential) || (app !== undefined && app.archivedChangedAt > app.createdAt);
      },
    }),
  },
  {
    id: 'lifecycle/unarchiving-does-nothing',
    breaks: ['LIF-26', 'LIF-27'],
    also: ['LIF-28', 'EXP-18', 'EXP-19', 'LIF-20', 'LIF-46'],
    summary: 'An app that was archived stays so.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (archived) normal.setArchived(tenant, app, archived);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-archiving-does-nothing',
    breaks: ['LIF-28'],
    also: ['LIF-21', 'LIF-22'],
    summary: 'An app can be archived once only.',
    behaviour: (normal) => {
      const archivings = archivingCounter();
      return {
        setArchived: (tenant, app, archived) => {
          archivings.count(app, archived);
          if (!archived || archivings.of(app) < 2) normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/the-second-unarchiving-does-nothing',
    breaks: ['LIF-28'],
    summary: 'An app that was archived twice stays so.',
    behaviour: (normal) => {
      const archivings = archivingCounter();
      return {
        setArchived: (tenant, app, archived) => {
          archivings.count(app, archived);
          if (archived || archivings.of(app) < 2) normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/tokens-of-the-first-archiving-come-back-in-the-third-state',
    breaks: ['LIF-28'],
    also: ['LIF-21'],
    summary: 'The first token of an app is looked up in its first archiving only.',
    behaviour: (normal) => {
      const archivings = archivingCounter();
      return {
        setArchived: (tenant, app, archived) => {
          archivings.count(app, archived);
          normal.setArchived(tenant, app, archived);
        },
        archivalStops: (call, credential) => {
          const app = appBehind(call, credential);
          const first = call.tenant.state.accessTokens.values().find(({ appId }) => appId === app?.id);
          const spared = credential.kind === 'accessToken' && credential.token === first && archivings.of(app) > 1;
          return !spared && normal.archivalStops(call, credential);
        },
      };
    },
  },
];
