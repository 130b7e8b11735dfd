import type { FreedomEntry } from '../entry.ts';

/** The authorization endpoint, redirect URIs and consent. */
export const authorization = [
  {
    id: 'FRE-53',
    topic: 'Status of redirects from the authorize endpoint',
    range: "302, 303, 307 or a page that moves the browser by script: the browser's arrival counts.",
  },
  {
    id: 'FRE-54',
    topic: 'How wrong authorization requests are shown',
    range:
      'Error page of any status, at the tenant or at an address elsewhere (a site for help, say), with whatever parameters, one named code among them; or, for a registered redirect URI, a redirect with error parameters: none of it is described. Only what the token endpoint takes is an authorization code.',
  },
  {
    id: 'FRE-55',
    topic: 'What the app hears of a denied consent',
    range: 'error=access_denied redirect, other error, page without redirect; state may or may not come back then.',
  },
  { id: 'FRE-56', topic: 'Extra parameters on the redirect (iss, scope, session_state)', range: 'Allowed.' },
  {
    id: 'FRE-57',
    topic: 'Empty state parameter (state=)',
    range:
      'Returned empty, as it was sent, or left out, since a parameter without a value counts as not sent (RFC 6749, section 3.1).',
  },
  {
    id: 'FRE-58',
    topic: 'Upper limit of the length of state',
    range: 'Unspecified; a couple of kilobytes should pass, more is open.',
  },
  { id: 'FRE-59', topic: 'Repeated parameters in an authorization request', range: 'Refused, first or last taken.' },
  {
    id: 'FRE-60',
    topic: 'Unknown parameters in an authorization request (scope, prompt, nonce, login_hint)',
    range: 'Ignored or refused; prompt=none need not be known.',
  },
  {
    id: 'FRE-61',
    topic: 'Single use of an authorization code',
    range:
      'A second exchange may fail or succeed, and may or may not revoke tokens of the first: OAuth habit, not in the document.',
  },
  {
    id: 'FRE-62',
    topic: 'Lifetime of an authorization code',
    range: 'Any, from about a minute; the suite exchanges at once.',
  },
  {
    id: 'FRE-63',
    topic: 'Pending code after silent re-authorization',
    range: 'Earlier unexchanged code may stay good or not.',
  },
  {
    id: 'FRE-64',
    topic: 'Comparison of redirect URIs in small print',
    range:
      'Trailing slash, letter case of host, default port, percent-encoding variants, added query: equal or not equal, and the code comes to the address in the one form or the other. Not the letter case of the path (DEL-67).',
  },
  {
    id: 'FRE-65',
    topic: 'Other ports on localhost',
    range:
      'Whether http://localhost registered with one port covers others is open (the port is written as a placeholder).',
  },
  {
    id: 'FRE-66',
    topic: 'Loopback spellings',
    range:
      'http://127.0.0.1, http://[::1], http://localhost without a port, custom schemes, https://localhost: registrable or not.',
  },
  {
    id: 'FRE-67',
    topic: 'When a bad redirect URI is refused',
    range: 'At registration or at authorization; only the non-delivery of a code is common.',
  },
  {
    id: 'FRE-68',
    topic: 'What counts as production',
    range:
      'Whether an http non-local URI could be registered on a development tenant, or on an app that is not in production, is open to the operator; the suite assumes that the target behaves as production, and no more than warns (DEL-25, DEL-26). http://localhost with a port is permitted without regard to the tenant (DEL-23).',
  },
  {
    id: 'FRE-69',
    topic: 'Number of redirect URIs per app',
    range: 'At least two, since one or more can be registered; any limit above.',
  },
  {
    id: 'FRE-70',
    topic: 'Redirect URIs removed after registration',
    range: 'Behaviour towards earlier codes, consents, tokens not given.',
  },
  { id: 'FRE-71', topic: 'POST to the authorize endpoint', range: 'Supported or not.' },
  {
    id: 'FRE-72',
    topic: 'Consent prompt with earlier consent but no session',
    range:
      'Sign-in is needed; whether consent is asked again is open, only session plus consent is said to be invisible.',
  },
  {
    id: 'FRE-73',
    topic: 'Consent after a refresh token expired',
    range: 'Asked again or remembered; the user must pass through authorization, perhaps silently.',
  },
  { id: 'FRE-74', topic: 'Consent after suspension and un-suspension', range: 'Asked again or remembered.' },
  { id: 'FRE-75', topic: 'Consent after archiving and unarchiving', range: 'Asked again or remembered.' },
  { id: 'FRE-76', topic: 'Consent after a change of redirect URI or secret', range: 'Asked again or remembered.' },
  {
    id: 'FRE-77',
    topic: 'Order and number of pages between authorize and redirect',
    range:
      "Sign-in and consent on one page or several, extra pages such as tenant choice or second factor: operator's control deals with them.",
  },
  { id: 'FRE-78', topic: 'Length of the browser session', range: 'Any.' },
  { id: 'FRE-79', topic: 'Sign-in method', range: 'Password, external provider or other.' },
  {
    id: 'FRE-80',
    topic: 'Apps in the legacy format at the authorize endpoint',
    range: 'Any refusal or behaviour; the prerequisite is stated without the outcome of violating it.',
  },
  {
    id: 'FRE-219',
    topic: 'Characters of state outside printable ASCII',
    range:
      'Returned unchanged, or the request is refused (OAuth allows printable ASCII only); a changed value is not free.',
  },
  {
    id: 'FRE-221',
    topic: 'Upper limit of the length of a redirect URI',
    range: 'Any, from a hundred characters: what is longer may be refused at its registration.',
  },
  {
    id: 'FRE-230',
    topic: 'What a denied consent means for the next authorization',
    range:
      'The user is asked again, or not asked for some time or in that browser session and gets no code meanwhile: what a denial leads to is not said. Where consent is asked for and given, the code comes (DEL-01).',
  },
] as const satisfies readonly FreedomEntry[];
