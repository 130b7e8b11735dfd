import type { Call } from '../../call.ts';
import { isRefusal, refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { substituteCaller } from '../operators/callers.ts';
import { all } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';
import { refuseFirst } from '../operators/refusals.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasParameter, isListing, listingAt } from './conditions.ts';

/** A decision: the query is checked before the credential. */
const queryFirst: Wrong = { breaks: ['TRN-20'], wrong: refuseFirst('invalid-query') };
/** Returns a decision: the query is checked if the credential is refused for this reason. */
const queryInsteadOf = (reason: RefusalReason | 'any'): Wrong => ({
  breaks: ['TRN-20'],
  wrong: substituteCaller(reason, () => refusal('invalid-query', 'The query cannot be read.')),
});

const isForeignToken = hasParameter('nextToken', /^(?![\w-]+\.[\w-]{43}$)./);
/** Returns a test that holds if a listing refuses the value of a parameter. */
const isWrong = (name: string, rule: 'pageSizeOf' | 'directionOf'): Holds =>
  all(isListing, (call: Call) => {
    const listing = listingAt(call);
    return listing !== undefined && isRefusal(call.tenant.behaviour[rule](call, listing, call.request.query.get(name)));
  });

/** Faults that refuse a query before the credential is checked. */
export const refusedFirstFaults: readonly Fault[] = faultsOf('transport', {
  'page-size-is-read-first': [
    queryFirst,
    isWrong('pageSize', 'pageSizeOf'),
    'A wrong pageSize is answered with 400 before the caller is authenticated.',
  ],
  'sort-is-read-first': [
    queryFirst,
    isWrong('sort', 'directionOf'),
    'A wrong sort is answered with 400 before the caller is authenticated.',
  ],
  'page-token-is-read-first': [
    queryFirst,
    all(isListing, isForeignToken),
    'A wrong nextToken is answered with 400 before the caller is authenticated.',
  ],
  'foreign-page-tokens-are-refused-first': [
    queryFirst,
    isForeignToken,
    'A page token that was never issued is answered with 400 before the caller is authenticated.',
  ],
  'an-empty-page-token-is-looked-at-first': [
    queryFirst,
    hasParameter('nextToken', /^$/),
    'An empty nextToken is answered with 400 before the caller is authenticated.',
  ],
  'large-page-sizes-are-refused-first': [
    queryFirst,
    ({ request }) => Number(request.query.get('pageSize')) > 1000,
    'A pageSize above a thousand is answered with 400 before the caller is authenticated.',
  ],
  'filters-are-read-first': [
    queryFirst,
    hasParameter('schemaFields', /^(?!\{)/),
    'A schemaFields that cannot be read is answered with 400 before the caller is authenticated.',
  ],
  'unknown-parameters-are-refused-first': [
    queryFirst,
    all(isListing, ({ request }) =>
      request.query.keys().some((name) => !/^(pageSize|sort|nextToken|schemaFields.*|schemaId)$/.test(name)),
    ),
    'An unknown query parameter is answered with 400 before the caller is authenticated.',
    { also: ['TRN-11'] },
  ],
  'letters-beyond-ascii-are-refused-first': [
    queryInsteadOf('any'),
    ({ request }) => /\?.*%[89A-F]/i.test(request.target),
    'If the credential is refused, a query parameter with a letter beyond ASCII is answered with 400 instead.',
  ],
  'the-query-comes-before-the-age-of-a-token': [
    queryInsteadOf('expired-credential'),
    ({ request }) => !/^([1-9]\d*)?$/.test(request.query.get('pageSize') ?? ''),
    'The query is checked before the age of a token: an expired token with a wrong pageSize is answered with 400.',
  ],
});
