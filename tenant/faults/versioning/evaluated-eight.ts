import type { Delivery } from '../../state/events.ts';
import type { Fault } from '../fault.ts';

const legacyPath = '/api/v2/token';

/** Mistakes that show at one path or in one version, and only there. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'versioning/the-legacy-path-takes-the-latest-code',
    breaks: ['VER-13'],
    also: ['TOK-13'],
    summary: 'An exchange without a code at the legacy path takes the latest that waits for the app.',
    behaviour: (normal) => ({
      codeOf: (call, fields) =>
        normal.codeOf(call, fields) ??
        (call.request.path === legacyPath
          ? [...call.tenant.state.codes.values()].findLast(
              ({ usedAt, redirectUri }) => usedAt === undefined && redirectUri === fields.get('redirect_uri'),
            )?.value
          : undefined),
    }),
  },
  {
    id: 'versioning/the-legacy-path-takes-the-latest-refresh-token',
    breaks: ['VER-13'],
    also: ['TOK-15'],
    summary: 'A refresh without a refresh token at the legacy path takes the latest of the app.',
    behaviour: (normal) => ({
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) ??
        (call.request.path === legacyPath
          ? [...call.tenant.state.refreshTokens.values()].findLast(
              ({ spentAt, delegation }) =>
                spentAt === undefined &&
                call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
            )?.value
          : undefined),
    }),
  },
  {
    id: 'versioning/the-legacy-path-knows-clients-by-their-secret',
    breaks: ['VER-13'],
    also: ['TOK-11'],
    summary: 'A request without client_id at the legacy path is that of the app that the secret belongs to.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        if (sent.clientId !== undefined || call.request.path !== legacyPath) return sent;
        const app = call.tenant.state.apps.values().find(({ clientSecret }) => clientSecret === sent.clientSecret);
        return { ...sent, clientId: app?.clientId };
      },
    }),
  },
  {
    id: 'versioning/the-legacy-path-exchanges-codes-of-uninstalled-apps',
    breaks: ['VER-15'],
    also: ['LIF-40', 'LIF-31', 'LIF-32'],
    summary: 'At the legacy path a code of before an uninstallation is exchanged, and the token works.',
    behaviour: (normal) => {
      const live = new WeakSet<object>();
      return {
        codeIsBarred: (call, code) => {
          const barred = normal.codeIsBarred(call, code);
          if (call.request.path !== legacyPath || barred?.refused !== 'ended-grant') return barred;
          live.add(code.delegation);
          return undefined;
        },
        installationIsOver: (call, delegation) => normal.installationIsOver(call, delegation) && !live.has(delegation),
      };
    },
  },
  {
    id: 'versioning/envelope-version-counts-the-attempts',
    breaks: ['WHK-14'],
    also: ['VER-18', 'WHK-55'],
    summary: 'The version in the envelope is how often the delivery was tried before.',
    behaviour: (normal) => {
      const tried = new WeakMap<Delivery, number>();
      return {
        deliveryBody: (tenant, delivery) => {
          const before = tried.get(delivery) ?? 0;
          tried.set(delivery, before + 1);
          return before === 0
            ? normal.deliveryBody(tenant, delivery)
            : JSON.stringify({ ...(delivery.envelope as object), version: String(before) });
        },
      };
    },
  },
  {
    id: 'versioning/types-lose-their-prefix-after-a-rotation',
    breaks: ['WHK-40'],
    also: ['VER-17', 'WHK-41', 'WHK-42', 'WHK-55'],
    summary: 'The types of events lack their prefix for apps whose secret was rotated.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) => {
        const type = normal.messageType(tenant, event, app);
        return typeof type === 'string' && app.formerSecrets.length > 0 ? type.replace(/^v2\./, '') : type;
      },
    }),
  },
];
