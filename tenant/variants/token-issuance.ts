import { formAnswerVariants } from './token-issuance/forms.ts';
import { spellingVariants } from './token-issuance/spellings.ts';
import { answerVariants } from './token-issuance/answers.ts';
import { credentialVariants } from './token-issuance/credentials.ts';
import { readingVariants } from './token-issuance/readings.ts';
import { requestVariants } from './token-issuance/requests.ts';
import { queryVariants } from './token-issuance/queries.ts';
import type { Variant } from './variant.ts';

/** Variants of the token endpoint. */
export const tokenIssuanceVariants: readonly Variant[] = [
  ...formAnswerVariants,
  ...spellingVariants,
  ...requestVariants,
  ...answerVariants,
  ...credentialVariants,
  ...readingVariants,
  ...queryVariants,
];
