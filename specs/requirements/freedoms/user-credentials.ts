import type { FreedomEntry } from '../entry.ts';

/** Personal API keys and ID tokens. */
export const userCredentials = [
  {
    id: 'FRE-89',
    topic: 'Non-empty password with a correct key as username',
    range: 'Accepted or 401. The specification only says that the password is empty.',
  },
  { id: 'FRE-90', topic: 'Basic credential without a colon', range: 'Accepted or 401.' },
  {
    id: 'FRE-91',
    topic: 'Raw key after Basic without base64',
    range: 'Accepted or 401. HTTP Basic requires base64, so refusal is expected and acceptance is only noted.',
  },
  { id: 'FRE-92', topic: 'Form of API keys', range: 'Any.' },
  {
    id: 'FRE-93',
    topic: 'Number of keys per user',
    range: 'One or several. Creating another key may or may not end the first. KEY-15 covers rotation.',
  },
  {
    id: 'FRE-94',
    topic: 'Key created exactly on 7 August 2026, in any time zone',
    range:
      'Expires after 30 days or never: the specification speaks only of keys created after and before that day. Test dates stay at least two days away from it.',
  },
  { id: 'FRE-95', topic: 'Time zone of the 7 August 2026 boundary', range: 'Any.' },
  {
    id: 'FRE-96',
    topic: 'Granularity of 30 days for keys',
    range: 'To the second or to the day. The suite judges at 29 and at 31 days, and only observes the exact end.',
  },
  {
    id: 'FRE-97',
    topic: 'Renewal of an expired key',
    range: 'By rotation only, or with a prompt. The specification does not describe it.',
  },
  {
    id: 'FRE-98',
    topic: 'Effect of key rotation on delegated tokens and sessions',
    range: 'No effect or revocation. The specification does not say.',
  },
  {
    id: 'FRE-99',
    topic: 'Enterprise host and other hosts',
    range: 'Open whether a key also works at a shared host.',
  },
  {
    id: 'FRE-100',
    topic: 'Which claims other than email are checked',
    range:
      'aud, iss (apart from choosing keys), nbf, iat, nonce, azp, auth_time and acr may be checked or ignored. Only the standard requires the check of exp: at most a warning.',
  },
  { id: 'FRE-101', topic: 'Clock skew for ID tokens', range: 'Some minutes in either direction.' },
  { id: 'FRE-102', topic: 'email_verified false or missing', range: 'Accepted or 401.' },
  {
    id: 'FRE-103',
    topic: 'Letter case and normal form of e-mail addresses',
    range:
      'Compared exactly or without regard to letter case. The same address in another notation (with mailto:, or in angle brackets after a name) may match or not. Ignoring a dot, a hyphen or an accent is a warning (OIC-28). Plus-addressing may be supported or not.',
  },
  {
    id: 'FRE-104',
    topic: 'Signature algorithms',
    range: 'RS256 is expected. Other algorithms may be accepted or refused.',
  },
  {
    id: 'FRE-105',
    topic: 'kid missing, duplicated or unknown',
    range: 'The token is accepted after trying keys or fetching them again, or is answered with 401.',
  },
  {
    id: 'FRE-106',
    topic: 'Caching of configuration and keys',
    range:
      'Any period. New keys may take time to be accepted, and withdrawn keys may be accepted for some time. It is a warning if a key is still accepted a month after the keys were fetched without it (OIC-29).',
  },
  { id: 'FRE-107', topic: 'Provider not reachable', range: 'Use of cached keys, 401 or 5xx.' },
  { id: 'FRE-108', topic: 'Several providers per tenant', range: 'One or many.' },
  {
    id: 'FRE-109',
    topic: 'ID-token user who never signed in to the web application',
    range:
      'Normally accepted, because the first sign-in is only usual. Some tenants may create the user only at that sign-in.',
  },
  {
    id: 'FRE-110',
    topic: 'ID token of a user suspended only at the provider',
    range:
      "The suspension at the provider has no effect in the platform: a live token is accepted as before. Whether the provider issues new tokens is the provider's decision.",
  },
  {
    id: 'FRE-111',
    topic: 'ID token of a suspended platform user',
    range: "Refusal is inferred from the row on a suspended user's key or token: at most a warning.",
  },
  {
    id: 'FRE-112',
    topic: 'Whether OpenID Connect is set up at all on a tenant',
    range: 'A tenant without a configured provider conforms. The profile is then not exercised.',
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
      "All five, by inference: the specification says this of the app's access token. A listing that does not accept keys is at most a warning (KEY-02).",
  },
] as const satisfies readonly FreedomEntry[];
