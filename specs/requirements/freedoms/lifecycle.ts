import type { FreedomEntry } from '../entry.ts';

/** Suspension, archiving, uninstallation and expiry. */
export const lifecycle = [
  {
    id: 'FRE-114',
    topic: 'Delegated tokens after un-suspension',
    range:
      'Old access tokens (within 900 s) and refresh tokens may work again or not. The specification says only that the API key works again.',
  },
  {
    id: 'FRE-115',
    topic: 'Whether a refresh attempted during suspension spends the token',
    range:
      'Open. The suite therefore does not probe a refresh token during suspension if it uses that token afterwards.',
  },
  {
    id: 'FRE-116',
    topic: 'Sign-in and authorize for a suspended user',
    range:
      'An error page, a refused sign-in, or a redirect with an error. The suite requires only that no working token results.',
  },
  { id: 'FRE-117', topic: "Error of a suspended user's code exchange", range: 'Any error.' },
  { id: 'FRE-118', topic: 'Key rotation while suspended', range: 'Allowed or refused.' },
  {
    id: 'FRE-119',
    topic: 'Suspending twice, un-suspending an active user, archiving twice',
    range: 'No effect, or a refusal by the console.',
  },
  {
    id: 'FRE-120',
    topic: 'App token issued before archiving, after unarchiving within 900 s',
    range: 'May work again or not. Access resumes, but possibly only with a new token.',
  },
  {
    id: 'FRE-121',
    topic: 'Delegated tokens and refresh tokens across archive and unarchive',
    range: 'They may work again or not after unarchiving. Their refusal while the app is archived is inferred.',
  },
  {
    id: 'FRE-122',
    topic: 'Issue of tokens while archived',
    range: 'The token path may refuse, or issue tokens that are then refused on calls.',
  },
  {
    id: 'FRE-123',
    topic: 'Webhook deliveries to archived or uninstalled apps',
    range: 'Sent or not, queued or dropped.',
  },
  {
    id: 'FRE-124',
    topic: 'Uninstalling an archived app, archiving an uninstalled app',
    range: 'Either order of effects. Only the union of the stated refusals is judged.',
  },
  {
    id: 'FRE-125',
    topic: 'Data and records of an uninstalled app or suspended user',
    range: 'Kept. The specification does not describe it.',
  },
  {
    id: 'FRE-126',
    topic: "Records created by a suspended user in others' listings",
    range: 'Normally visible. The specification does not describe it.',
  },
  { id: 'FRE-127', topic: 'Whether the data warehouse login stops working', range: 'Outside the API.' },
  {
    id: 'FRE-128',
    topic: 'Exact instant of expiry',
    range:
      'Ages may be counted in whole seconds, truncated or rounded, so that a lifetime ends within its last second: between 899 s and 900 s of a token either answer is correct. The suite adds what it cannot know: the duration of its requests, the precision of the clock, and clockSkewSeconds of the target profile.',
  },
  {
    id: 'FRE-129',
    topic: 'Counting from request or from answer',
    range:
      'The validity in seconds may count from issue at the server. The client cannot distinguish this within its latency.',
  },
  {
    id: 'FRE-130',
    topic: 'Errors for expired, unknown and spent tokens',
    range:
      'Expired, unknown and spent tokens may get different errors or the same, except that a spent token yields invalid_grant. A spent token that is also more than 30 days old, or invalid for another reason (suspension, archiving, uninstallation), may yield any refusal.',
  },
  {
    id: 'FRE-240',
    topic: "The tenant's own reasons to end tokens early",
    range:
      "The specification gives the reasons that invalidate a refresh token as examples, so other reasons are possible: a limit on an app's live tokens or on a user's authorizations, an overall limit of an authorization, another sign-in. That nothing else ends a token is inferred (EXP-15, EXP-34, EXP-35): at most a warning.",
  },
] as const satisfies readonly FreedomEntry[];
