import type { Call } from '../../call.ts';
import { isRefusal, refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { letInInstead } from '../operators/callers.ts';
import { all } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasParameter, isListing, listingAt } from './conditions.ts';

/** Queries are judged before the credential. */
const first: Wrong = { breaks: ['TRN-20'], wrong: refuseFirst('invalid-query') };
/** Queries are judged where the credential is no good. */
const alone = (reason: RefusalReason | 'any'): Wrong => ({
  breaks: ['TRN-20'],
  wrong: letInInstead(reason, () => refusal('invalid-query', 'The query cannot be read.')),
});

const isForeignToken = hasParameter('nextToken', /^(?![\w-]+\.[\w-]{43}$)./);
/** Whether a listing finds a parameter wrong. */
const isWrong = (name: string, rule: 'pageSizeOf' | 'directionOf'): Holds =>
  all(isListing, (call: Call) => {
    const listing = listingAt(call);
    return listing !== undefined && isRefusal(call.tenant.behaviour[rule](call, listing, call.request.query.get(name)));
  });

/** Queries that are refused before the credential is looked at. */
export const refusedFirstFaults: readonly Fault[] = faultsOf('transport', {
  'page-size-is-read-first': [
    first,
    isWrong('pageSize', 'pageSizeOf'),
    'A wrong pageSize is answered with 400 before anybody is authenticated.',
  ],
  'sort-is-read-first': [
    first,
    isWrong('sort', 'directionOf'),
    'A wrong sort is answered with 400 before anybody is authenticated.',
  ],
  'page-token-is-read-first': [
    first,
    all(isListing, isForeignToken),
    'A wrong nextToken is answered with 400 before anybody is authenticated.',
  ],
  'foreign-page-tokens-are-refused-first': [
    first,
    isForeignToken,
    'A page token that was never issued is refused with 400 before the credential is looked at.',
  ],
  'an-empty-page-token-is-looked-at-first': [
    first,
    hasParameter('nextToken', /^$/),
    'An empty nextToken is answered with 400 before anybody is authenticated.',
  ],
  'large-page-sizes-are-refused-first': [
    first,
    ({ request }) => Number(request.query.get('pageSize')) > 1000,
    'A pageSize above a thousand is a bad request, regardless of who asks.',
  ],
  'filters-are-read-first': [
    first,
    hasParameter('schemaFields', /^(?!\{)/),
    'A schemaFields that cannot be read is answered with 400 before anybody is authenticated.',
  ],
  'unknown-parameters-are-refused-first': [
    first,
    all(isListing, ({ request }) =>
      request.query.keys().some((name) => !/^(pageSize|sort|nextToken|schemaFields.*|schemaId)$/.test(name)),
    ),
    'A query parameter that listings do not know is answered with 400 before anybody is authenticated.',
    { also: ['TRN-11'] },
  ],
  'letters-beyond-ascii-are-refused-first': [
    alone('any'),
    ({ request }) => /\?.*%[89A-F]/i.test(request.target),
    'A query parameter with a letter beyond ASCII is a bad request from a caller that is not authenticated.',
  ],
  'the-query-comes-before-the-age-of-a-token': [
    alone('expired-credential'),
    ({ request }) => !/^([1-9]\d*)?$/.test(request.query.get('pageSize') ?? ''),
    'Whether a token has expired is looked at after the query: a wrong pageSize beside it is a bad request.',
  ],
});
