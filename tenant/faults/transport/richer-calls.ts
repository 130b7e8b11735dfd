import type { Actor } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import { filters, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { isApi } from './api-calls.ts';

/** Mistakes that only calls show which are more than a plain one. */
export const richerCallFaults: readonly Fault[] = [
  {
    id: 'transport/sorted-listings-take-any-scheme',
    breaks: ['TRN-09'],
    summary: 'For a sorted listing a token counts under any scheme.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => normal.methodOf(call, scheme) ?? (sorts(call) ? 'bearer' : undefined),
    }),
  },
  {
    id: 'transport/creations-take-any-scheme',
    breaks: ['TRN-09'],
    summary: 'For the creation of a record a token counts under any scheme.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) =>
        normal.methodOf(call, scheme) ?? (call.request.method === 'POST' ? 'bearer' : undefined),
    }),
  },
  {
    id: 'transport/filters-answer-unknown-tokens-with-400',
    breaks: ['TRN-07'],
    summary: 'A filtered listing answers a token that it does not know with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        filters(call) && refused.refused === 'unknown-credential' ? 400 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'transport/sorted-listings-refuse-without-a-challenge',
    breaks: ['TRN-17'],
    summary: 'The 401 of a sorted listing carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      challenges: (call, refused) => (sorts(call) ? [] : normal.challenges(call, refused)),
    }),
  },
  {
    id: 'transport/tokens-stand-beside-a-page-size',
    breaks: ['TRN-11'],
    summary: 'Beside a pageSize a token in the query parameter access_token counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        const { query } = call.request;
        const token = query.has('pageSize') ? query.get('access_token') : null;
        return isRefusal(sent) && token !== null ? `Bearer ${token}` : sent;
      },
    }),
  },
  {
    id: 'transport/sorted-listings-are-served-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for those of sorted listings.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => (sorts(call) ? 'as-if-secure' : 'disconnect'),
    }),
  },
  {
    id: 'transport/tokens-of-creations-stand-anywhere',
    breaks: ['TRN-11'],
    summary:
      'For the creation of a record a token in the query parameter access_token counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        const { method, query } = call.request;
        const token = method === 'POST' ? query.get('access_token') : null;
        return isRefusal(sent) && token !== null ? `Bearer ${token}` : sent;
      },
    }),
  },
  {
    id: 'transport/creations-need-no-credential',
    breaks: ['TRN-06'],
    also: ['TRN-11'],
    summary: 'A record that is created without a credential is created for whom the one before was.',
    behaviour: (normal) => {
      let last: Actor | undefined;
      return {
        authenticate: (call) => {
          if (!isApi(call) || call.request.method !== 'POST') return normal.authenticate(call);
          if (last !== undefined && !call.request.headers.has('authorization')) return last;
          const actor = normal.authenticate(call);
          if (!isRefusal(actor)) last = actor;
          return actor;
        },
      };
    },
  },
];
