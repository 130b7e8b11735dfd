import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../http/message.ts';
import { withHeader, withMembers } from '../../http/message.ts';
import type { Refusal, RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

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
];
