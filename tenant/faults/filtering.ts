import type { Fault } from './fault.ts';
import { queryFaults } from './filtering/queries.ts';
import { rangeFaults } from './filtering/ranges.ts';
import { reachFaults } from './filtering/reach.ts';
import { spaceFaults } from './filtering/spaces.ts';
import { textFaults } from './filtering/text.ts';
import { valueFaults } from './filtering/values.ts';
import { nearMissFaults } from './filtering/near-misses.ts';
import { furtherNearMissFaults } from './filtering/near-misses-three.ts';
import { queryNearMissFaults } from './filtering/near-misses-three-of-queries.ts';
import { evaluatedFaults } from './filtering/evaluated.ts';
import { evaluatedFaultsTwo } from './filtering/evaluated-two.ts';
import { evaluatedFaultsThree } from './filtering/evaluated-three.ts';
import { evaluatedFaultsFour } from './filtering/evaluated-four.ts';
import { evaluatedFaultsFive } from './filtering/evaluated-five.ts';
import { evaluatedFaultsSeven } from './filtering/evaluated-seven.ts';
import { evaluatedEightFaults } from './filtering/evaluated-eight.ts';
import { grammarAndNameFaults } from './filtering/grammar-and-names.ts';

export const filteringFaults: readonly Fault[] = [
  {
    id: 'filtering/from-a-date-leaves-the-date-out',
    breaks: ['FLT-20'],
    also: ['FLT-18', 'FLT-36'],
    summary: '>= on a Date field means >.',
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, type === 'Date' && operator === '>=' ? '>' : operator, order),
    }),
  },
  ...textFaults,
  ...valueFaults,
  ...rangeFaults,
  ...spaceFaults,
  ...queryFaults,
  ...reachFaults,
  ...nearMissFaults,
  ...furtherNearMissFaults,
  ...queryNearMissFaults,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFaultsFour,
  ...evaluatedFaultsFive,
  ...evaluatedFaultsSeven,
  ...evaluatedEightFaults,
  ...grammarAndNameFaults,
];
