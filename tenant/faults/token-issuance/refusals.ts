import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withHeader, withMembers } from '../../http/message.ts';
import { isRefusal, refusal, type Refusal, type RefusalReason } from '../../http/refusal.ts';
import type { AccessToken, App, Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { appOf, isRefresh, rawField, wasFormer } from './token-requests.ts';

const isTokenCall = (call: Call): boolean => call.found.route?.part === 'token';

/** A token that works, of the app that the request names; of the first one where it names none. */
function aTokenFor(call: Call): string {
  const { behaviour, state } = call.tenant;
  const clientId = new URLSearchParams(call.request.body.toString('utf8')).get('client_id') ?? '';
  const app = behaviour.findClient(call, clientId) ?? [...state.apps.values()][0];
  return app === undefined ? '' : behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app).value;
}

/** Answers a token request that meets the condition as a server error. */
function breakingOn(condition: (call: Call) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    decideTokenRequest: (call) => {
      if (condition(call)) throw new Error('an input that nobody thought of');
      return normal.decideTokenRequest(call);
    },
  });
}

const bodyOf = (call: Call): string => call.request.body.toString('utf8');

/** Answers token requests that are refused for a reason with another status. */
function answering(reasons: readonly RefusalReason[], status: number) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refusalStatus: (call, refusal: Refusal) =>
      isTokenCall(call) && reasons.includes(refusal.refused) ? status : normal.refusalStatus(call, refusal),
  });
}

