import type { Fault } from '../fault.ts';

/** Mistakes about the form in which something is written. */
export const formAndStateFaults: readonly Fault[] = [
  {
    id: 'delegated/spent-by-the-same-request-only',
    breaks: ['DEL-42'],
    also: ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53'],
    summary: 'A spent refresh token is refused in the very request that spent it, and good in one written otherwise.',
    behaviour: (normal) => {
      const spentBy = new WeakMap<object, string>();
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          spentBy.set(token, call.request.body.toString('utf8'));
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) && spentBy.get(token) === call.request.body.toString('utf8'),
      };
    },
  },
  {
    id: 'delegated/base64-states-come-back-for-urls',
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary: 'A state in base64 comes back in the alphabet of base64url.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return state !== undefined && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(state)
          ? state.replaceAll('+', '-').replaceAll('/', '_')
          : state;
      },
    }),
  },
];
