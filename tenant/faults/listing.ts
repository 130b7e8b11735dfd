import type { Fault } from './fault.ts';

export const listingFaults: readonly Fault[] = [
  {
    id: 'listing/fractions-of-seconds-ignored',
    breaks: ['LST-26'],
    also: ['LST-22', 'LST-23', 'LST-24', 'LST-25'],
    summary: 'Two records that were modified within one second are listed in any order.',
    behaviour: () => ({
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000),
    }),
  },
];
