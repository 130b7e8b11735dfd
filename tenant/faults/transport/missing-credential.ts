import type { Connection } from '../../http/message.ts';
import { headerOf, jsonAnswer } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from './as-administrator.ts';

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
    breaks: ['TRN-06'],
    summary: 'A token in X-Auth-Token counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const token = headerOf(call.request, 'x-auth-token');
        if (token === undefined || call.request.headers.has('authorization')) return normal.authorizationOf(call);
        return `Bearer ${token.replace(/^Bearer /, '')}`;
      },
    }),
  },
];
