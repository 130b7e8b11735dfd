import type { FreedomEntry } from '../entry.ts';

/** The open subjects of refreshes. */
export const refresh = [
  {
    id: 'FRE-81',
    topic: 'Old access token after a refresh',
    range:
      'May remain valid until its own 900 s or be revoked by the refresh. The specification invalidates only the refresh token that was sent.',
  },
  {
    id: 'FRE-82',
    topic: 'Successors after reuse of a spent refresh token',
    range:
      'May remain valid or be revoked as a family (OAuth security practice). The suite therefore tests the newest token before it presents a spent one.',
  },
  {
    id: 'FRE-83',
    topic: 'Access tokens after reuse of a spent refresh token',
    range: 'May remain valid or be revoked.',
  },
  {
    id: 'FRE-84',
    topic: 'Number of parallel refresh tokens per user and app',
    range: 'It is inferred that separate authorizations exist in parallel: at most a warning.',
  },
  {
    id: 'FRE-85',
    topic: "Effect of a refresh race on the winner's tokens",
    range:
      "If the losing request counts as reuse, the winner's new tokens may be revoked. The suite judges only that the winner got tokens, not whether they remain valid.",
  },
  {
    id: 'FRE-86',
    topic: 'Whether a refused refresh (wrong secret, wrong app) spends the token',
    range: 'It is inferred that it does not: at most a warning.',
  },
  {
    id: 'FRE-87',
    topic: 'Refresh whose answer was lost in transit',
    range: 'A retry may be refused. The specification describes no recovery.',
  },
  { id: 'FRE-88', topic: 'scope or redirect_uri sent in a refresh', range: 'Ignored or refused.' },
  {
    id: 'FRE-231',
    topic: 'invalid_grant outside the body',
    range:
      "A header may contain the error name (WWW-Authenticate, or a header of the tenant's own), with any body. The specification does not show the shape of errors.",
  },
] as const satisfies readonly FreedomEntry[];
