import type { AccessToken, Delegation } from '../../state/model.ts';
import { silentCodes } from '../delegated/silent-codes.ts';
import type { Fault } from '../fault.ts';
import { isOfRefresh, isSuperseded } from './refreshed-tokens.ts';

/** Tokens, authorizations and consents that an uninstallation overlooks. */
export const outlivingUninstallationFaults: readonly Fault[] = [
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
    id: 'lifecycle/uninstallation-spares-a-fourth-user',
    breaks: ['LIF-33'],
    also: ['LIF-42', 'LIF-31', 'LIF-32'],
    summary: 'An uninstallation ends what the app holds for the first three users who authorized it.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const { delegations } = call.tenant.state;
        const users = new Set(delegations.filter(({ appId }) => appId === delegation.appId).map((each) => each.userId));
        return normal.installationIsOver(call, delegation) && [...users].indexOf(delegation.userId) < 3;
      },
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
    id: 'lifecycle/unused-tokens-outlive-an-uninstallation',
    breaks: ['LIF-31'],
    also: ['LIF-33', 'LIF-36', 'LIF-42', 'LIF-40'],
    summary: 'An uninstallation ends the delegated access tokens that were used before.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        uninstallationStops: (call, credential) => {
          const stops = normal.uninstallationStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
  {
    id: 'lifecycle/refresh-tokens-of-refreshes-outlive-an-uninstallation',
    breaks: ['LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-42', 'LIF-43', 'LIF-39'],
    summary: 'An uninstallation ends the refresh tokens of code exchanges, and not those of refreshes.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !isOfRefresh(credential) && normal.uninstallationStops(call, credential),
    }),
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
    id: 'lifecycle/an-uninstallation-goes-by-live-access-tokens',
    breaks: ['LIF-32'],
    also: ['LIF-35', 'LIF-42', 'LIF-31', 'LIF-36', 'LIF-33'],
    summary:
      'An uninstallation ends what is found by a live access token: where that has expired the refresh token stays.',
    behaviour: (normal) => {
      const spared = new WeakSet<Delegation>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (!installed && app.installed) {
            for (const delegation of tenant.state.delegations) {
              const issuedAt = delegation.latestAccessToken?.issuedAt.getTime();
              const isOver = issuedAt !== undefined && tenant.clock.now().getTime() - issuedAt >= 900_000;
              if (delegation.appId === app.id && delegation.installation === app.installation && isOver)
                spared.add(delegation);
            }
          }
          normal.setInstalled(tenant, app, installed);
        },
        installationIsOver: (call, delegation) =>
          !spared.has(delegation) && normal.installationIsOver(call, delegation),
      };
    },
  },
  {
    id: 'lifecycle/consents-of-suspended-users-outlive-an-uninstallation',
    breaks: ['LIF-44'],
    also: ['LIF-37', 'LIF-42', 'LIF-43'],
    summary: 'An uninstallation forgets the consents of active users; those of users who are suspended then are kept.',
    behaviour: (normal) => {
      const kept = new Map<string, number>();
      return {
        setInstalled: (tenant, app, installed) => {
          for (const { id, active } of tenant.state.users.values()) {
            if (!installed && app.installed && !active) kept.set(`${app.id} ${id}`, app.installation);
          }
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) ||
          (app.installed && kept.get(`${app.id} ${consent.userId}`) === consent.installation),
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
    id: 'lifecycle/the-second-uninstallation-ends-nothing',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-36', 'LIF-42', 'LIF-40', 'LIF-43'],
    summary: 'What an app that was reinstalled holds outlives the next uninstallation.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) =>
        delegation.installation < 2 && normal.installationIsOver(call, delegation),
    }),
  },
];
