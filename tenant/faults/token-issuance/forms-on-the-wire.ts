import { jsonAnswer, withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isChunked, placeOf, withBody, writtenName } from '../forms-on-the-wire.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf, onlyIf } from '../operators/rules.ts';

/** Faults that read token requests only in their usual form on the wire. */
export const formOnTheWireFaults: readonly Fault[] = [
  ...breaking('TOK-29', {
    'a-body-in-chunks-is-taken-as-empty': [
      replaceIf(
        'readForm',
        (call) => isChunked(call),
        () => [],
      ),
      'A token request without Content-Length is read as one without fields.',
    ],
    'a-body-is-read-to-its-first-chunk': [
      (normal) => ({
        readForm: (call) => {
          const [first] = call.request.pieces;
          return normal.readForm(isChunked(call) && first !== undefined ? withBody(call, first) : call);
        },
      }),
      'Only the first chunk of a body in chunks is read.',
    ],
    'a-body-is-read-to-its-first-segment': [
      (normal) => ({
        readForm: (call) => {
          const [first] = call.request.pieces;
          return normal.readForm(isChunked(call) || first === undefined ? call : withBody(call, first));
        },
      }),
      'Only the first segment of a body with a length is read.',
    ],
    'bodies-in-chunks-break-the-service': [
      replaceIf(
        'decideTokenRequest',
        (call) => isChunked(call),
        () => refusal('internal-error', 'The tenant could not answer.'),
      ),
      'A token request in chunks is answered with 500.',
    ],
    'content-type-is-known-in-two-spellings': [
      onlyIf('isFormEncoded', (call) => /^[cC]ontent-[tT]ype$/.test(writtenName(call, 'content-type') ?? '')),
      'The content type is read only if the header is spelt content-type or Content-Type.',
    ],
    'a-content-type-behind-the-length-is-not-seen': [
      (normal) => ({
        isFormEncoded: (call) => {
          const length = placeOf(call, 'content-length');
          return (length < 0 || placeOf(call, 'content-type') < length) && normal.isFormEncoded(call);
        },
      }),
      'If the Content-Type header comes after Content-Length, the body is not read as a form.',
    ],
    'refreshes-in-chunks-are-unknown': [
      replaceIf(
        'refresh',
        (call) => isChunked(call),
        () => refusal('unknown-refresh-token', 'The refresh token is not known.'),
      ),
      'A refresh token that comes in chunks is not found.',
    ],
  }),
  ...breaking('TOK-05', {
    'who-waits-for-continue-is-told-an-hour': [
      becomes('answerToken', (answer, call) =>
        call.request.headers.has('expect')
          ? withMembers(answer, (members) => ({ ...members, expires_in: 3600 }))
          : answer,
      ),
      'The answer to a token request with Expect announces 3600 seconds.',
    ],
  }),
  ...breaking('TOK-02', {
    'a-query-makes-the-answer-bare': [
      (normal) => ({
        answerToken: (call, token) => {
          if (!call.request.target.includes('?')) return normal.answerToken(call, token);
          return jsonAnswer(200, { access_token: token.value, expires_in: 900 });
        },
      }),
      'A token request with a query string is answered without token_type.',
    ],
  }),
];
