import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { App } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

const THIRTY_DAYS = 2_592_000;

/** What the grant gives: the token, and nothing beside it. */
export const issuingFaults: readonly Fault[] = [
  {
    id: 'client-credentials/not-for-apps-with-redirect-uris',
    breaks: ['CCR-01'],
    summary: 'An app with more than one redirect URI counts as one for users and obtains no token by itself.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        app.redirectUris.length > 1
          ? refusal('wrong-client', 'The client may not use this grant.')
          : normal.clientIsBarred(call, app),
    }),
  },
  {
    id: 'client-credentials/not-without-a-redirect-uri',
    breaks: ['CCR-19', 'CCR-01'],
    also: ['TOK-01', 'VER-04', 'VER-05'],
    summary: 'An app without a redirect URI obtains no token.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        app.redirectUris.length === 0
          ? refusal('wrong-client', 'The client is not set up for OAuth.')
          : normal.clientIsBarred(call, app),
    }),
  },
  {
    id: 'client-credentials/redirect-uri-is-asked-for',
    breaks: ['CCR-19', 'CCR-01'],
    also: ['TOK-01', 'VER-04', 'VER-05', 'DEL-48'],
    summary: 'A client_credentials request must carry a redirect_uri.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) =>
        fields.has('redirect_uri')
          ? normal.authenticateClient(call, fields)
          : refusal('malformed-token-request', 'The field redirect_uri is missing.'),
    }),
  },
  {
    id: 'client-credentials/every-tenth-token-brings-a-refresh-token',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'Every tenth response carries refresh_token and refresh_token_expires_in.',
    behaviour: (normal) => {
      let responses = 0;
      return {
        tokenMembers: (call, token) => {
          const members = normal.tokenMembers(call, token);
          if (++responses % 10 !== 0) return members;
          const refreshToken = `rt_${call.tenant.random(33).toString('base64url')}`;
          return { ...members, refresh_token: refreshToken, refresh_token_expires_in: THIRTY_DAYS };
        },
      };
    },
  },
  {
    id: 'client-credentials/offline-scope-brings-a-refresh-token',
    breaks: ['CCR-02'],
    summary: 'A request with the scope offline_access is answered with a refresh_token too.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const members = normal.tokenMembers(call, token);
        const form = new URLSearchParams(call.request.body.toString('utf8'));
        if (form.get('scope') !== 'offline_access') return members;
        return { ...members, refresh_token: `rt_${call.tenant.random(33).toString('base64url')}` };
      },
    }),
  },
  {
    id: 'client-credentials/refresh-token-once-a-user-consented',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'An app for which a user has consented gets a refresh_token for itself too.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const members = normal.tokenMembers(call, token);
        const consented = call.tenant.state.delegations.some(({ appId }) => appId === token.appId);
        if (!consented || token.subject.kind === 'user') return members;
        const refreshToken = `rt_${call.tenant.random(33).toString('base64url')}`;
        return { ...members, refresh_token: refreshToken, refresh_token_expires_in: THIRTY_DAYS };
      },
    }),
  },
  {
    id: 'client-credentials/refresh-token-is-null',
    breaks: ['CCR-22'],
    summary: 'The response has the member refresh_token, with null.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({ refresh_token: null, ...normal.tokenMembers(call, token) }),
    }),
  },
  {
    id: 'client-credentials/refresh-lifetime-of-zero',
    breaks: ['CCR-03'],
    also: ['TOK-10'],
    summary: 'The response has refresh_token_expires_in 0, from the app’s third token on.',
    behaviour: (normal) => {
      const issued = new Map<string, number>();
      return {
        tokenMembers: (call, token) => {
          const nth = (issued.get(token.appId) ?? 0) + 1;
          issued.set(token.appId, nth);
          const members = normal.tokenMembers(call, token);
          return nth < 3 ? members : { ...members, refresh_token_expires_in: 0 };
        },
      };
    },
  },
  {
    id: 'client-credentials/no-token-after-the-first-expired',
    breaks: ['CCR-06'],
    also: ['EXP-09'],
    summary: 'An app whose first token has expired obtains no other.',
    behaviour: (normal) => {
      const first = new Map<string, Date>();
      return {
        issueAccessToken: (call, subject, app) => {
          if (!first.has(app.id)) first.set(app.id, call.now);
          return normal.issueAccessToken(call, subject, app);
        },
        clientIsBarred: (call, app) => {
          const since = first.get(app.id);
          return since !== undefined && call.now.getTime() - since.getTime() >= 900_000
            ? refusal('wrong-client', 'The authorization of the client has ended.')
            : normal.clientIsBarred(call, app);
        },
      };
    },
  },
  {
    id: 'client-credentials/fourth-token-is-stillborn',
    breaks: ['CCR-06'],
    also: ['CCR-07', 'CCR-04', 'TOK-34', 'VER-09', 'VER-14', 'DEL-37', 'DEL-27', 'LIF-26', 'LIF-28'],
    summary: 'Every fourth token of an app is issued and never accepted.',
    behaviour: (normal) => {
      const issued = new Map<string, number>();
      return {
        issueAccessToken: (call, subject, app) => {
          const nth = (issued.get(app.id) ?? 0) + 1;
          issued.set(app.id, nth);
          const token = normal.issueAccessToken(call, subject, app);
          if (nth % 4 === 0) call.tenant.state.accessTokens.delete(token.value);
          return token;
        },
      };
    },
  },
  {
    id: 'client-credentials/two-tokens-at-a-time',
    breaks: ['CCR-06'],
    also: ['TOK-34', 'LIF-29', 'TOK-24', 'DEL-27', 'DEL-37', 'DEL-48', 'LIF-08'],
    summary: 'An app that has two tokens obtains no other before one of them has expired.',
    behaviour: (normal) => {
      const live = (call: Parameters<typeof normal.clientIsBarred>[0], app: App) =>
        [...call.tenant.state.accessTokens.values()].filter(
          (token) => token.appId === app.id && !normal.tokenHasExpired(call, token),
        ).length;
      return {
        clientIsBarred: (call, app) =>
          live(call, app) >= 2
            ? refusal('wrong-client', 'The client has tokens already.')
            : normal.clientIsBarred(call, app),
      };
    },
  },
  {
    id: 'client-credentials/refresh-tokens-for-apps-with-redirect-uris',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'The response to an app that has a redirect URI carries a refresh_token too.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({
        ...normal.tokenMembers(call, token),
        ...(token.subject.kind === 'app' && (call.tenant.state.apps.get(token.appId)?.redirectUris.length ?? 0) > 0
          ? { refresh_token: `rt_${call.tenant.random(33).toString('base64url')}`, refresh_token_expires_in: 2_592_000 }
          : {}),
      }),
    }),
  },
  {
    id: 'client-credentials/unarchived-apps-get-refresh-tokens',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'An app that was archived and unarchived gets a refresh_token for itself too.',
    behaviour: (normal) => {
      const { apps: archived, remembering } = onceArchived(normal);
      return {
        ...remembering,
        tokenMembers: (call, token) => ({
          ...normal.tokenMembers(call, token),
          ...(token.subject.kind === 'app' && archived.has(token.appId)
            ? {
                refresh_token: `rt_${call.tenant.random(33).toString('base64url')}`,
                refresh_token_expires_in: 2_592_000,
              }
            : {}),
        }),
      };
    },
  },
  {
    id: 'client-credentials/own-answers-beside-an-exchange-carry-its-refresh-token',
    breaks: ['CCR-02', 'CCR-03'],
    summary: 'An own token that is answered together with a code exchange of the app comes with its refresh token.',
    behaviour: (normal) => {
      const started = new WeakMap<Call, number>();
      const exchanged = new Map<string, { readonly at: number; readonly members: Record<string, unknown> }>();
      let step = 0;
      return {
        prepareTokenRequest: (call) => {
          started.set(call, ++step);
          return setTimeout(formOf(call).get('grant_type') === 'client_credentials' ? 3 : 1);
        },
        tokenMembers: (call, token) => {
          const members = normal.tokenMembers(call, token);
          if (token.refreshToken !== undefined) {
            exchanged.set(token.appId, { at: ++step, members: normal.refreshMembers(call, token.refreshToken) });
            return members;
          }
          const beside = exchanged.get(token.appId);
          return beside !== undefined && beside.at > (started.get(call) ?? Infinity)
            ? { ...members, ...beside.members }
            : members;
        },
      };
    },
  },
];
