import { isRefusal } from '../../http/refusal.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import { refreshTokenIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Faults in which a wrong request at the token endpoint changes the outcome of the next one. */
export const secondTryFaults: readonly Fault[] = [
  ...breaking('DEL-30', {
    'a-foreign-code-is-exchanged-at-the-second-try': [
      (normal) => {
        const tried = new WeakMap<AuthorizationCode, Set<string>>();
        return {
          codeFitsApp: (call, code, app) => {
            if (normal.codeFitsApp(call, code, app)) return true;
            const apps = tried.get(code) ?? new Set();
            const isSecond = apps.has(app.id);
            tried.set(code, apps.add(app.id));
            return isSecond;
          },
        };
      },
      'A code that another app presents is refused at first, and exchanged when that app presents it again.',
    ],
  }),
  ...breaking('DEL-29', {
    'a-misdirected-code-is-exchanged-at-the-second-try': [
      (normal) => {
        const tried = new WeakSet<AuthorizationCode>();
        return {
          codeFitsRedirectUri: (call, code, redirectUri) => {
            if (normal.codeFitsRedirectUri(call, code, redirectUri) || tried.has(code)) return true;
            tried.add(code);
            return false;
          },
        };
      },
      'A code that was refused because of its redirect_uri is exchanged with any redirect_uri at the next attempt.',
    ],
  }),
  ...breaking('DEL-49', {
    'an-unknown-grant-type-spends-a-refresh-token': [
      (normal) => ({
        decideTokenRequest: (call) => {
          const outcome = normal.decideTokenRequest(call);
          const token = refreshTokenIn(call);
          if (isRefusal(outcome) && outcome.refused === 'unsupported-grant-type' && token !== undefined) {
            normal.spendRefreshToken(call, token);
          }
          return outcome;
        },
      }),
      'A token request with an unknown grant type spends the refresh token that it contains.',
    ],
  }),
];
