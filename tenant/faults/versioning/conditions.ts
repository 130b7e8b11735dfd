import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';
import { onVersion, tokenIs } from '../operators/kinds.ts';
import type { Watching } from '../operators/memories.ts';
import { refreshTokenOf, type Holds } from '../operators/presented.ts';

export const onV2: Holds = onVersion('v2');
export const onV3: Holds = onVersion('v3');

/** The version of the API that is called. */
export const versionOf = (call: Call): string | undefined => /^\/api\/(v[23])\//.exec(call.request.path)?.[1];

/** Whether it is such a call, and its access token was presented in a call of another kind before; or was not. */
export const afterUse = (such: Holds, another: Holds, isMeant = true): Watching => ({
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

/** Whether a refresh token is presented of which this holds. */
export const refreshTokenIs =
  (isMeant: (token: RefreshToken, call: Call) => boolean): Holds =>
  (call, presented) => {
    const token = refreshTokenOf(presented);
    return token !== undefined && isMeant(token, call);
  };

/** Whether it is presented at the path that did not issue it. */
export const isElsewhere = refreshTokenIs(({ path }, { request }) => path !== request.path);
