import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';
import { onVersion, tokenIs } from '../operators/kinds.ts';
import type { RememberingCondition } from '../operators/memories.ts';
import { refreshTokenOf, type Holds } from '../operators/presented.ts';

export const onV2: Holds = onVersion('v2');
export const onV3: Holds = onVersion('v3');

/** Returns the version of the API that is called. */
export const versionOf = (call: Call): string | undefined => /^\/api\/(v[23])\//.exec(call.request.path)?.[1];

/**
 * Returns the condition that the call is as `such` says, and its token was used in another kind of call before, or was
 * not.
 */
export const afterUse = (such: Holds, another: Holds, isMeant = true): RememberingCondition => ({
  watch: () => {
    const used = new WeakSet<object>();
    return {
      holds: (call, presented) =>
        tokenIs((token) => {
          if (another(call, presented)) used.add(token);
          return such(call, presented) && used.has(token) === isMeant;
        })(call, presented),
    };
  },
});

/** Returns the condition that a refresh token is presented for which `isMeant` returns true. */
export const refreshTokenIs =
  (isMeant: (token: RefreshToken, call: Call) => boolean): Holds =>
  (call, presented) => {
    const token = refreshTokenOf(presented);
    return token !== undefined && isMeant(token, call);
  };

/** The condition that the refresh token is presented at the path that did not issue it. */
export const isElsewhere = refreshTokenIs(({ path }, { request }) => path !== request.path);
