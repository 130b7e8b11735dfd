import type { Fault } from './fault.ts';

const LEGACY_PATH = '/api/v2/token';

export const versioningFaults: readonly Fault[] = [
  {
    id: 'versioning/legacy-tokens-live-a-second-longer',
    breaks: ['VER-14'],
    also: ['EXP-02', 'EXP-20'],
    summary: 'A token from the legacy path is accepted for 901 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (token.path === LEGACY_PATH ? 1 : 0),
    }),
  },
  {
    id: 'versioning/v3-refuses-legacy-tokens',
    breaks: ['VER-09'],
    also: ['CCR-04', 'VER-02'],
    summary: 'A token from the legacy path does not authenticate calls to v3.',
    behaviour: () => ({
      tokenFitsCall: (call, token) => token.path !== LEGACY_PATH || !call.request.path.startsWith('/api/v3/'),
    }),
  },
];
