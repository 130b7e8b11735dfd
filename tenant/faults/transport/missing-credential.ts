import type { Actor, Call } from '../../call.ts';
import { headerOf, jsonAnswer, type Answer, type Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isListing } from './api-calls.ts';
import { asAdministrator } from './as-administrator.ts';
import { asUser } from './as-user.ts';

/** A user of this e-mail address. */
const userNamed = (call: Call, email: string) => call.tenant.state.users.values().find((user) => user.email === email);

/** Calls without an Authorization header. */
export const missingCredentialFaults: readonly Fault[] = [
  {
    id: 'transport/anonymous-gets-an-empty-page-of-plates',
    breaks: ['TRN-06'],
    summary: 'Without a credential /api/v2/plates answers an empty page.',
    behaviour: (normal) => ({
      refuse: (call, refusal) =>
        refusal.refused === 'no-credential' && call.request.path === '/api/v2/plates'
          ? jsonAnswer(200, { plates: [], nextToken: '' })
          : normal.refuse(call, refusal),
    }),
  },
  {
    id: 'transport/anonymous-is-forbidden-under-v3',
    breaks: ['TRN-06'],
    summary: 'Without a credential calls of v3 are answered with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refusal) =>
        refusal.refused === 'no-credential' && call.request.path.startsWith('/api/v3/')
          ? 403
          : normal.refusalStatus(call, refusal),
    }),
  },
  {
    id: 'transport/anonymous-may-not-sort',
    breaks: ['TRN-20'],
    also: ['TRN-06'],
    summary: 'Without a credential a sorted listing is answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refusal) =>
        refusal.refused === 'no-credential' && call.request.query.has('sort')
          ? 400
          : normal.refusalStatus(call, refusal),
    }),
  },
  {
    id: 'transport/anonymous-is-sent-to-sign-in',
    breaks: ['TRN-06'],
    summary: 'Without a credential the listing of assay results redirects to a sign-in page.',
    behaviour: (normal) => ({
      refuse: (call, refusal) =>
        refusal.refused === 'no-credential' && call.request.path.endsWith('/assay-results')
          ? { status: 302, headers: [['Location', `${call.tenant.baseUrl()}/signin`]], body: undefined }
          : normal.refuse(call, refusal),
    }),
  },
  {
    id: 'transport/anonymous-is-locked-out',
    breaks: ['TRN-06'],
    summary: 'From the third call in a row without a credential on a connection, the answer is 403.',
    behaviour: (normal) => {
      const inARow = new WeakMap<Connection, number>();
      return {
        refusalStatus: (call, refusal) =>
          refusal.refused === 'no-credential' && (inARow.get(call.connection) ?? 0) >= 3
            ? 403
            : normal.refusalStatus(call, refusal),
        authenticate: (call) => {
          const anonymous = !call.request.headers.has('authorization');
          inARow.set(call.connection, anonymous ? (inARow.get(call.connection) ?? 0) + 1 : 0);
          return normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'transport/local-callers-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'Whoever claims by X-Forwarded-For to call from 127.0.0.1 is taken for the administrator.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        !call.request.headers.has('authorization') && headerOf(call.request, 'x-forwarded-for') === '127.0.0.1'
          ? asAdministrator(call)
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/tokens-in-x-auth-token',
    breaks: ['TRN-11'],
    summary: 'A token in X-Auth-Token counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const token = headerOf(call.request, 'x-auth-token');
        if (token === undefined || call.request.headers.has('authorization')) return normal.authorizationOf(call);
        return `Bearer ${token.replace(/^Bearer /, '')}`;
      },
    }),
  },
  {
    id: 'transport/a-cookie-alone-is-forbidden',
    breaks: ['TRN-22'],
    also: ['TRN-12'],
    summary: 'A call with some cookie and no Authorization header is taken for a forgery, and answered with 403.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.headers.has('cookie') && !call.request.headers.has('authorization')
          ? refusal('forbidden', 'The CSRF token is missing.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/filters-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A filter on assay results without a credential finds nothing, where it should be refused.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        call.found.refusal?.refused === 'no-credential' && call.request.target.includes('schemaFields')
          ? jsonAnswer(200, { results: [], nextToken: '' })
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/unchanged-pages-need-no-credential',
    breaks: ['TRN-24'],
    summary: 'A listing that is asked for with If-None-Match is answered with 304 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        isListing(call) && call.request.headers.has('if-none-match') && !call.request.headers.has('authorization')
          ? refusal('no-credential', 'Nothing has changed.')
          : normal.authenticate(call),
      refusalStatus: (call, refused) =>
        refused.detail === 'Nothing has changed.' ? 304 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'transport/page-tokens-are-credentials',
    breaks: ['TRN-06'],
    also: ['TRN-13', 'TRN-20', 'LST-29'],
    summary: 'A following page is served to whoever has its nextToken, without a credential.',
    behaviour: (normal) => {
      const owners = new Map<string, Actor>();
      return {
        answer: (answer, call) => {
          if (isListing(call) && answer.status === 200 && call.found.actor !== undefined) {
            const { nextToken } = JSON.parse(answer.body ?? '{}') as { nextToken?: string };
            if (nextToken !== undefined && nextToken !== '') owners.set(nextToken, call.found.actor);
          }
          return normal.answer(answer, call);
        },
        authenticate: (call) => {
          const owner = owners.get(call.request.query.get('nextToken') ?? '');
          return owner !== undefined && !call.request.headers.has('authorization') ? owner : normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'transport/a-proxy-is-believed-to-name-the-user',
    breaks: ['TRN-06'],
    summary: 'The user whom X-Forwarded-Email names needs no credential.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const user = userNamed(call, headerOf(call.request, 'x-forwarded-email') ?? '');
        return user !== undefined && !call.request.headers.has('authorization')
          ? asUser(call, user.id)
          : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/a-cache-serves-whoever-asks-the-same',
    breaks: ['TRN-06', 'TRN-13'],
    also: [
      'TRN-07',
      'TRN-08',
      'TRN-09',
      'TRN-10',
      'TRN-11',
      'TRN-12',
      'TRN-14',
      'TRN-15',
      'TRN-20',
      'TRN-21',
      'LST-29',
    ],
    summary:
      'A cache before the tenant serves a page to callers without a credential for a minute after somebody had it.',
    behaviour: (normal) => {
      const kept = new Map<string, { answer: Answer; at: number }>();
      return {
        accept: (call) => {
          const page = kept.get(call.request.target);
          return page !== undefined &&
            !call.request.headers.has('authorization') &&
            call.request.method === 'GET' &&
            call.now.getTime() - page.at < 60_000
            ? page.answer
            : normal.accept(call);
        },
        answer: (answer, call) => {
          if (isListing(call) && answer.status === 200) {
            kept.set(call.request.target, { answer, at: call.now.getTime() });
          }
          return normal.answer(answer, call);
        },
      };
    },
  },
];
