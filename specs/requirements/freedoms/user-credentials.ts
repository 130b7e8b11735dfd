import type { FreedomEntry } from '../entry.ts';

/** Personal API keys and ID tokens. */
export const userCredentials = [
  {
    id: 'FRE-89',
    topic: 'Non-empty password with a right key as username',
    range: 'Accepted or 401; the document only says that the password is empty.',
  },
  { id: 'FRE-90', topic: 'Basic credential without a colon', range: 'Accepted or 401.' },
  {
    id: 'FRE-91',
    topic: 'Raw key after Basic without base64',
    range: 'Accepted or 401; HTTP Basic means base64, so refusal is the rule and acceptance only noted.',
  },
  { id: 'FRE-92', topic: 'Form of API keys', range: 'Any.' },
  {
    id: 'FRE-93',
    topic: 'Number of keys per user',
    range: 'One or several; creating another may or may not end the first (rotation is said to).',
  },
  {
    id: 'FRE-94',
    topic: 'Key created exactly on 7 August 2026, in any time zone',
    range:
      'Expires after 30 days or never: the text speaks of after and before only. Keep test dates at least two days away.',
  },
  { id: 'FRE-95', topic: 'Time zone of the 7 August 2026 boundary', range: 'Any.' },
  {
    id: 'FRE-96',
    topic: 'Granularity of 30 days for keys',
    range: 'To the second or to the day: judged at 29 and at 31 days, only observed at the edge.',
  },
  { id: 'FRE-97', topic: 'Renewal of an expired key', range: 'By rotation only or with a prompt; not described.' },
  {
    id: 'FRE-98',
    topic: 'Effect of key rotation on delegated tokens and sessions',
    range: 'None or revocation; not given.',
  },
  {
    id: 'FRE-99',
    topic: 'Enterprise host and other hosts',
    range: 'Whether a key also works at a shared host is open.',
  },
  {
    id: 'FRE-100',
    topic: 'Which claims other than email are checked',
    range:
      'aud, iss (beyond choosing keys), nbf, iat, nonce, azp, auth_time, acr: checked or ignored; exp by standard, warning at most.',
  },
  { id: 'FRE-101', topic: 'Clock skew for ID tokens', range: 'Some minutes either way.' },
  { id: 'FRE-102', topic: 'email_verified false or missing', range: 'Accepted or 401.' },
  {
    id: 'FRE-103',
    topic: 'Letter case and normal form of e-mail addresses',
    range:
      'Compared exactly or without regard to case. The same address in another notation (behind mailto:, or in angle brackets behind a name) is taken for it or not. That a dot, a hyphen or an accent is overlooked is a warning (OIC-28); plus-addressing is not promised either way.',
  },
  { id: 'FRE-104', topic: 'Signature algorithms', range: 'RS256 expected; others accepted or refused.' },
  { id: 'FRE-105', topic: 'kid missing, doubled or unknown', range: 'Accepted by trying keys, refetched or 401.' },
  {
    id: 'FRE-106',
    topic: 'Caching of configuration and keys',
    range:
      'Any period; new keys may need a wait, withdrawn keys may live on for a while. A key that is still good a month after the keys were fetched without it is a warning (OIC-29).',
  },
  { id: 'FRE-107', topic: 'Provider not reachable', range: 'Use of cached keys, 401, 5xx.' },
  { id: 'FRE-108', topic: 'Several providers per tenant', range: 'One or many.' },
  {
    id: 'FRE-109',
    topic: 'ID-token user who never signed in to the web application',
    range: 'Accepted normally; the first sign-in is only usual, but some tenants may create the user only then.',
  },
  {
    id: 'FRE-110',
    topic: 'ID token of a user suspended only at the provider',
    range:
      "The suspension at the provider has no effect in the platform: a token that is live is accepted as before. Whether the provider issues new ones is the provider's matter.",
  },
  {
    id: 'FRE-111',
    topic: 'ID token of a suspended platform user',
    range: "Refusal follows by inference (a suspended user's key or token), warning at most.",
  },
  {
    id: 'FRE-112',
    topic: 'Whether OpenID Connect is set up at all on a tenant',
    range: 'A tenant without a set-up provider is conforming; the profile is then not exercised.',
  },
  {
    id: 'FRE-113',
    topic: 'Audience and client registration',
    range: 'Any client of the provider, or one fixed client.',
  },
  {
    id: 'FRE-225',
    topic: 'Which listings an API key is accepted on',
    range:
      'Each of the five by inference: the document says it of the access token of an app. A listing that takes no keys is a warning at most (KEY-02).',
  },
] as const satisfies readonly FreedomEntry[];
