import type { Fault } from './fault.ts';

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
];
