import type { Fault } from '../fault.ts';

/** Tokens that one listing of a version does not know. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'versioning/the-plates-of-v3-know-no-later-refresh',
    breaks: ['VER-03'],
    also: ['LST-03', 'VER-09'],
    summary: 'The plates of v3 are refused to access tokens of the second refresh and later ones.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        (call.request.path !== '/api/v3/plate/items' || token.refreshToken?.predecessor?.predecessor === undefined),
    }),
  },
];
