import { withHeader, withMembers, withoutHeader, type Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { announce } from '../operators/lifetimes.ts';
import { onceArchived } from '../operators/memories.ts';
import { wrongWhen } from '../operators/rows.ts';

/** What a granted token request is answered with. */
export const answerFaults: readonly Fault[] = [
  {
    id: 'token-issuance/only-two-apps-are-served',
    breaks: ['TOK-01'],
    also: ['CCR-01'],
    summary: 'Apps beyond the first two are refused tokens as if their credentials were wrong.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => {
        const app = normal.findClient(call, clientId);
        const served = [...call.tenant.state.apps.keys()].slice(0, 2);
        return app !== undefined && served.includes(app.id) ? app : undefined;
      },
    }),
  },
  {
    id: 'token-issuance/granted-with-an-empty-body',
    breaks: ['TOK-01', 'TOK-27'],
    also: ['CCR-01', 'CCR-19'],
    summary: 'A granted token request is answered with 200 and nothing else.',
    behaviour: (normal) => ({
      answerToken: (call, token) => ({ ...normal.answerToken(call, token), body: '' }),
    }),
  },
  {
    id: 'token-issuance/token-type-in-lower-case',
    breaks: ['TOK-02'],
    summary: 'token_type is "bearer".',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({ ...normal.tokenMembers(call, token), token_type: 'bearer' }),
    }),
  },
  {
    id: 'token-issuance/token-type-told-once',
    breaks: ['TOK-02'],
    summary: 'Only the first answer to an app says the token_type.',
    behaviour: (normal) => {
      const told = new Set<string>();
      return {
        tokenMembers: (call, token) => {
          const { token_type: type, ...others } = normal.tokenMembers(call, token);
          if (told.has(token.appId)) return others;
          told.add(token.appId);
          return { token_type: type, ...others };
        },
      };
    },
  },
  {
    id: 'token-issuance/access-token-in-camel-case',
    breaks: ['TOK-03'],
    also: ['CCR-01', 'CCR-19'],
    summary: 'The access token stands in accessToken.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const { access_token: value, ...others } = normal.tokenMembers(call, token);
        return { ...others, accessToken: value };
      },
    }),
  },
  {
    id: 'token-issuance/every-seventh-access-token-is-empty',
    breaks: ['TOK-03'],
    also: ['TOK-34', 'CCR-06', 'DEL-45'],
    summary: 'Every seventh answer has an empty access_token.',
    behaviour: (normal) => {
      let answers = 0;
      return {
        tokenMembers: (call, token) => ({
          ...normal.tokenMembers(call, token),
          ...(++answers % 7 === 0 ? { access_token: '' } : {}),
        }),
      };
    },
  },
  {
    id: 'token-issuance/expires-in-as-text',
    breaks: ['TOK-04'],
    also: ['TOK-05'],
    summary: 'expires_in is the text "900".',
    behaviour: (normal) => ({ announcedLifetime: (call, token) => String(normal.announcedLifetime(call, token)) }),
  },
  {
    id: 'token-issuance/expires-in-with-a-fraction',
    breaks: ['TOK-04', 'TOK-05'],
    summary: 'expires_in counts the milliseconds that issuing took: 899.996.',
    behaviour: () => ({ announcedLifetime: () => 899.996 }),
  },
  {
    id: 'token-issuance/no-expires-in-from-the-second-token-on',
    breaks: ['TOK-04'],
    also: ['TOK-05'],
    summary: 'From the second token of an app on, expires_in is null.',
    behaviour: (normal) => {
      const known = new Set<string>();
      return {
        announcedLifetime: (call, token) => {
          if (known.has(token.appId)) return null;
          known.add(token.appId);
          return normal.announcedLifetime(call, token);
        },
      };
    },
  },
  {
    id: 'token-issuance/expires-in-milliseconds',
    breaks: ['TOK-05'],
    summary: 'expires_in is 900000.',
    behaviour: () => ({ announcedLifetime: () => 900_000 }),
  },
  {
    id: 'token-issuance/expires-in-counts-down',
    breaks: ['TOK-05'],
    summary: "A token requested while the app's last one is valid is announced with what is left of that one.",
    behaviour: () => {
      const since = new Map<string, number>();
      return {
        announcedLifetime: (call, { appId }) => {
          const age = Math.floor((call.now.getTime() - (since.get(appId) ?? -Infinity)) / 1000);
          if (age < 900) return 900 - age;
          since.set(appId, call.now.getTime());
          return 900;
        },
      };
    },
  },
  {
    id: 'token-issuance/expires-in-grows-with-use',
    breaks: ['TOK-05'],
    summary: 'An app that has asked for more than three tokens is announced an hour.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) => {
        const tokens = [...call.tenant.state.accessTokens.values()].filter(({ appId }) => appId === token.appId);
        return tokens.length > 3 ? 3600 : normal.announcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/refresh-lifetime-without-refresh-token',
    breaks: ['TOK-10'],
    also: ['CCR-03'],
    summary: 'The answer to client_credentials has refresh_token_expires_in, though no refresh_token.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({ ...normal.tokenMembers(call, token), refresh_token_expires_in: 2_592_000 }),
    }),
  },
  {
    id: 'token-issuance/refresh-members-are-null',
    breaks: ['CCR-22'],
    also: ['TOK-06'],
    summary: 'The answer to client_credentials has refresh_token and refresh_token_expires_in with the value null.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => ({
        refresh_token: null,
        refresh_token_expires_in: null,
        ...normal.tokenMembers(call, token),
      }),
    }),
  },
  {
    id: 'token-issuance/answered-as-accepted',
    breaks: ['TOK-26'],
    summary: 'A token is handed out with status 202.',
    behaviour: () => ({ tokenStatus: () => 202 }),
  },
  {
    id: 'token-issuance/first-token-is-answered-as-created',
    breaks: ['TOK-26'],
    summary: 'The first two tokens of an app are handed out with status 201.',
    behaviour: (normal) => ({
      tokenStatus: (call, token) => {
        const tokens = [...call.tenant.state.accessTokens.values()].filter(({ appId }) => appId === token.appId);
        return tokens.length <= 2 ? 201 : normal.tokenStatus(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/answer-labelled-as-text',
    breaks: ['TOK-27'],
    summary: 'The JSON of a token answer is labelled text/plain.',
    behaviour: () => ({ tokenContentType: () => 'text/plain; charset=utf-8' }),
  },
  {
    id: 'token-issuance/answer-without-content-type',
    breaks: ['TOK-27'],
    summary: 'A token answer has no content type.',
    behaviour: (normal) => ({
      answerToken: (call, token) => withoutHeader(normal.answerToken(call, token), 'Content-Type'),
    }),
  },
  {
    id: 'token-issuance/answer-is-a-form',
    breaks: ['TOK-27'],
    also: ['CCR-01', 'CCR-19'],
    summary: 'A token answer is form encoded, as if nobody had asked for JSON.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        const answer = normal.answerToken(call, token);
        const members = Object.entries(normal.tokenMembers(call, token)).map(([name, value]) => [name, String(value)]);
        const body = new URLSearchParams(members as [string, string][]).toString();
        return withHeader({ ...answer, body }, 'Content-Type', 'application/x-www-form-urlencoded');
      },
    }),
  },
  {
    id: 'token-issuance/answers-may-be-cached',
    breaks: ['TOK-28'],
    summary: 'Token answers may be kept by private caches as long as the token lives.',
    behaviour: () => ({ tokenHeaders: () => [['Cache-Control', 'private, max-age=900']] }),
  },
  {
    id: 'token-issuance/answers-are-only-revalidated',
    breaks: ['TOK-28'],
    summary: 'Token answers carry no-cache in place of no-store.',
    behaviour: () => ({
      tokenHeaders: () => [
        ['Cache-Control', 'no-cache'],
        ['Pragma', 'no-store'],
      ],
    }),
  },
  {
    id: 'token-issuance/answers-wrapped-in-data',
    breaks: ['TOK-02', 'TOK-03', 'TOK-04'],
    also: ['CCR-01', 'CCR-19', 'TOK-06'],
    summary: 'The members of a token answer stand in an object under data.',
    behaviour: (normal) => ({
      answerToken: (call, token) => withMembers(normal.answerToken(call, token), (members) => ({ data: members })),
    }),
  },
  {
    id: 'token-issuance/apps-with-names-beyond-ascii-get-no-token',
    breaks: ['TOK-01'],
    also: ['CCR-01', 'TOK-35'],
    summary: 'An app whose name has a letter beyond ASCII gets no token: its name does not fit into a header.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        normal.clientIsBarred(call, app) ??
        (/[^\u0020-\u007e]/.test(app.name) ? refusal('wrong-client', 'The client is not known.') : undefined),
    }),
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
    id: 'token-issuance/requests-with-a-proof-get-tokens-of-another-type',
    breaks: ['TOK-02'],
    summary: 'A token request with a DPoP header is answered the token_type DPoP.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) =>
        call.request.headers.has('dpop')
          ? { ...normal.tokenMembers(call, token), token_type: 'DPoP' }
          : normal.tokenMembers(call, token),
    }),
  },
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
    behaviour: wrongWhen(announce('900'), onceArchived),
  },
  {
    id: 'token-issuance/the-second-answer-of-a-connection-may-be-kept',
    breaks: ['TOK-28'],
    summary: 'From the second on, the token answers of a connection may be stored.',
    behaviour: (normal) => {
      const answered = new WeakSet<object>();
      return {
        tokenHeaders: (call, token) => {
          if (answered.has(call.connection)) return [];
          answered.add(call.connection);
          return normal.tokenHeaders(call, token);
        },
      };
    },
  },
];
