import type { Fault } from '../fault.ts';

/** Where users are sent to. */
export const authorizationPathFaults: readonly Fault[] = [
  {
    id: 'versioning/authorization-has-a-version',
    breaks: ['VER-19'],
    also: ['DEL-01', 'TRN-02'],
    summary: 'The authorization endpoint is at /api/v2/oauth/authorize only.',
    behaviour: () => ({ authorizationPaths: () => ['/api/v2/oauth/authorize'] }),
  },
  {
    id: 'versioning/authorization-has-moved',
    breaks: ['VER-19'],
    also: ['DEL-01', 'TRN-02'],
    summary: 'The authorization endpoint is at /authorize only, beside the token endpoint of that form.',
    behaviour: () => ({ authorizationPaths: () => ['/authorize'] }),
  },
];
