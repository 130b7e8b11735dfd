import type { RequirementEntry } from '../entry.ts';

/** The authorization endpoint: its parameters, redirect URIs, sign-in and consent. */
export const authorization = [
  {
    id: 'DEL-01',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
      'Endpoints / GET {base_url}/oauth/authorize, introduction',
    ],
    statement:
      'An authorization request with client_id, a registered redirect_uri and response_type code ends, after sign-in and consent, in a redirect to that redirect_uri with a code query parameter.',
    basis: 'stated',
    observable:
      "Control's browser opens the address for a user and grants consent; location starts with the redirect URI and its query has a non-empty code.",
    kind: 'example',
  },
  {
    id: 'DEL-02',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, row state',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'A state value that was sent comes back unchanged on the redirect.',
    basis: 'stated',
    observable:
      'Random states of printable ASCII (punctuation, &, =, %, +, space, quotes, slashes) percent-encoded in the request; the decoded state of the redirect is equal byte for byte. With other characters a refusal is fine, a changed value is not.',
    kind: 'property',
  },
  {
    id: 'DEL-03',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, row state',
      'Authentication / Delegated auth from a canvas, step 2',
    ],
    statement:
      'State may be long enough for opaque encrypted app state: values of one or two kilobytes come back whole.',
    basis: 'derived',
    observable: 'Send base64 states up to about 2 KB; equal on return.',
    kind: 'property',
  },
  {
    id: 'DEL-04',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)', 'RFC 6749, section 4.1.2'],
    statement: 'When no state was sent, the redirect has no state parameter.',
    basis: 'derived',
    observable: "Authorize without state; the redirect's query has no state.",
    kind: 'example',
  },
  {
    id: 'DEL-05',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, row state',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'state is optional: the flow completes without it.',
    basis: 'stated',
    observable: 'Authorize without state, get a code, exchange it.',
    kind: 'example',
  },
  {
    id: 'DEL-06',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row client_id'],
    statement: 'client_id is required: a request without it gives no code.',
    basis: 'stated',
    observable:
      'Browser opens the address without client_id; no location with a code that the token endpoint takes. A parameter of that name that it does not take is none.',
    kind: 'example',
  },
  {
    id: 'DEL-07',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row client_id', 'RFC 6749, section 4.1.2.1'],
    statement: 'An unknown client_id gives no code.',
    basis: 'derived',
    observable: 'Random client id with a redirect URI that is registered on some app; no code.',
    kind: 'example',
  },
  {
    id: 'DEL-08',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement:
      'redirect_uri is required: a request without it gives no code, even when the app has exactly one registered.',
    basis: 'stated',
    observable:
      'App with one URI; authorize without the parameter; no code is delivered that the token endpoint takes.',
    kind: 'example',
  },
  {
    id: 'DEL-09',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement: 'redirect_uri must be registered on the app: an unregistered one never receives a code.',
    basis: 'stated',
    observable:
      'Unrelated host, and hosts and paths derived from the registered one (other host, sub-host, longer path, parent path, other scheme); none of them receives a code that the token endpoint takes. What the app gets at its own address is DEL-65. No variants in small print (trailing slash, letter case of host, default port, encoding, query) and no other localhost port: these are freedoms. Letter case of the path is DEL-67.',
    kind: 'property',
  },
  {
    id: 'DEL-10',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 6749, section 4.1.2.1'],
    statement: 'A user is never redirected to an unregistered redirect_uri, not even with an error.',
    basis: 'derived',
    observable:
      "Authorize with unregistered addresses: the control's location stays null and no Location header names the unregistered address.",
    kind: 'property',
  },
  {
    id: 'DEL-11',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement: 'A redirect URI registered on one app is not valid for another app.',
    basis: 'stated',
    observable:
      'Two apps with different URIs; cross client_id and redirect_uri; the address of the other app receives no code that the token endpoint takes.',
    kind: 'example',
  },
  {
    id: 'DEL-12',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'An app may have several redirect URIs, each usable, and the code goes to the one named in the request.',
    basis: 'stated',
    observable:
      'Register two, and further ones where the tenant takes them; authorize with each; the code comes to the scheme, host, port and path of the named one. What becomes of a query of its own is DEL-22.',
    kind: 'property',
  },
  {
    id: 'DEL-13',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row response_type'],
    statement: 'response_type is required: a request without it gives no code.',
    basis: 'stated',
    observable: 'Authorize without the parameter; no code that the token endpoint takes.',
    kind: 'example',
  },
  {
    id: 'DEL-14',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row response_type', 'RFC 6749, section 4.1.2.1'],
    statement: 'A response_type other than code yields neither a code nor a token on the redirect.',
    basis: 'derived',
    observable: 'token, id_token, CODE, empty, code%20token: no code, no access_token in query or fragment.',
    kind: 'property',
  },
  {
    id: 'DEL-15',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'A user with no session is prompted to sign in.',
    basis: 'stated',
    observable: 'Fresh browser session; prompts contains signIn before any code.',
    kind: 'stateful',
  },
  {
    id: 'DEL-16',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'A user with a session but no earlier consent is asked to consent, without a new sign-in.',
    basis: 'stated',
    observable:
      "Sign in through another app's flow, then authorize this app with the session kept; prompts holds consent. A second sign-in makes it inconclusive: the length of sessions is free.",
    kind: 'stateful',
  },
  {
    id: 'DEL-17',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement:
      'With an active session and an earlier consent the step is invisible: no prompt, straight redirect with a code.',
    basis: 'stated',
    observable:
      'Authorize twice with the session kept; the second prompts list has no consent and a code arrives. A second sign-in makes it inconclusive: the length of sessions is free.',
    kind: 'stateful',
  },
  {
    id: 'DEL-18',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)',
    ],
    statement: 'Without consent there is no code: denial delivers no code to the app.',
    basis: 'derived',
    observable: 'Browser with consent deny; whatever the location, it has no code.',
    kind: 'stateful',
  },
  {
    id: 'DEL-19',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'A denied consent is not remembered as given.',
    basis: 'derived',
    observable: 'Deny, then authorize again with the session kept; prompts contains consent again.',
    kind: 'stateful',
  },
  {
    id: 'DEL-20',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: "Consent is per user: one user's consent does not spare another user the prompt.",
    basis: 'derived',
    observable: 'User A consents; user B, signed in, authorizes the same app; prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'DEL-21',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'Consent is per app: consent to one app does not spare the user the prompt for another.',
    basis: 'derived',
    observable: 'User consents to app 1, then authorizes app 2; prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'DEL-22',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)', 'RFC 6749, section 3.1.2'],
    statement: 'A registered redirect URI that has its own query keeps it, with code and state added to it.',
    basis: 'derived',
    observable: 'Register https://host/cb?x=1; location has x=1, code and state. From the OAuth standard.',
    kind: 'property',
  },
  {
    id: 'DEL-23',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'http://localhost with a port, and nothing behind it, can be registered as a redirect URI and used.',
    basis: 'stated',
    observable:
      'registerRedirectUri http://localhost:PORT, with ports from 1024 on, gives registered true; the flow completes with it. At every tenant, since what the words call production is the redirect URI. Paths and other ports: DEL-66.',
    kind: 'example',
  },
  {
    id: 'DEL-24',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'An HTTPS redirect URI of a host and a path that is registered on an app can be used.',
    basis: 'stated',
    observable:
      'Where registerRedirectUri https://host/path gives registered true, the flow completes with it. Whether it can be registered, and other forms: DEL-64.',
    kind: 'example',
  },
  {
    id: 'DEL-25',
    from: ['Authentication / Delegated auth, step 1', 'Limits, row Transport'],
    statement:
      'A redirect URI on a non-local host must use HTTPS: an http one cannot be registered, and so never receives a code.',
    basis: 'derived',
    observable: 'registerRedirectUri http://app.example/cb gives registered false, or authorize with it gives no code.',
    kind: 'property',
  },
  {
    id: 'DEL-26',
    from: ['Authentication / Delegated auth, step 1', 'Limits, row Transport'],
    statement:
      'Hosts that merely contain localhost are not local: http://localhost.evil.example and http://localhost:80@evil.example are not registrable.',
    basis: 'derived',
    observable: 'registerRedirectUri with such addresses; registered false or no code delivered.',
    kind: 'property',
  },
  {
    id: 'DEL-64',
    from: ['Authentication / Delegated auth, step 1', 'RFC 6749, section 3.1.2'],
    statement:
      'An HTTPS redirect URI can be registered on whatever host and path, with a port, without a path or with a slash at its end, and is used as it is written.',
    basis: 'derived',
    observable:
      'registerRedirectUri with such addresses gives registered true, and the code comes to the very address. The words say what a redirect URI of production must be, and not that each such address is taken. Longer than a hundred characters is a freedom.',
    kind: 'property',
  },
  {
    id: 'DEL-65',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 6749, section 4.1.2.1'],
    statement: 'A request that names an unregistered redirect_uri gives no code at a registered one of the app either.',
    basis: 'derived',
    observable:
      'Authorize with unregistered addresses, an empty one and those of another app; no code that the token endpoint takes comes to an address of the app itself.',
    kind: 'property',
  },
  {
    id: 'DEL-66',
    from: ['Authentication / Delegated auth, step 1'],
    statement:
      'http://localhost with a port can also be registered and used with a path, with a port below 1024 and beside another one on localhost.',
    basis: 'derived',
    observable: 'registerRedirectUri with such addresses gives registered true; the flow completes with them.',
    kind: 'property',
  },
  {
    id: 'DEL-67',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 3986, section 6.2.2.1'],
    statement:
      'An address that differs from a registered redirect URI in the letter case of its path receives no code.',
    basis: 'derived',
    observable:
      'Authorize with the path of a registered redirect URI in upper case, or with one letter of it; no code there that the token endpoint takes. How addresses are compared is not said; by the standard, paths are told apart by letter case.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
