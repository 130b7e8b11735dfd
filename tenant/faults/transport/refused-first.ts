import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isListing } from './api-calls.ts';

/** The queries of some calls are judged before the credential. */
const queriesFirst =
  (isWrong: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticate: (call) =>
      isWrong(call) ? refusal('invalid-query', 'The query cannot be read.') : normal.authenticate(call),
  });

/** Queries that are refused before the credential is looked at. */
export const refusedFirstFaults: readonly Fault[] = [
  {
    id: 'transport/foreign-page-tokens-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A page token that was never issued is refused with 400 before the credential is looked at.',
    behaviour: queriesFirst(({ request }) => {
      const token = request.query.get('nextToken');
      return token !== null && token !== '' && !/^[\w-]+\.[\w-]{43}$/.test(token);
    }),
  },
  {
    id: 'transport/letters-beyond-ascii-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A query parameter with a letter beyond ASCII is a bad request to whoever is not authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        return isRefusal(actor) && /\?.*%[89A-F]/i.test(call.request.target)
          ? refusal('invalid-query', 'The query is not readable.')
          : actor;
      },
    }),
  },
  {
    id: 'transport/large-page-sizes-are-refused-first',
    breaks: ['TRN-20'],
    summary: 'A pageSize above a thousand is a bad request, whoever asks.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        Number(call.request.query.get('pageSize')) > 1000
          ? refusal('invalid-query', 'pageSize is too large.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/filters-are-read-first',
    breaks: ['TRN-20'],
    summary: 'A schemaFields that cannot be read is answered with 400 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const filter = call.request.query.get('schemaFields');
        return filter !== null && !filter.startsWith('{')
          ? refusal('invalid-query', 'schemaFields cannot be read.')
          : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/unknown-parameters-are-refused-first',
    breaks: ['TRN-20'],
    also: ['TRN-11'],
    summary: 'A query parameter that listings do not know is answered with 400 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        isListing(call) &&
        [...call.request.query.keys()].some((name) => !/^(pageSize|sort|nextToken|schemaFields.*|schemaId)$/.test(name))
          ? refusal('invalid-query', 'There is no such parameter.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/the-query-comes-before-the-age-of-a-token',
    breaks: ['TRN-20'],
    summary: 'Whether a token has expired is looked at after the query: a wrong pageSize beside it is a bad request.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const pageSize = call.request.query.get('pageSize');
        return isRefusal(actor) && actor.refused === 'expired-credential' && !/^([1-9]\d*)?$/.test(pageSize ?? '')
          ? refusal('invalid-query', 'pageSize must be a whole number above 0.')
          : actor;
      },
    }),
  },
];
