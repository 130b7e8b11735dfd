import { aSignInEndsAccessTokens, tokensForFiveUsers } from '../../faults/expiry/bystanders.ts';
import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Delegation } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

const DAY = 86_400_000;

/** Whether a user has authorized this many apps, or times, after an authorization. */
function isCrowdedOut(call: Call, { userId, createdAt }: Delegation, most: number): boolean {
  const later = call.tenant.state.delegations.filter(
    (other) => other.userId === userId && other.createdAt.getTime() > createdAt.getTime(),
  );
  return later.length >= most;
}

/** Reasons of the tenant's own to end tokens before their time. */
export const reasonVariants: readonly Variant[] = [
  {
    id: 'expiry/an-app-has-tokens-for-five-users',
    freedoms: ['FRE-51', 'FRE-240'],
    summary: 'An app has live access tokens for the five users that it obtained one for last.',
    warnings: ['EXP-35'],
    behaviour: tokensForFiveUsers,
  },
  {
    id: 'expiry/a-user-has-four-authorizations',
    freedoms: ['FRE-84', 'FRE-240'],
    summary: 'When a user has authorized apps four times more, the refresh token of an authorization is invalidated.',
    warnings: ['DEL-46', 'DEL-48', 'DEL-68', 'EXP-33', 'EXP-34'],
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (isCrowdedOut(call, token.delegation, 4)
          ? refusal('ended-grant', 'There are newer authorizations.')
          : undefined),
    }),
  },
  {
    id: 'expiry/authorizations-end-after-ninety-days',
    freedoms: ['FRE-240'],
    summary: 'Ninety days after the user authorized an app its refresh tokens are invalidated, however new they are.',
    warnings: ['EXP-15', 'EXP-33'],
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        normal.refreshIsBarred(call, token) ??
        (call.now.getTime() - token.delegation.createdAt.getTime() > 90 * DAY
          ? refusal('ended-grant', 'The user has to authorize the app again.')
          : undefined),
    }),
  },
  {
    id: 'expiry/a-new-sign-in-ends-access-tokens',
    freedoms: ['FRE-240'],
    summary: 'When a user signs in anew, the delegated access tokens of before end; they are refreshed.',
    warnings: ['EXP-35'],
    behaviour: aSignInEndsAccessTokens,
  },
];
