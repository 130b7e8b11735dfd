import type { Fault } from '../fault.ts';
import { always, isDelegated, isOfCode, isOfRefresh } from '../operators/kinds.ts';
import { faultsOf } from '../operators/rows.ts';
import { answers } from './decisions.ts';

/** What the legacy path answers otherwise than the unversioned one. */
export const legacyPathAnswerFaults: readonly Fault[] = faultsOf('versioning', {
  'legacy-path-announces-an-hour': [
    answers({ expires_in: 3600 }),
    always,
    'The legacy path answers expires_in 3600 although its tokens last 900 seconds.',
    { also: ['TOK-05', 'EXP-20'] },
  ],
  'legacy-path-answers-text-for-numbers': [
    answers({ expires_in: '900' }),
    always,
    'The legacy path answers expires_in as the text "900".',
    { also: ['TOK-04', 'TOK-05', 'EXP-20'] },
  ],
  'legacy-path-writes-bearer-small': [
    answers({ token_type: 'bearer' }),
    always,
    'The legacy path answers token_type bearer.',
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
    'From the third answer on the legacy path carries refresh_token and its lifetime, both null.',
    { also: ['CCR-02', 'CCR-03', 'TOK-10'] },
  ],
  'legacy-path-announces-sixty-days': [
    answers({ refresh_token_expires_in: 5_184_000 }),
    isDelegated,
    'The legacy path answers refresh_token_expires_in 5184000.',
    { also: ['TOK-09'] },
  ],
  'legacy-refreshes-announce-an-hour': [
    answers({ expires_in: 3600 }),
    isOfRefresh,
    'The legacy path answers refreshes with expires_in 3600.',
    { also: ['TOK-05'] },
  ],
  'legacy-refreshes-announce-days': [
    answers({ refresh_token_expires_in: 30 }),
    isOfRefresh,
    'The legacy path answers refreshes with the lifetime of the refresh token in days.',
    { also: ['TOK-09', 'EXP-20'] },
  ],
  'legacy-path-leaves-out-the-end-of-refresh-tokens': [
    answers({ refresh_token_expires_in: undefined }),
    isOfCode,
    'The legacy path answers code exchanges without refresh_token_expires_in.',
    { also: ['TOK-08'] },
  ],
});
