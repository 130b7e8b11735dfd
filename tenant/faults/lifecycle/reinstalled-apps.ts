import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isInstalled } from './users-and-apps.ts';

/** What a reinstalled app holds again from before, and what it gets anew. */
export const reinstalledAppFaults: readonly Fault[] = [
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
          !(refused.has(delegation) && isInstalled(call, delegation.appId)),
      };
    },
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
    id: 'lifecycle/rotating-the-secret-brings-former-installations-back',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-42'],
    summary: 'A rotation of the client secret after a reinstall makes the refresh tokens from before it good again.',
    behaviour: (normal) => {
      const revived = new WeakSet<Delegation>();
      return {
        rotateClientSecret: (tenant, app) => {
          for (const each of tenant.state.delegations) if (each.appId === app.id && app.installed) revived.add(each);
          return normal.rotateClientSecret(tenant, app);
        },
        installationIsOver: (call, delegation) => {
          const isRevived = revived.has(delegation) && call.tenant.state.apps.get(delegation.appId)?.installed === true;
          return !isRevived && normal.installationIsOver(call, delegation);
        },
      };
    },
  },
  {
    id: 'lifecycle/a-renewed-consent-revives-what-the-user-had',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-40', 'LIF-42', 'LIF-43'],
    summary: 'When a user consents to a reinstalled app, what the app held for that user before is good again.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const renewed = call.tenant.state.consents.some(
          (consent) =>
            consent.appId === delegation.appId &&
            consent.userId === delegation.userId &&
            consent.installation === app?.installation,
        );
        return app?.installed !== true || (normal.installationIsOver(call, delegation) && !renewed);
      },
    }),
  },
  {
    id: 'lifecycle/one-consent-brings-back-who-consented-first',
    breaks: ['LIF-39'],
    also: ['LIF-35', 'LIF-36', 'LIF-42', 'LIF-40'],
    summary:
      'After a reinstall a renewed consent brings back the tokens of the user who had consented before all others.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const { consents } = call.tenant.state;
        const first = consents.find(({ appId }) => appId === delegation.appId)?.userId;
        const renewed = consents.some(
          (each) =>
            each.appId === delegation.appId &&
            each.installation === app?.installation &&
            each.userId !== delegation.userId,
        );
        const back =
          app?.installed === true &&
          renewed &&
          first === delegation.userId &&
          delegation.installation + 1 === app.installation;
        return !back && normal.installationIsOver(call, delegation);
      },
    }),
  },
  {
    id: 'lifecycle/installing-what-is-installed-is-a-reinstall',
    breaks: ['LIF-42'],
    summary: 'Installing an app that is installed already ends all that users had let it do.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (installed && app.installed) app.installation += 1;
        normal.setInstalled(tenant, app, installed);
      },
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
    id: 'lifecycle/repeated-uninstallations-are-counted',
    breaks: ['LIF-38'],
    also: ['LIF-42', 'LIF-37', 'LIF-39'],
    summary: 'An app that was uninstalled twice in a row has to be installed as often.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setInstalled: (tenant, app, installed) => {
          const count = Math.max(0, (times.get(app.id) ?? 0) + (installed ? -1 : 1));
          times.set(app.id, count);
          normal.setInstalled(tenant, app, count === 0);
        },
      };
    },
  },
];
