import type { Fault } from '../fault.ts';

/** Access tokens that are found by other values than their own. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-are-known-by-their-ends',
    breaks: ['TRN-08'],
    summary: 'Of an access token the first sixteen and the last sixteen characters are compared.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        call.tenant.state.accessTokens
          .values()
          .find(
            (token) =>
              value.length === token.value.length &&
              value.slice(0, 16) === token.value.slice(0, 16) &&
              value.slice(-16) === token.value.slice(-16),
          ),
    }),
  },
  {
    id: 'transport/an-underscore-in-a-token-is-any-character',
    breaks: ['TRN-08'],
    summary: 'Access tokens are looked up as a pattern in which an underscore stands for any character.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) =>
        normal.findAccessToken(call, value) ??
        call.tenant.state.accessTokens
          .values()
          .find(
            (token) =>
              value.length === token.value.length &&
              Array.from(value).every((letter, at) => letter === '_' || letter === token.value[at]),
          ),
    }),
  },
];
