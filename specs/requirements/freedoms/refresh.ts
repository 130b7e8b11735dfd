import type { FreedomEntry } from '../entry.ts';

/** What a refresh leaves open. */
export const refresh = [
  {
    id: 'FRE-81',
    topic: 'Old access token after a refresh',
    range:
      'May live on to its own 900 s or be revoked by the refresh; the document invalidates only the refresh token that was sent.',
  },
  {
    id: 'FRE-82',
    topic: 'Successors after reuse of a spent refresh token',
    range:
      'May go on working or be revoked as a family (OAuth security habit); so test the newest token before presenting a spent one.',
  },
  { id: 'FRE-83', topic: 'Access tokens after reuse of a spent refresh token', range: 'May go on or be revoked.' },
  {
    id: 'FRE-84',
    topic: 'Number of parallel refresh tokens per user and app',
    range: 'That separate authorizations live side by side is inference; warning at most.',
  },
  {
    id: 'FRE-85',
    topic: "Loser of a refresh race and the winner's tokens",
    range:
      "The winner's new tokens may be revoked if the loser counts as reuse; judge the winner's issue, not its afterlife.",
  },
  {
    id: 'FRE-86',
    topic: 'Whether a refused refresh (wrong secret, wrong app) spends the token',
    range: 'Inference says no; warning at most.',
  },
  {
    id: 'FRE-87',
    topic: 'Refresh whose answer was lost on the wire',
    range: 'A retry may be refused; no recovery is described.',
  },
  { id: 'FRE-88', topic: 'scope or redirect_uri sent in a refresh', range: 'Ignored or refused.' },
  {
    id: 'FRE-231',
    topic: 'invalid_grant outside the body',
    range:
      "A header may name the error (WWW-Authenticate, or one of the tenant's own), whatever the body says: the shape of errors is not shown.",
  },
] as const satisfies readonly FreedomEntry[];
