import { serviceVariants } from './lifecycle/services.ts';
import { serverVariants } from './lifecycle/servers.ts';
import { lifecycleAnswerVariants } from './lifecycle/answers.ts';
import { lifecycleConsoleVariants } from './lifecycle/console.ts';
import { lifecycleTokenVariants } from './lifecycle/tokens.ts';
import { lifecycleDelayVariants } from './lifecycle/delays.ts';
import { lifecycleConsentVariants } from './lifecycle/consents.ts';
import type { Variant } from './variant.ts';

export const lifecycleVariants: readonly Variant[] = [
  ...serviceVariants,
  ...serverVariants,
  ...lifecycleAnswerVariants,
  ...lifecycleTokenVariants,
  ...lifecycleConsentVariants,
  ...lifecycleDelayVariants,
  ...lifecycleConsoleVariants,
];
