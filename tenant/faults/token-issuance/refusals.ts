import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withHeader, withMembers } from '../../http/message.ts';
import { isRefusal, refusal, type Refusal, type RefusalReason } from '../../http/refusal.ts';
import type { AccessToken, App, Delegation, RefreshToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { appOf, isRefresh, rawField, wasFormer } from './token-requests.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const isTokenCall = (call: Call): boolean => call.found.route?.part === 'token';

/** Issues a valid token to the app that the request names, or else to the first app, and returns its value. */
function aTokenFor(call: Call): string {
  const { behaviour, state } = call.tenant;
  const clientId = formOf(call).get('client_id') ?? '';
  const app = behaviour.findClient(call, clientId) ?? [...state.apps.values()][0];
  return app === undefined ? '' : behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app).value;
}

/** Returns a deviation that answers a token request with a server error if a condition holds. */
function breakingOn(condition: (call: Call) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    decideTokenRequest: (call) => {
      if (condition(call)) throw new Error('an unexpected input');
      return normal.decideTokenRequest(call);
    },
  });
}

const bodyOf = (call: Call): string => call.request.body.toString('utf8');

/** Returns a deviation that answers token requests that are refused for these reasons with another status. */
function answering(reasons: readonly RefusalReason[], status: number) {
  return replaceIf(
    'refusalStatus',
    (call, refusal: Refusal) => isTokenCall(call) && reasons.includes(refusal.refused),
    () => status,
  );
}

