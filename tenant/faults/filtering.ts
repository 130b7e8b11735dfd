import type { Fault } from './fault.ts';
import { queryFaults } from './filtering/queries.ts';
import { fieldFaults } from './filtering/fields.ts';
import { overlookedAssertionFaults } from './filtering/overlooked-assertions.ts';
import { textFaults } from './filtering/text.ts';
import { textComparisonFaults } from './filtering/text-comparison.ts';
import { textSyntaxFaults } from './filtering/text-syntax.ts';
import { valueFaults } from './filtering/values.ts';
import { linkFaults } from './filtering/links.ts';
import { rangeFaults } from './filtering/ranges.ts';
import { boundFaults } from './filtering/bounds.ts';
import { dateFaults } from './filtering/dates.ts';
import { spaceFaults } from './filtering/spaces.ts';
import { reachFaults } from './filtering/reach.ts';
import { incompleteAnswerFaults } from './filtering/incomplete-answers.ts';
import { grammarAndNameFaults } from './filtering/grammar-and-names.ts';
import { credentialAndPageFaults } from './filtering/credentials-and-pages.ts';
import { reachOfAppsFaults } from './filtering/reach-of-apps.ts';
import { rarerLetterFaults } from './filtering/rarer-letters.ts';

export const filteringFaults: readonly Fault[] = [
  ...queryFaults,
  ...fieldFaults,
  ...overlookedAssertionFaults,
  ...textFaults,
  ...textComparisonFaults,
  ...textSyntaxFaults,
  ...valueFaults,
  ...linkFaults,
  ...rangeFaults,
  ...boundFaults,
  ...dateFaults,
  ...spaceFaults,
  ...reachFaults,
  ...incompleteAnswerFaults,
  ...grammarAndNameFaults,
  ...credentialAndPageFaults,
  ...reachOfAppsFaults,
  ...rarerLetterFaults,
];
