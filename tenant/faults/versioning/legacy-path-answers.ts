import type { Fault } from '../fault.ts';
import { always, isDelegated, isOfCode, isOfRefresh } from '../operators/kinds.ts';
import { faultsOf } from '../operators/rows.ts';
import { answers } from './decisions.ts';

/** Faults in which the legacy path answers differently from the unversioned path. */
export const legacyPathAnswerFaults: readonly Fault[] = faultsOf('versioning', {
  'legacy-path-announces-an-hour': [
    answers({ expires_in: 3600 }),
    always,
    'The legacy path returns an expires_in of 3600, although its tokens last 900 seconds.',
    { also: ['TOK-05', 'EXP-20'] },
  ],
  'legacy-path-answers-text-for-numbers': [
    answers({ expires_in: '900' }),
    always,
    'The legacy path returns expires_in as the text "900".',
    { also: ['TOK-04', 'TOK-05', 'EXP-20'] },
  ],
  'legacy-path-writes-bearer-small': [
    answers({ token_type: 'bearer' }),
    always,
    'The legacy path returns the token_type bearer.',
    { also: ['TOK-02'] },
  ],
  'legacy-path-answers-null-refresh-members': [
    answers({ refresh_token: null, refresh_token_expires_in: null }),
    {
      watch: () => {
        let answered = 0;
        return { holds: () => ++answered > 2 };
      },
    },
    'From its third response on, the legacy path returns refresh_token and refresh_token_expires_in as null.',
    { also: ['CCR-02', 'CCR-03', 'TOK-10'] },
  ],
  'legacy-path-announces-sixty-days': [
    answers({ refresh_token_expires_in: 5_184_000 }),
    isDelegated,
    'The legacy path returns a refresh_token_expires_in of 5184000.',
    { also: ['TOK-09'] },
  ],
  'legacy-refreshes-announce-an-hour': [
    answers({ expires_in: 3600 }),
    isOfRefresh,
    'The legacy path returns an expires_in of 3600 for refreshes.',
    { also: ['TOK-05'] },
  ],
  'legacy-refreshes-announce-days': [
    answers({ refresh_token_expires_in: 30 }),
    isOfRefresh,
    'The legacy path returns the lifetime of the refresh token in days for refreshes.',
    { also: ['TOK-09', 'EXP-20'] },
  ],
  'legacy-path-leaves-out-the-end-of-refresh-tokens': [
    answers({ refresh_token_expires_in: undefined }),
    isOfCode,
    'The legacy path returns no refresh_token_expires_in for code exchanges.',
    { also: ['TOK-08'] },
  ],
});
