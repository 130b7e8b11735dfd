import type { FreedomEntry } from '../entry.ts';

/** The authorization endpoint, redirect URIs and consent. */
export const authorization = [
  {
    id: 'FRE-53',
    topic: 'Status of redirects from the authorize endpoint',
    range: "302, 303, 307 or a page that redirects the browser by script. Only the browser's arrival counts.",
  },
  {
    id: 'FRE-54',
    topic: 'How wrong authorization requests are shown',
    range:
      'An error page of any status, at the tenant or at another address (a help site, for example), with any parameters, including one named code. For a registered redirect URI, a redirect with error parameters is also possible. The specification describes none of this. Only a value that the token endpoint accepts is an authorization code.',
  },
  {
    id: 'FRE-55',
    topic: 'How the app learns of a denied consent',
    range:
      'A redirect with error=access_denied, another error, or a page without a redirect. state may or may not be returned.',
  },
  { id: 'FRE-56', topic: 'Extra parameters on the redirect (iss, scope, session_state)', range: 'Allowed.' },
  {
    id: 'FRE-57',
    topic: 'Empty state parameter (state=)',
    range:
      'Returned empty, as it was sent, or omitted, because a parameter without a value counts as not sent (RFC 6749, section 3.1).',
  },
  {
    id: 'FRE-58',
    topic: 'Upper limit of the length of state',
    range: 'Not specified. One or two kilobytes should be accepted; larger values are open.',
  },
  {
    id: 'FRE-59',
    topic: 'Repeated parameters in an authorization request',
    range: 'The request is refused, or the first or last value is used.',
  },
  {
    id: 'FRE-60',
    topic: 'Unknown parameters in an authorization request (scope, prompt, nonce, login_hint)',
    range: 'Ignored or refused. The tenant need not support prompt=none.',
  },
  {
    id: 'FRE-61',
    topic: 'Single use of an authorization code',
    range:
      'A second exchange may fail or succeed, and may or may not revoke tokens of the first. Single use is an OAuth convention that the specification does not state.',
  },
  {
    id: 'FRE-62',
    topic: 'Lifetime of an authorization code',
    range: 'Any, from about one minute. The suite exchanges at once.',
  },
  {
    id: 'FRE-63',
    topic: 'Pending code after silent re-authorization',
    range: 'An earlier code that was not exchanged may remain valid or not.',
  },
  {
    id: 'FRE-64',
    topic: 'Redirect URIs that differ in details',
    range:
      'Addresses may count as equal or not if they differ in a trailing slash, letter case of the host, the default port, percent-encoding or an added query. The code may arrive at either form of the address. This does not include the letter case of the path (DEL-67).',
  },
  {
    id: 'FRE-65',
    topic: 'Other ports on localhost',
    range:
      'Open whether http://localhost registered with one port also covers other ports (the specification writes the port as a placeholder).',
  },
  {
    id: 'FRE-66',
    topic: 'Variants of loopback addresses',
    range:
      'http://127.0.0.1, http://[::1], http://localhost without a port, custom schemes and https://localhost may be registrable or not.',
  },
  {
    id: 'FRE-67',
    topic: 'When a bad redirect URI is refused',
    range: 'At registration or at authorization. In both cases no code is delivered.',
  },
  {
    id: 'FRE-68',
    topic: 'What counts as production',
    range:
      'The operator decides whether an http non-local URI can be registered on a development tenant or on an app that is not in production. The suite assumes that the target behaves as production, and gives at most a warning (DEL-25, DEL-26). http://localhost with a port is permitted on every tenant (DEL-23).',
  },
  {
    id: 'FRE-69',
    topic: 'Number of redirect URIs per app',
    range: 'At least two, because one or more can be registered. Any limit above two is allowed.',
  },
  {
    id: 'FRE-70',
    topic: 'Redirect URIs removed after registration',
    range: 'The specification does not say what happens to earlier codes, consents and tokens.',
  },
  { id: 'FRE-71', topic: 'POST to the authorize endpoint', range: 'Supported or not.' },
  {
    id: 'FRE-72',
    topic: 'Consent prompt with earlier consent but no session',
    range:
      'Sign-in is required. It is open whether consent is asked for again: the specification says only that a session together with earlier consent makes the step invisible.',
  },
  {
    id: 'FRE-73',
    topic: 'Consent after a refresh token expired',
    range: 'Asked for again or remembered. The user must go through authorization, possibly without a prompt.',
  },
  { id: 'FRE-74', topic: 'Consent after suspension and un-suspension', range: 'Asked for again or remembered.' },
  { id: 'FRE-75', topic: 'Consent after archiving and unarchiving', range: 'Asked for again or remembered.' },
  { id: 'FRE-76', topic: 'Consent after a change of redirect URI or secret', range: 'Asked for again or remembered.' },
  {
    id: 'FRE-77',
    topic: 'Order and number of pages between authorize and redirect',
    range:
      "Sign-in and consent on one page or several, with extra pages such as a choice of tenant or a second factor. The operator's control handles them.",
  },
  { id: 'FRE-78', topic: 'Length of the browser session', range: 'Any.' },
  { id: 'FRE-79', topic: 'Sign-in method', range: 'Password, external provider or other.' },
  {
    id: 'FRE-80',
    topic: 'Apps in the legacy format at the authorize endpoint',
    range: 'Any refusal or behavior. The specification states the prerequisite without the result of violating it.',
  },
  {
    id: 'FRE-219',
    topic: 'Characters of state outside printable ASCII',
    range:
      'Returned unchanged, or the request is refused (OAuth allows printable ASCII only). A changed value is not allowed.',
  },
  {
    id: 'FRE-221',
    topic: 'Upper limit of the length of a redirect URI',
    range: 'Any, from a hundred characters. The registration of longer redirect URIs may be refused.',
  },
  {
    id: 'FRE-230',
    topic: 'What a denied consent means for the next authorization',
    range:
      'The user may be asked again. Alternatively, for some time or in that browser session, the user is not asked and gets no code. The specification does not say what follows a denial. If consent is asked for and given, the code is delivered (DEL-01).',
  },
] as const satisfies readonly FreedomEntry[];
