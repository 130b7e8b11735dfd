import type { FreedomEntry } from '../entry.ts';

/** Suspension, archiving, uninstallation and expiry. */
export const lifecycle = [
  {
    id: 'FRE-114',
    topic: 'Delegated tokens after un-suspension',
    range:
      'Old access tokens (within 900 s) and refresh tokens may resume or stay dead: only the API key is said to resume.',
  },
  {
    id: 'FRE-115',
    topic: 'Whether a refresh attempted during suspension spends the token',
    range: 'Open; so do not probe a refresh token during suspension if it is to be used afterwards.',
  },
  {
    id: 'FRE-116',
    topic: 'Sign-in and authorize for a suspended user',
    range: 'Error page, sign-in refusal, redirect with an error; only that no working token results.',
  },
  { id: 'FRE-117', topic: "Error of a suspended user's code exchange", range: 'Any.' },
  { id: 'FRE-118', topic: 'Key rotation while suspended', range: 'Allowed or refused.' },
  {
    id: 'FRE-119',
    topic: 'Suspending twice, un-suspending an active user, archiving twice',
    range: 'No effect or a refusal by the console.',
  },
  {
    id: 'FRE-120',
    topic: 'App token issued before archiving, after unarchiving within 900 s',
    range: 'May resume or stay dead: access resumes, perhaps only with a new token.',
  },
  {
    id: 'FRE-121',
    topic: 'Delegated tokens and refresh tokens across archive and unarchive',
    range: 'May resume or stay dead; during archiving refusal is inference.',
  },
  {
    id: 'FRE-122',
    topic: 'Issue of tokens while archived',
    range: 'The token path may refuse, or issue tokens that are refused on calls.',
  },
  {
    id: 'FRE-123',
    topic: 'Webhook deliveries to archived or uninstalled apps',
    range: 'Sent or not, queued or dropped.',
  },
  {
    id: 'FRE-124',
    topic: 'Uninstalling an archived app, archiving an uninstalled app',
    range: 'Any order of effects; only the union of the stated refusals is judged.',
  },
  { id: 'FRE-125', topic: 'Data and records of an uninstalled app or suspended user', range: 'Kept; not described.' },
  {
    id: 'FRE-126',
    topic: "Records created by a suspended user in others' listings",
    range: 'Normally visible; not described.',
  },
  { id: 'FRE-127', topic: 'Whether the data warehouse login dies', range: 'Outside the API.' },
  {
    id: 'FRE-128',
    topic: 'Exact instant of expiry',
    range:
      'Ages may be counted in whole seconds, cut off or rounded, so that a life ends within the last of its seconds: between 899 s and 900 s of a token either answer is right. The suite adds what it cannot know: how long its requests took, how precise the clock is, and clockSkewSeconds of the profile.',
  },
  {
    id: 'FRE-129',
    topic: 'Counting from request or from answer',
    range: 'Seconds of validity may count from issue at the server; the client cannot tell within its latency.',
  },
  {
    id: 'FRE-130',
    topic: 'Purge of expired tokens',
    range:
      'Expired, unknown and spent may be told apart or not, except that spent yields invalid_grant; a token that is spent and also over 30 days old, or dead for another reason (suspension, archiving, uninstallation), may yield any refusal.',
  },
  {
    id: 'FRE-240',
    topic: 'Reasons of the tenant to end tokens before their time',
    range:
      'The reasons for which a refresh token is invalidated are given as examples, so others are open: a number of live tokens of an app or of authorizations of a user, an overall limit of an authorization, another sign-in. That nothing else ends a token is inference (EXP-15, EXP-34, EXP-35): a warning at most.',
  },
] as const satisfies readonly FreedomEntry[];
