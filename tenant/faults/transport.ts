import type { Fault } from './fault.ts';

export const transportFaults: readonly Fault[] = [
  {
    id: 'transport/no-challenge',
    breaks: ['TRN-17'],
    summary: 'A 401 carries no WWW-Authenticate header.',
    behaviour: () => ({ challenges: () => [] }),
  },
  {
    id: 'transport/clear-text-is-served',
    breaks: ['TRN-03', 'TRN-04'],
    also: ['TRN-05'],
    summary: 'Clear-text requests to the port are answered as if they had come over TLS.',
    behaviour: () => ({ readsClearText: () => true, answerClearText: () => 'as-if-secure' }),
  },
];
