import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Faults that answer refused refreshes with a server error, at one path or when the refresh is repeated. */
export const refusedAgainFaults: readonly Fault[] = breaking('TOK-35', {
  'a-second-reuse-is-a-server-error': [
    (normal) => {
      const presented = new Map<string, number>();
      return {
        spentRefreshTokenWasPresented: (call, token) => {
          presented.set(token.value, (presented.get(token.value) ?? 0) + 1);
          normal.spentRefreshTokenWasPresented(call, token);
        },
        refusalStatus: (call, refused) =>
          refused.refused === 'spent-refresh-token' && (presented.get(formOf(call).get('refresh_token') ?? '') ?? 0) > 1
            ? 500
            : normal.refusalStatus(call, refused),
      };
    },
    'A spent refresh token that is presented for the second time since it was spent is answered with 500.',
  ],
  'wrong-clients-that-refresh-at-the-legacy-path-are-server-errors': [
    replaceIf(
      'refusalStatus',
      (call, refused) =>
        refused.refused === 'wrong-client' &&
        call.request.path === '/api/v2/token' &&
        formOf(call).get('grant_type') === 'refresh_token',
      () => 500,
    ),
    'A refresh with a wrong client secret at the legacy path is answered with 500.',
    ['TOK-19', 'VER-13'],
  ],
});
