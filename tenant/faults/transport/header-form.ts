import type { Actor } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** A header is read after it was put right, as a lenient reader does. */
const readAfter =
  (puttingRight: (authorization: string) => string): Fault['behaviour'] =>
  (normal) => ({
    readAuthorization: (call, authorization) => normal.readAuthorization(call, puttingRight(authorization.trim())),
  });

/** In what form and place a credential counts. */
export const headerFormFaults: readonly Fault[] = [
  {
    id: 'transport/any-scheme-is-bearer',
    breaks: ['TRN-09'],
    summary: 'A token is accepted under any scheme that is not Basic.',
    behaviour: () => ({ methodOf: (_call, scheme) => (scheme === 'basic' ? 'basic' : 'bearer') }),
  },
  {
    id: 'transport/scheme-token-is-bearer',
    breaks: ['TRN-09'],
    summary: 'The scheme Token stands for Bearer too.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (scheme === 'token' ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/scheme-only-begins-with-bearer',
    breaks: ['TRN-09'],
    summary: 'A scheme that begins with bearer is taken for it.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (scheme.startsWith('bearer') ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/unknown-schemes-are-bad-requests',
    breaks: ['TRN-09'],
    summary: 'A scheme that is not supported is answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'unsupported-scheme' ? 400 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'transport/broken-headers-are-bad-requests',
    breaks: ['TRN-10'],
    summary: 'An Authorization header that cannot be read is answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'malformed-credential' ? 400 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'transport/undecodable-basic-crashes',
    breaks: ['TRN-10'],
    summary: 'Basic with what is not base64 is answered with 500.',
    behaviour: (normal) => ({
      readBasic: (call, value) => {
        if (/[^A-Za-z0-9+/=]/.test(value)) throw new Error('not base64');
        return normal.readBasic(call, value);
      },
    }),
  },
  {
    id: 'transport/first-word-after-the-scheme-counts',
    breaks: ['TRN-10'],
    summary: 'What stands behind a token and a space is not looked at.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => normal.authenticateBearer(call, value.split(' ')[0] ?? ''),
    }),
  },
  {
    id: 'transport/scheme-may-be-missing',
    breaks: ['TRN-10'],
    summary: 'An Authorization header that is a token and nothing else is accepted.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const read = normal.readAuthorization(call, authorization);
        return isRefusal(read) && authorization.startsWith('at_') ? { scheme: 'bearer', value: authorization } : read;
      },
    }),
  },
  {
    id: 'transport/spaces-in-tokens-are-removed',
    breaks: ['TRN-10'],
    summary: 'Spaces within a token are removed before it is looked up.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => normal.authenticateBearer(call, value.replaceAll(' ', '')),
    }),
  },
  {
    id: 'transport/tokens-in-the-query',
    breaks: ['TRN-11'],
    summary: 'A token in the query parameter access_token counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const token = call.request.query.get('access_token');
        const sent = call.request.headers.has('authorization');
        return token === null || sent ? normal.authorizationOf(call) : `Bearer ${token}`;
      },
    }),
  },
  {
    id: 'transport/tokens-in-a-form-body-under-v2',
    breaks: ['TRN-11'],
    summary: 'Under v2 a token in the field access_token of a form body counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const { body, path, headers } = call.request;
        const token = new URLSearchParams(body.toString('utf8')).get('access_token');
        if (token === null || headers.has('authorization') || !path.startsWith('/api/v2/'))
          return normal.authorizationOf(call);
        return `Bearer ${token}`;
      },
    }),
  },
  {
    id: 'transport/authorization-as-a-parameter',
    breaks: ['TRN-11'],
    summary: 'The query parameter authorization takes the place of the header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => call.request.query.get('authorization') ?? normal.authorizationOf(call),
    }),
  },
  {
    id: 'transport/scheme-in-one-letter-case',
    breaks: ['TRN-16'],
    summary: 'The scheme must be spelt Bearer or Basic.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) =>
        normal.readAuthorization(call, /^(Bearer|Basic) /.test(authorization) ? authorization : `x-${authorization}`),
    }),
  },
  {
    id: 'transport/basic-not-in-capitals',
    breaks: ['TRN-16'],
    summary: 'The scheme BASIC in capitals is not known.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) =>
        normal.readAuthorization(call, authorization.replace(/^BASIC /, 'x-basic ')),
    }),
  },
  {
    id: 'transport/bearer-in-two-letter-cases',
    breaks: ['TRN-16'],
    summary: 'The scheme must be spelt Bearer or bearer; Basic in any way.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) =>
        normal.readAuthorization(
          call,
          /^[Bb]earer /.test(authorization) ? authorization : authorization.replace(/^bearer /i, 'x-bearer '),
        ),
    }),
  },
  {
    id: 'transport/quotes-around-tokens-are-taken-off',
    breaks: ['TRN-10'],
    also: ['TRN-08'],
    summary: 'A bearer token that stands in double quotes is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^(bearer) +"(.*)"$/i, '$1 $2')),
  },
  {
    id: 'transport/the-scheme-may-stand-twice',
    breaks: ['TRN-10'],
    summary: 'A token behind Bearer Bearer is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^(bearer +)+/i, 'Bearer ')),
  },
  {
    id: 'transport/a-colon-behind-the-scheme',
    breaks: ['TRN-10'],
    also: ['TRN-09'],
    summary: 'A token behind the word Bearer and a colon is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^bearer: */i, 'Bearer ')),
  },
  {
    id: 'transport/parameters-of-bearer-are-read',
    breaks: ['TRN-10'],
    summary: 'A token that stands behind Bearer as the parameter token or access_token is accepted.',
    behaviour: readAfter((authorization) =>
      authorization.replace(/^bearer +(access_)?token="?([^"]*)"?$/i, 'Bearer $2'),
    ),
  },
  {
    id: 'transport/broken-headers-on-a-known-connection',
    breaks: ['TRN-10'],
    also: ['TRN-13', 'KEY-08', 'TRN-09'],
    summary: 'An Authorization header that cannot be read counts as the one before it on the connection.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) {
            return actor.refused === 'malformed-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          known.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
];