/** What a refused token request is answered with. */
export const refusalFaults: readonly Fault[] = [
  {
    id: 'token-issuance/refusals-carry-a-token',
    breaks: ['TOK-25'],
    summary: 'The refusal of an unknown grant type has an access_token among its members.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (refusal.refused !== 'unsupported-grant-type') return answer;
        return withMembers(answer, (members) => ({ ...members, access_token: aTokenFor(call) }));
      },
    }),
  },
  {
    id: 'token-issuance/refusals-carry-a-token-deep-inside',
    breaks: ['TOK-25'],
    summary: 'The refusal of a malformed request shows what a right one would have got, as text inside a member.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (!isTokenCall(call) || refusal.refused !== 'malformed-token-request') return answer;
        const example = JSON.stringify({ access_token: aTokenFor(call), expires_in: 900 });
        return withMembers(answer, (members) => ({ ...members, details: [{ example }] }));
      },
    }),
  },
  {
    id: 'token-issuance/refusals-carry-a-token-in-a-header',
    breaks: ['TOK-25'],
    summary: 'The refusal of wrong client credentials names a usable token as the id of its trace.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (!isTokenCall(call) || refusal.refused !== 'wrong-client') return answer;
        return withHeader(answer, 'X-Trace', aTokenFor(call));
      },
    }),
  },
  {
    id: 'token-issuance/refusals-carry-a-refresh-token',
    breaks: ['TOK-25'],
    summary: 'The refusal of wrong client credentials brings a refresh_token.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (!isTokenCall(call) || refusal.refused !== 'wrong-client') return answer;
        const refreshToken = `rt_${call.tenant.random(33).toString('base64url')}`;
        return withMembers(answer, (members) => ({ ...members, refresh_token: refreshToken }));
      },
    }),
  },
  {
    id: 'token-issuance/unknown-grant-types-break-the-service',
    breaks: ['TOK-35'],
    summary: 'An unknown grant type is answered with 500.',
    behaviour: answering(['unsupported-grant-type'], 500),
  },
  {
    id: 'token-issuance/errors-are-answered-with-200',
    breaks: ['TOK-35', 'TOK-19'],
    summary: 'A refused token request is answered with 200 and an error in its body.',
    behaviour: answering(['wrong-client', 'archived-client', 'malformed-token-request', 'unsupported-grant-type'], 200),
  },
  {
    id: 'token-issuance/refusals-lead-to-the-sign-in-page',
    breaks: ['TOK-35'],
    also: ['TOK-19'],
    summary: 'A token request without client credentials is redirected to a page.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (!isTokenCall(call) || bodyOf(call).includes('client_id')) return answer;
        return withHeader({ ...answer, status: 302 }, 'Location', `${call.tenant.baseUrl()}/sign-in`);
      },
    }),
  },
  {
    id: 'token-issuance/bracketed-fields-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A field whose name makes a list of it is answered with 500.',
    behaviour: breakingOn((call) => /client_(id|secret)(\[|%5B)/.test(bodyOf(call))),
  },
  {
    id: 'token-issuance/broken-escapes-break-the-service',
    breaks: ['TOK-35'],
    summary: 'Escapes that are no UTF-8 are answered with 500.',
    behaviour: (normal) =>
      breakingOn((call) =>
        bodyOf(call)
          .split(/[&=]/)
          .some((text) => normal.decodeFormText(call, text) === undefined),
      )(normal),
  },
  {
    id: 'token-issuance/an-empty-body-breaks-the-service',
    breaks: ['TOK-35'],
    summary: 'A token request without a body is answered with 500.',
    behaviour: breakingOn((call) => call.request.body.length === 0),
  },
  {
    id: 'token-issuance/long-values-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A token request with a value of more than 4000 characters is answered with 500.',
    behaviour: breakingOn((call) =>
      bodyOf(call)
        .split('&')
        .some((field) => field.length > 4000),
    ),
  },
  {
    id: 'token-issuance/other-content-types-break-the-service',
    breaks: ['TOK-35'],
    summary: 'A token request whose content type is no form is answered with 500.',
    behaviour: (normal) => breakingOn((call) => !normal.isFormEncoded(call))(normal),
  },
  {
    id: 'token-issuance/nul-breaks-the-service',
    breaks: ['TOK-35'],
    summary: 'A NUL in a field is answered with 500.',
    behaviour: breakingOn((call) => bodyOf(call).includes('%00')),
  },
  {
    id: 'token-issuance/former-secrets-are-bad-requests',
    breaks: ['TOK-19'],
    summary: 'A client secret of before a rotation is answered with 400.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const { clientId = null, clientSecret = null } = normal.clientCredentialsOf(call, fields);
        return isRefusal(app) && wasFormer(appOf(call, clientId), clientSecret)
          ? refusal('malformed-token-request', 'The secret was rotated.')
          : app;
      },
    }),
  },
  {
    id: 'token-issuance/wrong-clients-of-exchanges-are-forbidden',
    breaks: ['TOK-19'],
    summary: 'An exchange with a wrong client secret is answered with 403.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        return isRefusal(app) && app.refused === 'wrong-client' && call.found.grantType === 'authorization_code'
          ? refusal('unauthorized-client', 'The client is not known.')
          : app;
      },
    }),
  },
  {
    id: 'token-issuance/wrong-clients-of-refreshes-are-bad-requests',
    breaks: ['TOK-19'],
    summary: 'At a refresh wrong client credentials are answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'wrong-client' && isRefresh(call) ? 400 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'token-issuance/refusals-of-foreign-refresh-tokens-carry-a-token',
    breaks: ['TOK-25'],
    summary: 'The refusal of a refresh token of another app carries the access token that was issued with it.',
    behaviour: (normal) => ({
      refusalBody: (call, refused) => {
        const body = normal.refusalBody(call, refused);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = refused.refused === 'foreign-refresh-token' && normal.findRefreshToken(call, value);
        return token ? { ...(body as object), access_token: token.delegation.latestAccessToken?.value } : body;
      },
    }),
  },
  {
    id: 'token-issuance/refusals-of-misdirected-codes-name-the-token-made-for-them',
    breaks: ['TOK-25'],
    summary: 'The token of an exchange is made before the redirect_uri is compared, and its refusal names it.',
    behaviour: (normal) => {
      const made = new WeakMap<Call, AccessToken>();
      return {
        codeProblem: (call, app, code, redirectUri) => {
          const problem = normal.codeProblem(call, app, code, redirectUri);
          if (problem?.refused === 'misdirected-code') {
            made.set(call, normal.issueDelegatedTokens(call, app, code.delegation, undefined));
          }
          return problem;
        },
        refuse: (call, refused) => {
          const answer = normal.refuse(call, refused);
          const token = made.get(call);
          return token === undefined
            ? answer
            : { ...answer, body: JSON.stringify({ error: 'invalid_grant', grant: { id: token.value } }) };
        },
      };
    },
  },
  {
    id: 'token-issuance/refusals-of-spent-tokens-name-their-successors',
    breaks: ['TOK-25'],
    also: ['DEL-42', 'DEL-44', 'VER-11'],
    summary: 'The refusal of a spent refresh token says which one it was exchanged for.',
    behaviour: (normal) => {
      const presented = new WeakMap<Call, RefreshToken>();
      return {
        spentRefreshTokenWasPresented: (call, token) => void presented.set(call, token),
        refusalBody: (call, refused) => {
          const spent = presented.get(call);
          const successor = call.tenant.state.refreshTokens.values().find(({ predecessor }) => predecessor === spent);
          return spent === undefined || successor === undefined
            ? normal.refusalBody(call, refused)
            : { error: 'invalid_grant', error_description: `The token was exchanged for ${successor.value}.` };
        },
      };
    },
  },
  {
    id: 'token-issuance/refusals-of-used-codes-repeat-the-answer',
    breaks: ['TOK-25'],
    summary: 'The refusal of a code that was used holds the answer of its first exchange.',
    behaviour: (normal) => {
      const presented = new WeakMap<Call, Delegation>();
      return {
        usedCodeWasPresented: (call, code) => void presented.set(call, code.delegation),
        refusalBody: (call, refused) => {
          const token = presented.get(call)?.latestAccessToken;
          return token === undefined
            ? normal.refusalBody(call, refused)
            : { error: 'invalid_grant', first: normal.tokenMembers(call, token) };
        },
      };
    },
  },
  {
    id: 'token-issuance/refused-refreshes-leave-a-cookie',
    breaks: ['TOK-25'],
    also: ['DEL-42'],
    summary: 'A refresh that is refused for a wrong secret sets the access token of the grant as a cookie.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        if (call.found.refusal?.refused !== 'wrong-client') return normal.answer(answer, call);
        const value = decodeURIComponent(rawField(call, 'refresh_token'));
        const token = call.tenant.state.refreshTokens.find(value)?.delegation.latestAccessToken;
        return token === undefined ? answer : withHeader(answer, 'Set-Cookie', `last=${token.value}; Secure; Path=/`);
      },
    }),
  },
  {
    id: 'token-issuance/the-request-after-a-wrong-one-is-refused',
    breaks: ['CCR-06'],
    also: ['TOK-01', 'DEL-49', 'LIF-11'],
    summary: 'After a wrong secret the next request of the app is refused too, whatever it carries.',
    behaviour: (normal) => {
      const suspected = new Set<App>();
      return {
        clientSecretIsRight: (call, app, clientSecret) => {
          const right = normal.clientSecretIsRight(call, app, clientSecret);
          if (!right) suspected.add(app);
          return right && !suspected.delete(app);
        },
      };
    },
  },
];
