import type { Actor, Call } from '../../call.ts';
import { headerOf, jsonAnswer, type Answer, type Connection } from '../../http/message.ts';
import { filters, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asUser, substituteCaller } from '../operators/callers.ts';
import { all, always, at, onVersion, atResults } from '../operators/kinds.ts';
import { answerInstead, refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, isAnonymous, isListing } from './conditions.ts';
import { answered } from './decisions.ts';
import { breaking } from './rows.ts';

/** Returns a function that finds the user whom a header names. */
const namedIn =
  (header: string, by: 'id' | 'email') =>
  (call: Call): Actor | undefined => {
    const user = call.tenant.state.users.values().find((one) => one[by] === headerOf(call.request, header));
    return user && asUser(call, user.id);
  };

const forbidden = answered('TRN-06', 'no-credential', 403);
const instead = (answer: (call: Call) => Answer): Wrong => ({
  breaks: ['TRN-06'],
  wrong: answerInstead('no-credential', answer),
});

/** Faults with calls without an Authorization header. */
export const missingCredentialFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'anonymous-gets-an-empty-page-of-plates': [
      instead(() => jsonAnswer(200, { plates: [], nextToken: '' })),
      at('/api/v2/plates'),
      'Without a credential, /api/v2/plates answers an empty page.',
    ],
    'anonymous-is-forbidden-under-v3': [
      forbidden,
      onVersion('v3'),
      'Without a credential, v3 calls are answered with 403.',
    ],
    'anonymous-may-not-sort': [
      answered('TRN-20', 'no-credential', 400),
      sorts,
      'Without a credential, a sorted listing is answered with 400.',
      { also: ['TRN-06'] },
    ],
    'anonymous-is-sent-to-sign-in': [
      instead(({ tenant }) => ({
        status: 302,
        headers: [['Location', `${tenant.baseUrl()}/signin`]],
        body: undefined,
      })),
      atResults,
      'Without a credential, the listing of assay results redirects to a sign-in page.',
    ],
    'filters-need-no-credential': [
      instead(() => jsonAnswer(200, { results: [], nextToken: '' })),
      filters,
      'Without a credential, a filtered listing of assay results is answered with an empty page.',
    ],
    'unchanged-pages-need-no-credential': [
      answered('TRN-24', 'no-credential', 304),
      all(isListing, hasHeader('if-none-match')),
      'A listing without a credential but with If-None-Match is answered with 304.',
    ],
    'a-cookie-alone-is-forbidden': [
      { breaks: ['TRN-22'], also: ['TRN-12'], wrong: refuseFirst('forbidden') },
      all(hasHeader('cookie'), isAnonymous),
      'A call with a cookie but no Authorization header is taken for a forgery, and answered with 403.',
    ],
    'a-proxy-is-believed-to-name-the-user': [
      { breaks: ['TRN-06'], wrong: substituteCaller('no-credential', namedIn('x-forwarded-email', 'email')) },
      always,
      'A call without a credential acts as the user whose e-mail address is in X-Forwarded-Email.',
    ],
    'a-header-lets-users-in': [
      { breaks: ['TRN-06'], also: ['TRN-16'], wrong: substituteCaller('any', namedIn('x-user-id', 'id')) },
      always,
      'A call that would be refused acts as the user whose identifier is in X-User-Id.',
    ],
  }),
  ...breaking('TRN-06', {
    'anonymous-is-locked-out': [
      (normal) => {
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
      'From the third call in a row without a credential on a connection on, the answer is 403.',
    ],
    'page-tokens-are-credentials': [
      (normal) => {
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
            return owner !== undefined && !call.request.headers.has('authorization')
              ? owner
              : normal.authenticate(call);
          },
        };
      },
      'A following page is served to any caller that has its nextToken, without a credential.',
      ['TRN-13', 'TRN-20', 'LST-29'],
    ],
  }),
  ...breaking(['TRN-06', 'TRN-13'], {
    'a-cache-serves-whoever-asks-the-same': [
      (normal) => {
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
      'For a minute after a page was served, a cache in front of the tenant serves it to callers without a credential.',
      ['TRN-07', 'TRN-08', 'TRN-09', 'TRN-10', 'TRN-11', 'TRN-12', 'TRN-14', 'TRN-15', 'TRN-20', 'TRN-21', 'LST-29'],
    ],
  }),
];
