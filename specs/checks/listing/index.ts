import type { SuiteCheck } from '../../check.ts';
import { answersChecks } from './answers.ts';
import { creatorsChecks } from './creators.ts';
import { grantsChecks } from './grants.ts';
import { idTokensChecks } from './id-tokens.ts';
import { kindsChecks } from './kinds.ts';
import { emptyListingsChecks } from './empty-listings.ts';
import { orderChecks } from './order.ts';
import { pageTokensChecks } from './page-tokens.ts';
import { pageTokensAfterEventsChecks } from './page-tokens-after-events.ts';
import { reachChecks } from './reach.ts';
import { sizesChecks } from './sizes.ts';
import { stabilityChecks } from './stability.ts';
import { pageWalksChecks } from './page-walks.ts';
import { manyRecordsChecks } from './many-records.ts';
import { equalNamesChecks } from './equal-names.ts';
import { readersChecks } from './readers.ts';
import { namesOfRecordsChecks } from './names-of-records.ts';

/**
 * The checks of the profile `listing`.
 *
 * In addition:
 * - `page.ts`: one page of a listing
 * - `stocks.ts`: records in such numbers that they fill pages
 * - `traversal.ts`: ways from the first page of a listing to the last
 */
export const listingChecks: readonly SuiteCheck[] = [
  // answers: answers of the five listings
  ...answersChecks,
  // kinds: records that a listing holds, which must be the same in both versions
  ...kindsChecks,
  // page-walks: walks along page tokens from the first page to the last
  ...pageWalksChecks,
  // empty-listings: listings that have nothing to show
  ...emptyListingsChecks,
  // sizes: effects of the page size
  ...sizesChecks,
  // order: the order in which the entry and plate listings show records
  ...orderChecks,
  // stability: traversals that must not affect one another
  ...stabilityChecks,
  // page-tokens: the right to use a page token, and its encoding
  ...pageTokensChecks,
  // page-tokens-after-events: page tokens after the end of the grant or credential that they were issued for
  ...pageTokensAfterEventsChecks,
  // reach: records that a listing shows to a reader
  ...reachChecks,
  // grants: listings by readers whose grants change
  ...grantsChecks,
  // many-records: listings of many records, and of several projects
  ...manyRecordsChecks,
  // equal-names: records and projects that have the same name
  ...equalNamesChecks,
  // readers: readers who get a page, and names that it may hold
  ...readersChecks,
  // creators: records whose creator was suspended or archived, which must stay
  ...creatorsChecks,
  // names-of-records: names of records and projects, which must not matter
  ...namesOfRecordsChecks,
  // id-tokens: listings for users with an ID token
  ...idTokensChecks,
];
