import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { filters, isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** A token is also found by a value that is not quite it. */
const finding =
  (isLike: (call: Call, token: AccessToken, value: string) => boolean): Fault['behaviour'] =>
  (normal) => ({
    findAccessToken: (call, value) =>
      normal.findAccessToken(call, value) ??
      call.tenant.state.accessTokens.values().find((token) => isLike(call, token, value)),
  });

/** Values that are like a live token, and are taken for it in some calls or where it is that of a user. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'transport/following-pages-overlook-what-follows-a-token',
    breaks: ['TRN-08'],
    summary: 'A following page is shown to a value that begins with a live access token.',
    behaviour: finding((call, token, value) => isFollowing(call) && value.startsWith(token.value)),
  },
  {
    id: 'transport/filters-overlook-the-case-of-tokens',
    breaks: ['TRN-08'],
    summary: 'A listing with a filter compares access tokens without regard to letter case.',
    behaviour: finding((call, token, value) => filters(call) && token.value.toLowerCase() === value.toLowerCase()),
  },
  {
    id: 'transport/tokens-of-users-are-compared-in-part',
    breaks: ['TRN-08'],
    summary: 'Only the first 40 characters of a delegated access token are compared; those of apps are compared whole.',
    behaviour: finding(
      (_call, token, value) => token.subject.kind === 'user' && token.value.slice(0, 40) === value.slice(0, 40),
    ),
  },
];
