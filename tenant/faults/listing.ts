import type { Fault } from './fault.ts';
import { answerFaults } from './listing/answers.ts';
import { pageContentFaults } from './listing/page-contents.ts';
import { sizeFaults } from './listing/sizes.ts';
import { orderFaults } from './listing/order.ts';
import { orderOfTimesFaults } from './listing/order-of-times.ts';
import { overlookedSortFaults } from './listing/overlooked-sort.ts';
import { tokenFaults } from './listing/tokens.ts';
import { refusedPageTokenFaults } from './listing/refused-page-tokens.ts';
import { lastPageFaults } from './listing/last-pages.ts';
import { followingFaults } from './listing/following.ts';
import { readerFaults } from './listing/readers.ts';
import { pageTokenAsCredentialFaults } from './listing/page-tokens-as-credentials.ts';
import { hiddenRecordFaults } from './listing/hidden-records.ts';
import { grantFaults } from './listing/grants.ts';
import { concurrencyFaults } from './listing/concurrency.ts';
import { nameAndOrderFaults } from './listing/names-and-orders.ts';
import { idTokenFaults } from './listing/id-tokens.ts';
import { pageOfOneTimeFaults } from './listing/pages-of-one-time.ts';
import { firstProjectFaults } from './listing/first-projects.ts';

/** Faults about the listings, their pages and their order. */
export const listingFaults: readonly Fault[] = [
  ...answerFaults,
  ...pageContentFaults,
  ...sizeFaults,
  ...orderFaults,
  ...orderOfTimesFaults,
  ...overlookedSortFaults,
  ...pageOfOneTimeFaults,
  ...tokenFaults,
  ...refusedPageTokenFaults,
  ...lastPageFaults,
  ...followingFaults,
  ...readerFaults,
  ...pageTokenAsCredentialFaults,
  ...hiddenRecordFaults,
  ...grantFaults,
  ...concurrencyFaults,
  ...nameAndOrderFaults,
  ...firstProjectFaults,
  ...idTokenFaults,
];
