import type { Fault } from './fault.ts';

export const expiryFaults: readonly Fault[] = [
  {
    id: 'expiry/renewal-keeps-the-first-thirty-days',
    breaks: ['EXP-13'],
    also: ['EXP-14', 'EXP-15', 'EXP-20'],
    summary: 'A refresh token that was exchanged for another ends when that one would have.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor?.countsFrom ?? normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/refresh-tokens-live-a-second-longer',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-20'],
    summary: 'A refresh token is accepted for 2592001 seconds.',
    behaviour: () => ({ enforcedRefreshLifetime: () => 2_592_001 }),
  },
];
