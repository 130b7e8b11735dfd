import type { Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { tokensOf } from './apps-and-users.ts';

/** Apps that get no token of their own for something that is no reason. */
export const refusedAppFaults: readonly Fault[] = [
  {
    id: 'client-credentials/apps-with-webhooks-get-no-token',
    breaks: ['CCR-01'],
    also: ['CCR-06'],
    summary: 'An app that has a webhook address is issued no token of its own.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app: App) =>
        normal.clientIsBarred(call, app) ??
        (app.webhook?.url !== undefined && call.found.grantType === 'client_credentials'
          ? refusal('unauthorized-client', 'The app is told of what happens.')
          : undefined),
    }),
  },
  {
    id: 'client-credentials/apps-that-were-installed-later-get-no-token',
    breaks: ['CCR-01'],
    summary: 'An app that was made without being installed obtains no token of its own, installed or not.',
    behaviour: (normal) => {
      const uninstalled = new WeakSet<App>();
      const late = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (app.installed && !installed) uninstalled.add(app);
          if (!app.installed && installed && !uninstalled.has(app)) late.add(app);
          normal.setInstalled(tenant, app, installed);
        },
        clientIsBarred: (call, app) =>
          call.found.grantType === 'client_credentials' && late.has(app)
            ? refusal('unauthorized-client', 'The app has no service account.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'client-credentials/apps-with-redirect-uris-need-a-consent',
    breaks: ['CCR-19'],
    also: ['CCR-01', 'TOK-01', 'CCR-06'],
    summary: 'An app with two redirect URIs or more gets no token of its own before a user has consented to it.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) => {
        const grant = normal.grantFor(call, grantType);
        return grantType !== 'client_credentials' || grant === undefined
          ? grant
          : (granted, app, fields) =>
              app.redirectUris.length > 1 && !call.tenant.state.consents.some(({ appId }) => appId === app.id)
                ? refusal('unauthorized-client', 'Nobody has consented to the app.')
                : grant(granted, app, fields);
      },
    }),
  },
  {
    id: 'client-credentials/no-token-after-a-denial',
    breaks: ['CCR-19'],
    also: ['CCR-20', 'CCR-01'],
    summary: 'An app that a user has denied gets no token until a user consents.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(app.id);
          normal.rememberDenial(call, user, app);
        },
        rememberConsent: (call, user, app) => {
          denied.delete(app.id);
          normal.rememberConsent(call, user, app);
        },
        clientIsBarred: (call, app) =>
          normal.clientIsBarred(call, app) ??
          (denied.has(app.id) && call.found.grantType === 'client_credentials'
            ? refusal('wrong-client', 'The app was denied.')
            : undefined),
      };
    },
  },
  {
    id: 'client-credentials/no-token-in-the-last-minute-of-another',
    breaks: ['CCR-06'],
    also: ['EXP-09', 'CCR-07', 'EXP-08', 'TOK-01'],
    summary: 'An app whose token is in its last minute must wait for its end before it gets another.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const age = call.now.getTime() - (tokensOf(call, app.id).at(-1)?.issuedAt.getTime() ?? 0);
        return (
          normal.clientIsBarred(call, app) ??
          (call.found.grantType === 'client_credentials' && age >= 840_000 && age < 900_000
            ? refusal('malformed-token-request', 'There is a token still.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'client-credentials/no-token-before-the-last-one-was-used',
    breaks: ['CCR-01'],
    summary: 'An app whose last token was never used obtains no other.',
    behaviour: (normal) => {
      const unused = new Map<string, AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (subject.kind === 'app') unused.set(app.id, token);
          return token;
        },
        tokenHasEnded: (call, token) => {
          if (unused.get(token.appId) === token) unused.delete(token.appId);
          return normal.tokenHasEnded(call, token);
        },
        clientIsBarred: (call, app) =>
          call.found.grantType === 'client_credentials' && unused.has(app.id)
            ? refusal('archived-client', 'Use the token that there is.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'client-credentials/no-other-token-on-one-connection',
    breaks: ['CCR-01'],
    also: ['CCR-06', 'EXP-09', 'LIF-42'],
    summary: 'A connection on which an app got a token gives another app none.',
    behaviour: (normal) => {
      const first = new WeakMap<Connection, string>();
      return {
        clientIsBarred: (call, app) => {
          const barred = normal.clientIsBarred(call, app);
          if (barred !== undefined || call.found.grantType !== 'client_credentials') return barred;
          const known = first.get(call.connection) ?? app.id;
          first.set(call.connection, known);
          return known === app.id ? undefined : refusal('wrong-client', 'The connection belongs to another app.');
        },
      };
    },
  },
];
