import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';

/** Finds a token, where none is found by its own value, by another one of the same length that is taken for it. */
function lenient(
  normal: Behaviour,
  isTakenFor: (value: string, token: string) => boolean,
): Pick<Behaviour, 'findAccessToken'> {
  return {
    findAccessToken: (call, value) =>
      normal.findAccessToken(call, value) ??
      call.tenant.state.accessTokens
        .values()
        .find((token) => value.length === token.value.length && isTakenFor(value, token.value)),
  };
}

/** Access tokens that are found by other values than their own. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-are-known-by-their-ends',
    breaks: ['TRN-08'],
    summary: 'Of an access token the first sixteen and the last sixteen characters are compared.',
    behaviour: (normal) =>
      lenient(
        normal,
        (value, token) => value.slice(0, 16) === token.slice(0, 16) && value.slice(-16) === token.slice(-16),
      ),
  },
  {
    id: 'transport/an-underscore-in-a-token-is-any-character',
    breaks: ['TRN-08'],
    summary: 'Access tokens are looked up as a pattern in which an underscore stands for any character.',
    behaviour: (normal) =>
      lenient(normal, (value, token) =>
        Array.from(value).every((letter, at) => letter === '_' || letter === token[at]),
      ),
  },
];
