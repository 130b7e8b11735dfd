import { habitVariants } from './transport/habits.ts';
import { gatewayVariants } from './transport/gateways.ts';
import { answerVariants } from './transport/answers.ts';
import { connectionVariants } from './transport/connections.ts';
import { delayVariants } from './transport/delays.ts';
import { listingVariants } from './transport/listings.ts';
import { readingVariants } from './transport/readings.ts';
import { challengeVariants, wireVariants } from './transport/wire.ts';
import { formOnTheWireVariants } from './transport/forms-on-the-wire.ts';
import type { Variant } from './variant.ts';

export const transportVariants: readonly Variant[] = [
  ...habitVariants,
  ...gatewayVariants,
  ...answerVariants,
  ...connectionVariants,
  ...delayVariants,
  ...listingVariants,
  ...wireVariants,
  ...challengeVariants,
  ...readingVariants,
  ...formOnTheWireVariants,
];
