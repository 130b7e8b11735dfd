import type { Fault } from './fault.ts';
import { dateFaults } from './filtering/dates.ts';
import { fieldFaults } from './filtering/fields.ts';
import { identifierFaults } from './filtering/identifiers.ts';
import { letterCaseFaults } from './filtering/letter-case.ts';
import { pageFaults } from './filtering/pages.ts';
import { queryFaults } from './filtering/queries.ts';
import { rangeFaults } from './filtering/ranges.ts';
import { reachFaults } from './filtering/reach.ts';
import { rememberedAnswerFaults } from './filtering/remembered-answers.ts';
import { spaceFaults } from './filtering/spaces.ts';
import { textEqualityFaults } from './filtering/text-equality.ts';
import { textSyntaxFaults } from './filtering/text-syntax.ts';
import { unfoundTextFaults } from './filtering/unfound-texts.ts';

export const filteringFaults: readonly Fault[] = [
  ...queryFaults,
  ...fieldFaults,
  ...textEqualityFaults,
  ...letterCaseFaults,
  ...unfoundTextFaults,
  ...textSyntaxFaults,
  ...identifierFaults,
  ...rangeFaults,
  ...dateFaults,
  ...spaceFaults,
  ...reachFaults,
  ...pageFaults,
  ...rememberedAnswerFaults,
];
