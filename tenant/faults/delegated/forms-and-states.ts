import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Faults that depend on how a token request or a state is written. */
export const formAndStateFaults: readonly Fault[] = [
  ...breaking('DEL-42', {
    'spent-by-the-same-request-only': [
      (normal) => {
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
      'A spent refresh token is refused only in a copy of the request that spent it, and accepted in any other request.',
      ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53'],
    ],
  }),
  ...breaking('DEL-02', {
    'base64-states-come-back-for-urls': [
      becomes('returnedState', (state) =>
        state !== undefined && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(state)
          ? state.replaceAll('+', '-').replaceAll('/', '_')
          : state,
      ),
      'A state in base64 comes back in the alphabet of base64url.',
      ['DEL-03'],
    ],
  }),
];
