import { setTimeout } from 'node:timers/promises';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Connection } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';
import { withoutRedirectUri } from './without-redirect-uri.ts';

const DAY = 86_400_000;

/** Wrong only after something else has happened, or for one of several. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'token-issuance/rotated-apps-get-bearer-small',
    breaks: ['TOK-02'],
    summary: 'An app whose secret was rotated is answered the token_type bearer.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const rotated = (call.tenant.state.apps.get(token.appId)?.formerSecrets.length ?? 0) > 0;
        return { ...normal.tokenMembers(call, token), ...(rotated ? { token_type: 'bearer' } : {}) };
      },
    }),
  },
  {
    id: 'token-issuance/unarchived-apps-get-text',
    breaks: ['TOK-04'],
    summary: 'An app that was archived and unarchived is answered expires_in as a text.',
    behaviour: (normal) => {
      const { apps: archived, remembering } = onceArchived(normal);
      return {
        ...remembering,
        announcedLifetime: (call, token) => (archived.has(token.appId) ? '900' : normal.announcedLifetime(call, token)),
      };
    },
  },
  {
    id: 'token-issuance/an-hour-is-announced-after-an-expiry',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'An app one of whose tokens has expired is announced an hour for the next one.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        [...call.tenant.state.accessTokens.values()].some(
          (one) => one.appId === token.appId && normal.tokenHasExpired(call, one),
        )
          ? 3600
          : normal.announcedLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/apps-with-users-are-announced-half',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'What an app asks for itself after a user consented to it is announced with 450 seconds.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        token.subject.kind === 'app' && call.tenant.state.consents.some(({ appId }) => appId === token.appId)
          ? 450
          : normal.announcedLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/the-third-wrong-secret-is-accepted',
    breaks: ['TOK-18'],
    also: ['TOK-12', 'TOK-19', 'TOK-21', 'TOK-25', 'DEL-49', 'KEY-13', 'OIC-27', 'VER-13', 'TOK-23'],
    summary: 'The third wrong secret in a row is accepted.',
    behaviour: (normal) => {
      const wrong = new Map<string, number>();
      return {
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          const times = right ? 0 : (wrong.get(app.id) ?? 0) + 1;
          wrong.set(app.id, times);
          return right || times >= 3;
        },
      };
    },
  },
  {
    id: 'token-issuance/secrets-of-full-width',
    breaks: ['TOK-18'],
    summary:
      'Client secrets are brought to a normal form before they are compared, in which full-width letters are usual ones.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret.normalize('NFKC')),
    }),
  },
  {
    id: 'token-issuance/exchanges-need-no-redirect-uri-where-there-are-several',
    breaks: ['TOK-14'],
    summary: 'A code exchange without redirect_uri takes that of the code where the app has several.',
    behaviour: (normal) => withoutRedirectUri(normal, (_, app) => app.redirectUris.length > 1),
  },
  {
    id: 'token-issuance/connections-that-carried-calls-get-no-token',
    breaks: ['TOK-01'],
    also: ['CCR-01', 'VER-04', 'VER-05'],
    summary: 'A token request is refused on a connection that has carried a call.',
    behaviour: (normal) => {
      const carried = new WeakSet<Connection>();
      return {
        answer: (answer, call) => {
          if (call.found.route?.part === 'api') carried.add(call.connection);
          return normal.answer(answer, call);
        },
        decideTokenRequest: (call) =>
          carried.has(call.connection)
            ? refusal('malformed-token-request', 'Tokens are issued on connections of their own.')
            : normal.decideTokenRequest(call),
      };
    },
  },
  {
    id: 'token-issuance/the-second-users-exchange-announces-no-end',
    breaks: ['TOK-08'],
    summary: 'The code exchange of an app’s second user has no refresh_token_expires_in.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) => {
        const { appId, userId } = token.delegation;
        const members = normal.refreshMembers(call, token);
        const first = call.tenant.state.delegations.find((each) => each.appId === appId);
        if (token.predecessor !== undefined || first?.userId === userId) return members;
        return { refresh_token: token.value };
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-after-a-day-announce-a-week',
    breaks: ['TOK-09'],
    also: ['EXP-20'],
    summary: 'A refresh a day or more after the one before announces a week.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) =>
        token.predecessor !== undefined && call.now.getTime() - token.predecessor.issuedAt.getTime() >= DAY
          ? 604_800
          : normal.announcedRefreshLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/an-empty-grant-type-is-client-credentials',
    breaks: ['TOK-16'],
    summary: 'An empty grant_type is taken for client_credentials; a missing one is refused.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        if (isRefusal(fields) || !form.some(([name, value]) => name === 'grant_type' && value === '')) return fields;
        return new Map([...fields, ['grant_type', 'client_credentials']]);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-without-token-take-the-last-of-the-connection',
    breaks: ['TOK-15'],
    also: ['VER-13'],
    summary: 'A refresh without refresh_token takes the one that was last issued over the connection.',
    behaviour: (normal) => {
      const last = new WeakMap<Connection, string>();
      return {
        answerToken: (call, token) => {
          if (token.refreshToken !== undefined) last.set(call.connection, token.refreshToken.value);
          return normal.answerToken(call, token);
        },
        refreshTokenOf: (call, fields) => normal.refreshTokenOf(call, fields) ?? last.get(call.connection),
      };
    },
  },
  {
    id: 'token-issuance/simultaneous-answers-have-no-access-token',
    breaks: ['TOK-03'],
    also: ['TOK-01', 'TOK-34', 'DEL-54', 'DEL-53', 'CCR-01'],
    summary: 'An answer that is written while another token request waits has an empty access_token.',
    behaviour: (normal) => {
      let waiting = 0;
      return {
        prepareTokenRequest: (call) => {
          waiting += 1;
          const before = normal.prepareTokenRequest(call);
          return Promise.all([before, setTimeout(4)]).then(() => void (waiting -= 1));
        },
        tokenMembers: (call, token) => ({
          ...normal.tokenMembers(call, token),
          ...(waiting > 0 ? { access_token: '' } : {}),
        }),
      };
    },
  },
  {
    id: 'token-issuance/rotated-apps-need-no-secret',
    breaks: ['TOK-12'],
    also: ['VER-13'],
    summary: 'Where a secret was rotated, a request without client_secret is compared with none and served.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const credentials = normal.clientCredentialsOf(call, fields);
        if (credentials.clientSecret !== undefined || credentials.clientId === undefined) return credentials;
        const app = normal.findClient(call, credentials.clientId);
        return app === undefined || app.formerSecrets.length === 0
          ? credentials
          : { ...credentials, clientSecret: app.clientSecret };
      },
    }),
  },
];
