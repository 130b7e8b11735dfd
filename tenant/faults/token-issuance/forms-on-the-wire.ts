import { jsonAnswer, withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isChunked, placeOf, withBody, writtenName } from '../forms-on-the-wire.ts';

/** Token requests that are read in their usual form alone. */
export const formOnTheWireFaults: readonly Fault[] = [
  {
    id: 'token-issuance/a-body-in-chunks-is-taken-as-empty',
    breaks: ['TOK-29'],
    summary: 'A token request without Content-Length is read as one without fields.',
    behaviour: (normal) => ({ readForm: (call) => (isChunked(call) ? [] : normal.readForm(call)) }),
  },
  {
    id: 'token-issuance/a-body-is-read-to-its-first-chunk',
    breaks: ['TOK-29'],
    summary: 'Of a body in chunks the first one is read.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const [first] = call.request.pieces;
        return normal.readForm(isChunked(call) && first !== undefined ? withBody(call, first) : call);
      },
    }),
  },
  {
    id: 'token-issuance/a-body-is-read-to-its-first-segment',
    breaks: ['TOK-29'],
    summary: 'Of a body with a length, what comes in the first segment is read.',
    behaviour: (normal) => ({
      readForm: (call) => {
        const [first] = call.request.pieces;
        return normal.readForm(isChunked(call) || first === undefined ? call : withBody(call, first));
      },
    }),
  },
  {
    id: 'token-issuance/bodies-in-chunks-break-the-service',
    breaks: ['TOK-29'],
    summary: 'A token request in chunks is answered with 500.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        isChunked(call) ? refusal('internal-error', 'The tenant could not answer.') : normal.decideTokenRequest(call),
    }),
  },
  {
    id: 'token-issuance/content-type-is-known-in-two-spellings',
    breaks: ['TOK-29'],
    summary:
      'The content type is read from a field that is named content-type or Content-Type, and in no other letters.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        /^[cC]ontent-[tT]ype$/.test(writtenName(call, 'content-type') ?? '') && normal.isFormEncoded(call),
    }),
  },
  {
    id: 'token-issuance/a-content-type-behind-the-length-is-not-seen',
    breaks: ['TOK-29'],
    summary: 'Where the content type stands behind the length of the body, the body is no form.',
    behaviour: (normal) => ({
      isFormEncoded: (call) => {
        const length = placeOf(call, 'content-length');
        return (length < 0 || placeOf(call, 'content-type') < length) && normal.isFormEncoded(call);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-in-chunks-are-unknown',
    breaks: ['TOK-29'],
    summary: 'A refresh token that comes in chunks is not found.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) =>
        isChunked(call)
          ? refusal('unknown-refresh-token', 'The refresh token is not known.')
          : normal.refresh(call, app, fields),
    }),
  },
  {
    id: 'token-issuance/who-waits-for-continue-is-told-an-hour',
    breaks: ['TOK-05'],
    summary: 'The answer to a token request with Expect announces 3600 seconds.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        const answer = normal.answerToken(call, token);
        return call.request.headers.has('expect')
          ? withMembers(answer, (members) => ({ ...members, expires_in: 3600 }))
          : answer;
      },
    }),
  },
  {
    id: 'token-issuance/a-query-makes-the-answer-bare',
    breaks: ['TOK-02'],
    summary: 'A token request with a query string is answered without token_type.',
    behaviour: (normal) => ({
      answerToken: (call, token) => {
        if (!call.request.target.includes('?')) return normal.answerToken(call, token);
        return jsonAnswer(200, { access_token: token.value, expires_in: 900 });
      },
    }),
  },
];
