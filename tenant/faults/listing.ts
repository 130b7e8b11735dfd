import type { Fault } from './fault.ts';
import { answerFaults } from './listing/answers.ts';
import { concurrencyFaults } from './listing/concurrency.ts';
import { followingFaults } from './listing/following.ts';
import { orderFaults } from './listing/order.ts';
import { readerFaults } from './listing/readers.ts';
import { sizeFaults } from './listing/sizes.ts';
import { tokenFaults } from './listing/tokens.ts';
import { nearMissFaults } from './listing/near-misses.ts';
import { furtherNearMissFaults } from './listing/near-misses-three.ts';
import { readerNearMissFaults } from './listing/near-misses-three-of-readers.ts';
import { evaluatedFaults } from './listing/evaluated.ts';
import { evaluatedFaultsTwo } from './listing/evaluated-two.ts';
import { evaluatedFaultsThree } from './listing/evaluated-three.ts';
import { evaluatedFaultsFour } from './listing/evaluated-four.ts';
import { evaluatedFaultsFive } from './listing/evaluated-five.ts';
import { evaluatedFaultsSeven } from './listing/evaluated-seven.ts';
import { evaluatedEightFaults } from './listing/evaluated-eight.ts';
import { nameAndOrderFaults } from './listing/names-and-orders.ts';

/** What is wrong about the listings, their pages and their order. */
export const listingFaults: readonly Fault[] = [
  ...answerFaults,
  ...tokenFaults,
  ...followingFaults,
  ...sizeFaults,
  ...orderFaults,
  ...readerFaults,
  ...concurrencyFaults,
  ...nearMissFaults,
  ...furtherNearMissFaults,
  ...readerNearMissFaults,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFaultsFour,
  ...evaluatedFaultsFive,
  ...evaluatedFaultsSeven,
  ...evaluatedEightFaults,
  ...nameAndOrderFaults,
];
