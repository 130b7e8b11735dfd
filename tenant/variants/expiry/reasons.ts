import { aSignInEndsAccessTokens, tokensForFiveUsers } from '../../faults/expiry/bystanders.ts';
import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Delegation } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

const DAY = 86_400_000;

/** Reports whether the user has given at least `most` authorizations after this one. */
function isCrowdedOut(call: Call, { userId, createdAt }: Delegation, most: number): boolean {
  const later = call.tenant.state.delegations.filter(
    (other) => other.userId === userId && other.createdAt.getTime() > createdAt.getTime(),
  );
  return later.length >= most;
}

/** Variants with further reasons to end tokens early. */
export const reasonVariants: readonly Variant[] = [
  {
    id: 'expiry/an-app-has-tokens-for-five-users',
    freedoms: ['FRE-51', 'FRE-240'],
    summary: 'An app has valid access tokens only for the five users for whom it most recently obtained one.',
    warnings: ['EXP-35'],
    behaviour: tokensForFiveUsers,
  },
  {
    id: 'expiry/a-user-has-four-authorizations',
    freedoms: ['FRE-84', 'FRE-240'],
    summary: "After four further authorizations by its user, an authorization's refresh token is invalidated.",
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
    summary: 'When a user signs in again, the earlier delegated access tokens end; they can be refreshed.',
    warnings: ['EXP-35'],
    behaviour: aSignInEndsAccessTokens,
  },
];
