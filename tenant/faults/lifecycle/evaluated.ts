import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken, Delegation } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

const isLegacy = (call: Call): boolean => call.request.path === '/api/v2/token';

const someoneIsSuspended = ({ state }: Tenant): boolean => state.users.values().some(({ active }) => !active);

/** Mistakes about suspension, archiving and installing that show after one history only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'lifecycle/apps-of-a-suspended-user-get-no-token',
    breaks: ['LIF-10'],
    also: ['LIF-09', 'LIF-42', 'TOK-22'],
    summary: 'While one of the users who authorized an app is suspended, the app gets no token of its own.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const { delegations, users } = call.tenant.state;
        const affected = delegations.some(
          ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
        );
        return (
          normal.clientIsBarred(call, app) ??
          (affected && call.found.grantType === 'client_credentials'
            ? refusal('wrong-client', 'A user of the app is suspended.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'lifecycle/a-rotation-in-a-suspension-waits-for-the-new-secret',
    breaks: ['LIF-11'],
    also: ['TOK-23'],
    summary: 'A secret that is rotated while somebody is suspended works until the new one is used.',
    behaviour: (normal) => {
      const waiting = new Set<string>();
      return {
        rotateClientSecret: (tenant, app) => {
          if (someoneIsSuspended(tenant)) waiting.add(app.id);
          return normal.rotateClientSecret(tenant, app);
        },
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (right) waiting.delete(app.id);
          return right || (waiting.has(app.id) && app.formerSecrets.at(-1)?.value === clientSecret);
        },
      };
    },
  },
  {
    id: 'lifecycle/codes-outlive-a-suspension-at-the-legacy-path',
    breaks: ['LIF-18'],
    also: ['VER-15', 'LIF-02', 'LIF-03'],
    summary: 'The legacy path exchanges codes of suspended users, and what it issues then works.',
    behaviour: (normal) => {
      const exempt = new WeakSet<AccessToken>();
      return {
        suspensionStops: (call, credential) => {
          if (credential.kind === 'code' && isLegacy(call)) return false;
          if (credential.kind === 'accessToken' && exempt.has(credential.token)) return false;
          return normal.suspensionStops(call, credential);
        },
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (isLegacy(call) && call.tenant.behaviour.userIsSuspended(call, delegation.userId)) exempt.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-refresh-live-grants',
    breaks: ['LIF-24'],
    also: ['LIF-42', 'LIF-28', 'LIF-23', 'VER-15'],
    summary:
      'An archived app can refresh while the access token of the authorization has not expired, and call with it.',
    behaviour: (normal) => {
      const exempt = new WeakSet<AccessToken>();
      const isLive = (call: Call, { latestAccessToken }: Delegation) =>
        latestAccessToken !== undefined && !call.tenant.behaviour.tokenHasExpired(call, latestAccessToken);
      return {
        clientIsBarred: (call, app) =>
          call.found.grantType === 'refresh_token' ? undefined : normal.clientIsBarred(call, app),
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          !(credential.kind === 'refreshToken' && isLive(call, credential.token.delegation)) &&
          !(credential.kind === 'accessToken' && exempt.has(credential.token)),
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (call.tenant.behaviour.appIsArchived(call, app.id)) exempt.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/uninstalled-apps-get-codes-where-there-was-consent',
    breaks: ['LIF-34'],
    also: ['LIF-37', 'LIF-40', 'LIF-42', 'LIF-44'],
    summary: 'Users who consented to an app that is not installed any more are sent to it with a code, unasked.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) =>
        normal.consentIsToThisInstallation(call, consent, app) ||
        (!app.installed && consent.installation === app.installation),
      authorizationIsBarred: (call, app) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const consented = user !== undefined && call.tenant.behaviour.hasConsented(call, user, app);
        return !app.installed && !app.archived && consented ? undefined : normal.authorizationIsBarred(call, app);
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
    id: 'lifecycle/the-second-unsuspension-unspends-refresh-tokens',
    breaks: ['LIF-45'],
    also: ['DEL-42', 'DEL-44', 'DEL-45', 'LIF-42'],
    summary: 'When a user is un-suspended for the second time, refresh tokens that were spent are good again.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active && !user.active) {
            const time = (times.get(user.id) ?? 0) + 1;
            times.set(user.id, time);
            for (const token of tenant.state.refreshTokens.values()) {
              if (time === 2 && token.delegation.userId === user.id) token.spentAt = undefined;
            }
          }
          normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-brings-consents-back',
    breaks: ['LIF-43'],
    also: ['LIF-37', 'LIF-44'],
    summary: 'When a user is un-suspended, the consents that an uninstallation ended are given again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (active && !user.active) {
          const { apps, consents } = tenant.state;
          for (const consent of consents.filter(({ userId }) => userId === user.id)) {
            const app = apps.get(consent.appId);
            if (app !== undefined && app.installation !== consent.installation) {
              consents.push({ ...consent, installation: app.installation });
            }
          }
        }
        normal.setUserActive(tenant, user, active);
      },
    }),
  },
];
