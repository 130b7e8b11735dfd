import type { AccessToken, Grant } from '../../state/model.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';
import { silentCodes } from '../delegated/silent-codes.ts';
import type { Tenant } from '../../tenant.ts';

/** Whether a refresh has brought a younger access token for the same authorization. */
const isSuperseded = (token: AccessToken): boolean =>
  token.delegation !== undefined && token.delegation.latestAccessToken !== token;

/** The grants to those of whom this is true when they are made are forgotten. */
function losing(isStopped: (tenant: Tenant, actor: { readonly id: string }) => boolean): Deviation {
  return (normal) => {
    const lost = new WeakSet<Grant>();
    return {
      grantAccess: (tenant, project, actor) => {
        normal.grantAccess(tenant, project, actor);
        const grant = project.grants.at(-1);
        if (grant !== undefined && isStopped(tenant, actor)) lost.add(grant);
      },
      grantCounts: (call, grant) => normal.grantCounts(call, grant) && !lost.has(grant),
    };
  };
}

/** Mistakes about what happens while something is stopped, and about which of several things is. */
export const evaluatedFaultsFour: readonly Fault[] = [
  {
    id: 'lifecycle/superseded-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-42', 'LIF-04'],
    summary: 'A suspension stops the last access token of each authorization; one from before a refresh runs out.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'accessToken' && isSuperseded(credential.token)),
    }),
  },
  {
    id: 'lifecycle/superseded-tokens-outlive-an-uninstallation',
    breaks: ['LIF-31'],
    also: ['LIF-42', 'LIF-36'],
    summary: 'An uninstallation ends the last access token of each authorization; one from before a refresh runs out.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(credential.kind === 'accessToken' && isSuperseded(credential.token)),
    }),
  },
  {
    id: 'lifecycle/delegations-without-a-prompt-outlive-an-uninstallation',
    breaks: ['LIF-32'],
    also: ['LIF-31', 'LIF-33', 'LIF-35', 'LIF-36', 'LIF-42'],
    summary: 'An uninstallation ends what was authorized on the consent page, and not what came without a prompt.',
    behaviour: (normal) => {
      const { silent, remembering } = silentCodes(normal);
      const spared = new WeakSet<object>();
      return {
        ...remembering,
        useCode: (call, code) => {
          if (silent.has(code)) spared.add(code.delegation);
          normal.useCode(call, code);
        },
        installationIsOver: (call, delegation) =>
          normal.installationIsOver(call, delegation) && !spared.has(delegation),
      };
    },
  },
  {
    id: 'lifecycle/suspended-tokens-list-what-they-filter',
    breaks: ['LIF-02'],
    summary: 'A listing with a filter looks up no suspension for delegated access tokens.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'accessToken' && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'lifecycle/grants-of-a-suspension-are-lost',
    breaks: ['LST-31'],
    also: ['LIF-07', 'LIF-16', 'LIF-20', 'DEL-31', 'DEL-35'],
    summary: 'A project that a user is added to while suspended is not shown to that user afterwards.',
    behaviour: losing((tenant, actor) => tenant.state.users.get(actor.id)?.active === false),
  },
  {
    id: 'lifecycle/withdrawals-of-a-suspension-are-undone',
    breaks: ['LST-31'],
    also: ['LIF-07', 'LIF-16', 'DEL-35'],
    summary: 'A user has back after a suspension all projects from before it, those withdrawn meanwhile too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        if (tenant.state.users.get(actor.id)?.active !== false) normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/grants-of-an-archiving-are-lost',
    breaks: ['LST-31'],
    also: ['LIF-26'],
    summary: 'A project that an app is added to while archived is not shown to it afterwards.',
    behaviour: losing((tenant, actor) => tenant.state.apps.get(actor.id)?.archived === true),
  },
  {
    id: 'lifecycle/a-rotation-in-an-archiving-is-undone',
    breaks: ['TOK-22'],
    also: ['LIF-26', 'LIF-27', 'LIF-28', 'LIF-42', 'TOK-23'],
    summary: 'Unarchiving brings back the client secret that the app had when it was archived.',
    behaviour: (normal) => {
      const kept = new Map<string, string>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) kept.set(app.id, app.clientSecret);
          const secret = kept.get(app.id);
          if (!archived && app.archived && secret !== undefined) app.clientSecret = secret;
          normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/apps-that-are-new-after-a-suspension-get-dead-tokens',
    breaks: ['LIF-20'],
    summary: 'What a user who was suspended authorizes an app for that they had not authorized before is refused.',
    behaviour: (normal) => {
      const once = new Map<string, ReadonlySet<string>>();
      return {
        setUserActive: (tenant, user, active) => {
          if (!active && user.active && !once.has(user.id)) {
            const known = tenant.state.delegations.filter(({ userId }) => userId === user.id);
            once.set(user.id, new Set(known.map(({ appId }) => appId)));
          }
          normal.setUserActive(tenant, user, active);
        },
        delegationHasEnded: (call, delegation) =>
          normal.delegationHasEnded(call, delegation) || once.get(delegation.userId)?.has(delegation.appId) === false,
      };
    },
  },
  {
    id: 'lifecycle/new-users-of-a-reinstalled-app-get-dead-tokens',
    breaks: ['DEL-27'],
    also: ['LIF-38', 'DEL-31', 'DEL-62', 'DEL-37', 'TOK-05'],
    summary: 'A reinstalled app gets tokens for users that it had before; those for other users are refused.',
    behaviour: (normal) => ({
      delegationHasEnded: (call, delegation) =>
        normal.delegationHasEnded(call, delegation) ||
        (delegation.installation > 1 &&
          !call.tenant.state.delegations.some(
            (each) => each.appId === delegation.appId && each.userId === delegation.userId && each.installation === 1,
          )),
    }),
  },
  {
    id: 'lifecycle/suspended-keys-list-what-they-sort',
    breaks: ['LIF-01'],
    summary: 'A sorted listing looks up no suspension of the owner of a key.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) && !(credential.kind === 'apiKey' && call.request.query.has('sort')),
    }),
  },
  {
    id: 'lifecycle/archived-apps-list-what-they-sort',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'A sorted listing looks up no archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => normal.archivalStops(call, credential) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'lifecycle/uninstalled-apps-list-what-they-sort',
    breaks: ['LIF-31'],
    summary: 'A sorted listing looks up no uninstallation.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'lifecycle/uninstalled-apps-write-for-users',
    breaks: ['LIF-31'],
    summary: 'An uninstalled app lists nothing for users, and goes on creating entries for them.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(credential.kind === 'accessToken' && call.request.method === 'POST'),
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
    id: 'lifecycle/a-suspension-empties-the-projects-of-the-user',
    breaks: ['LIF-08'],
    also: ['LST-31', 'LIF-07', 'LIF-09', 'LIF-10', 'LIF-42'],
    summary: 'With a user all others are taken out of the projects that the user was in.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        if (active) return;
        for (const { grants } of tenant.state.projects.values()) {
          if (!grants.some(({ actor }) => actor.id === user.id)) continue;
          for (const grant of grants) if (grant.actor.id !== user.id) grant.revokedAt ??= tenant.clock.now();
        }
      },
    }),
  },
];