/** Faults in the answers to refused token requests. */
export const refusalFaults: readonly Fault[] = [
  ...breaking('TOK-25', {
    'refusals-carry-a-token': [
      becomes('refuse', (answer, call, refusal) => {
        if (refusal.refused !== 'unsupported-grant-type') return answer;
        return withMembers(answer, (members) => ({ ...members, access_token: aTokenFor(call) }));
      }),
      'The refusal of an unknown grant type has an access_token among its members.',
    ],
    'refusals-carry-a-token-deep-inside': [
      becomes('refuse', (answer, call, refusal) => {
        if (!isTokenCall(call) || refusal.refused !== 'malformed-token-request') return answer;
        const example = JSON.stringify({ access_token: aTokenFor(call), expires_in: 900 });
        return withMembers(answer, (members) => ({ ...members, details: [{ example }] }));
      }),
      'The refusal of a malformed request shows the answer to a valid one, with a token, as text inside a member.',
    ],
    'refusals-carry-a-token-in-a-header': [
      becomes('refuse', (answer, call, refusal) => {
        if (!isTokenCall(call) || refusal.refused !== 'wrong-client') return answer;
        return withHeader(answer, 'X-Trace', aTokenFor(call));
      }),
      'The refusal of wrong client credentials has a usable token as its trace id in a header.',
    ],
    'refusals-carry-a-refresh-token': [
      becomes('refuse', (answer, call, refusal) => {
        if (!isTokenCall(call) || refusal.refused !== 'wrong-client') return answer;
        const refreshToken = `rt_${call.tenant.random(33).toString('base64url')}`;
        return withMembers(answer, (members) => ({ ...members, refresh_token: refreshToken }));
      }),
      'The refusal of wrong client credentials brings a refresh_token.',
    ],
    'refusals-of-foreign-refresh-tokens-carry-a-token': [
      (normal) => ({
        refusalBody: (call, refused) => {
          const body = normal.refusalBody(call, refused);
          const value = formOf(call).get('refresh_token') ?? '';
          const token = refused.refused === 'foreign-refresh-token' && normal.findRefreshToken(call, value);
          return token ? { ...(body as object), access_token: token.delegation.latestAccessToken?.value } : body;
        },
      }),
      'The refusal of a refresh token of another app carries the access token that was issued with it.',
    ],
    'refusals-of-misdirected-codes-name-the-token-made-for-them': [
      (normal) => {
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
      'The token of an exchange is made before the redirect_uri is compared, and the refusal contains the token.',
    ],
    'refusals-of-spent-tokens-name-their-successors': [
      (normal) => {
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
      'The refusal of a spent refresh token contains the refresh token that replaced it.',
      ['DEL-42', 'DEL-44', 'VER-11'],
    ],
    'refusals-of-used-codes-repeat-the-answer': [
      (normal) => {
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
      'The refusal of a used code contains the answer to its first exchange.',
    ],
    'refused-refreshes-leave-a-cookie': [
      (normal) => ({
        answer: (answer, call) => {
          if (call.found.refusal?.refused !== 'wrong-client') return normal.answer(answer, call);
          const value = decodeURIComponent(rawField(call, 'refresh_token'));
          const token = call.tenant.state.refreshTokens.find(value)?.delegation.latestAccessToken;
          return token === undefined ? answer : withHeader(answer, 'Set-Cookie', `last=${token.value}; Secure; Path=/`);
        },
      }),
      'A refresh that is refused for a wrong secret sets the access token of the grant as a cookie.',
      ['DEL-42'],
    ],
  }),
  ...breaking('TOK-35', {
    'unknown-grant-types-break-the-service': [
      answering(['unsupported-grant-type'], 500),
      'An unknown grant type is answered with 500.',
    ],
    'refusals-lead-to-the-sign-in-page': [
      becomes('refuse', (answer, call) => {
        if (!isTokenCall(call) || bodyOf(call).includes('client_id')) return answer;
        return withHeader({ ...answer, status: 302 }, 'Location', `${call.tenant.baseUrl()}/sign-in`);
      }),
      'A token request without client credentials is redirected to a page.',
      ['TOK-19'],
    ],
    'bracketed-fields-break-the-service': [
      breakingOn((call) => /client_(id|secret)(\[|%5B)/.test(bodyOf(call))),
      'A client_id or client_secret whose name makes a list of the field is answered with 500.',
    ],
    'broken-escapes-break-the-service': [
      (normal) =>
        breakingOn((call) =>
          bodyOf(call)
            .split(/[&=]/)
            .some((text) => normal.decodeFormText(call, text) === undefined),
        )(normal),
      'Escapes that are not UTF-8 are answered with 500.',
    ],
    'an-empty-body-breaks-the-service': [
      breakingOn((call) => call.request.body.length === 0),
      'A token request without a body is answered with 500.',
    ],
    'long-values-break-the-service': [
      breakingOn((call) =>
        bodyOf(call)
          .split('&')
          .some((field) => field.length > 4000),
      ),
      'A token request with a value of more than 4000 characters is answered with 500.',
    ],
    'other-content-types-break-the-service': [
      (normal) => breakingOn((call) => !normal.isFormEncoded(call))(normal),
      'A token request whose content type is not that of a form is answered with 500.',
    ],
    'nul-breaks-the-service': [
      breakingOn((call) => bodyOf(call).includes('%00')),
      'A NUL in a field is answered with 500.',
    ],
  }),
  ...breaking(['TOK-35', 'TOK-19'], {
    'errors-are-answered-with-200': [
      answering(['wrong-client', 'archived-client', 'malformed-token-request', 'unsupported-grant-type'], 200),
      'A refused token request is answered with 200 and an error in its body.',
    ],
  }),
  ...breaking('TOK-19', {
    'former-secrets-are-bad-requests': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const app = normal.authenticateClient(call, fields);
          const { clientId = null, clientSecret = null } = normal.clientCredentialsOf(call, fields);
          return isRefusal(app) && wasFormer(appOf(call, clientId), clientSecret)
            ? refusal('malformed-token-request', 'The secret was rotated.')
            : app;
        },
      }),
      'A client secret from before a rotation is answered with 400.',
    ],
    'wrong-clients-of-exchanges-are-forbidden': [
      becomes('authenticateClient', (app, call) =>
        isRefusal(app) && app.refused === 'wrong-client' && call.found.grantType === 'authorization_code'
          ? refusal('unauthorized-client', 'The client is not known.')
          : app,
      ),
      'An exchange with a wrong client secret is answered with 403.',
    ],
    'wrong-clients-of-refreshes-are-bad-requests': [
      replaceIf(
        'refusalStatus',
        (call, refused) => refused.refused === 'wrong-client' && isRefresh(call),
        () => 400,
      ),
      'A refresh with wrong client credentials is answered with 400.',
    ],
  }),
  ...breaking('CCR-06', {
    'the-request-after-a-wrong-one-is-refused': [
      (normal) => {
        const suspected = new Set<App>();
        return {
          clientSecretIsRight: (call, app, clientSecret) => {
            const right = normal.clientSecretIsRight(call, app, clientSecret);
            if (!right) suspected.add(app);
            return right && !suspected.delete(app);
          },
        };
      },
      'After a wrong secret, the next request of the app is refused too, even with the right secret.',
      ['TOK-01', 'DEL-49', 'LIF-11'],
    ],
  }),
];
