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
      "The control's browser opens the address for a user and grants consent. The final location starts with the redirect URI, and its query has a non-empty code.",
    kind: 'example',
  },
  {
    id: 'DEL-02',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, row state',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'A state value that was sent is returned unchanged on the redirect.',
    basis: 'stated',
    observable:
      'Send random states of printable ASCII (punctuation, &, =, %, +, space, quotes, slashes), percent-encoded. The decoded state of the redirect is equal byte for byte. With other characters a refusal is allowed, but a changed value is not.',
    kind: 'property',
  },
  {
    id: 'DEL-03',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, row state',
      'Authentication / Delegated auth from a canvas, step 2',
    ],
    statement: 'A state of one or two kilobytes, long enough for encrypted app state, is returned complete.',
    basis: 'derived',
    observable: 'Send base64 states of up to about 2 KB. The redirect returns them unchanged.',
    kind: 'property',
  },
  {
    id: 'DEL-04',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)', 'RFC 6749, section 4.1.2'],
    statement: 'When no state was sent, the redirect has no state parameter.',
    basis: 'derived',
    observable: 'Authorize without state. The query of the redirect has no state.',
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
    statement: 'client_id is required: a request without it delivers no code.',
    basis: 'stated',
    observable:
      'The browser opens the address without client_id. No location has a code that the token endpoint accepts. A parameter named code that the token endpoint does not accept does not count as a code.',
    kind: 'example',
  },
  {
    id: 'DEL-07',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row client_id', 'RFC 6749, section 4.1.2.1'],
    statement: 'An unknown client_id delivers no code.',
    basis: 'derived',
    observable: 'Send a random client id with a redirect URI that is registered on some app. No code is delivered.',
    kind: 'example',
  },
  {
    id: 'DEL-08',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement:
      'redirect_uri is required: a request without it delivers no code, even when the app has exactly one registered redirect URI.',
    basis: 'stated',
    observable:
      'Use an app with one redirect URI and authorize without the parameter. No code that the token endpoint accepts is delivered.',
    kind: 'example',
  },
  {
    id: 'DEL-09',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement: 'redirect_uri must be registered on the app: an unregistered redirect URI never receives a code.',
    basis: 'stated',
    observable:
      "Use an unrelated host, and hosts and paths derived from the registered redirect URI (other host, subdomain, longer path, parent path, other scheme). None receives a code that the token endpoint accepts. DEL-65 covers a code at the app's own address, and DEL-67 the letter case of the path. Freedoms that are not tried: a trailing slash, letter case of the host, the default port, encoding, a query (FRE-64), and other localhost ports (FRE-65).",
    kind: 'property',
  },
  {
    id: 'DEL-10',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 6749, section 4.1.2.1'],
    statement: 'A user is never redirected to an unregistered redirect_uri, not even with an error.',
    basis: 'derived',
    observable:
      "Authorize with unregistered addresses. The control's location stays null, and no Location header names the unregistered address.",
    kind: 'property',
  },
  {
    id: 'DEL-11',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri'],
    statement: 'A redirect URI registered on one app is not valid for another app.',
    basis: 'stated',
    observable:
      'Use two apps with different redirect URIs. Send the client_id of one with the redirect_uri of the other. The address of the other app receives no code that the token endpoint accepts.',
    kind: 'example',
  },
  {
    id: 'DEL-12',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement:
      'An app may have several redirect URIs, each of which can be used, and the code goes to the redirect URI that the request names.',
    basis: 'stated',
    observable:
      'Register two redirect URIs, and more if the tenant accepts them. Authorize with each. The code arrives at the scheme, host, port and path of the named redirect URI. DEL-22 covers its own query.',
    kind: 'property',
  },
  {
    id: 'DEL-13',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row response_type'],
    statement: 'response_type is required: a request without it delivers no code.',
    basis: 'stated',
    observable: 'Authorize without the parameter. No code that the token endpoint accepts is delivered.',
    kind: 'example',
  },
  {
    id: 'DEL-14',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row response_type', 'RFC 6749, section 4.1.2.1'],
    statement: 'A response_type other than code yields neither a code nor a token on the redirect.',
    basis: 'derived',
    observable:
      'Send token, id_token, CODE, empty and code%20token. The redirect has no code, and no access_token in its query or fragment.',
    kind: 'property',
  },
  {
    id: 'DEL-15',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'A user with no session is prompted to sign in.',
    basis: 'stated',
    observable: 'Use a fresh browser session. prompts contains signIn before any code.',
    kind: 'stateful',
  },
  {
    id: 'DEL-16',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'A user who has a session but has not consented before is asked to consent, without a new sign-in.',
    basis: 'stated',
    observable:
      "Sign in through another app's flow, then authorize this app in the same session. prompts contains consent. If sign-in is prompted again, the result is inconclusive, because the session length is a freedom.",
    kind: 'stateful',
  },
  {
    id: 'DEL-17',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement:
      'With an active session and an earlier consent, the user sees no prompt and is redirected directly with a code.',
    basis: 'stated',
    observable:
      'Authorize twice in the same session. The second prompts list has no consent, and a code arrives. If sign-in is prompted again, the result is inconclusive, because the session length is a freedom.',
    kind: 'stateful',
  },
  {
    id: 'DEL-18',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)',
    ],
    statement: 'Without consent there is no code: when the user denies consent, the app receives no code.',
    basis: 'derived',
    observable: 'The browser denies consent. The location, if there is one, has no code.',
    kind: 'stateful',
  },
  {
    id: 'DEL-19',
    from: [
      'Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'A denied consent is not stored as given.',
    basis: 'derived',
    observable: 'Deny consent, then authorize again in the same session. prompts contains consent again.',
    kind: 'stateful',
  },
  {
    id: 'DEL-20',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: "Consent is per user: one user's consent does not remove the prompt for another user.",
    basis: 'derived',
    observable: 'User A consents. User B, who is signed in, authorizes the same app. prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'DEL-21',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 1 (sign-in and consent)'],
    statement: 'Consent is per app: consent to one app does not remove the prompt for another app.',
    basis: 'derived',
    observable: 'A user consents to app 1, then authorizes app 2. prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'DEL-22',
    from: ['Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)', 'RFC 6749, section 3.1.2'],
    statement: 'A registered redirect URI that has its own query keeps it, and code and state are added to it.',
    basis: 'derived',
    observable:
      'Register https://host/cb?x=1. The location has x=1, code and state. This comes from the OAuth standard.',
    kind: 'property',
  },
  {
    id: 'DEL-23',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement:
      'http://localhost with a port, and nothing after the port, can be registered as a redirect URI and used.',
    basis: 'stated',
    observable:
      'registerRedirectUri with http://localhost:PORT, for ports from 1024 up, gives registered true, and the flow completes with it. This holds at every tenant: in the specification, the word production describes the redirect URI, not the tenant. DEL-66 covers paths and other ports.',
    kind: 'example',
  },
  {
    id: 'DEL-24',
    from: [
      'Authentication / Delegated auth, step 1',
      'Endpoints / GET {base_url}/oauth/authorize, behavior 2 (redirect)',
    ],
    statement: 'A registered HTTPS redirect URI with a host and a path can be used.',
    basis: 'stated',
    observable:
      'If registerRedirectUri with https://host/path gives registered true, the flow completes with it. DEL-64 covers whether it can be registered, and other forms.',
    kind: 'example',
  },
  {
    id: 'DEL-25',
    from: ['Authentication / Delegated auth, step 1', 'Limits, row Transport'],
    statement:
      'A redirect URI on a non-local host must use HTTPS: an http redirect URI cannot be registered, and so never receives a code.',
    basis: 'derived',
    observable:
      'registerRedirectUri with http://app.example/cb gives registered false, or authorization with it delivers no code.',
    kind: 'property',
  },
  {
    id: 'DEL-26',
    from: ['Authentication / Delegated auth, step 1', 'Limits, row Transport'],
    statement:
      'Hosts that only contain the text localhost are not local: http://localhost.evil.example and http://localhost:80@evil.example cannot be registered.',
    basis: 'derived',
    observable: 'registerRedirectUri with such addresses gives registered false, or no code is delivered.',
    kind: 'property',
  },
  {
    id: 'DEL-64',
    from: ['Authentication / Delegated auth, step 1', 'RFC 6749, section 3.1.2'],
    statement:
      'An HTTPS redirect URI can be registered with any host and path, with a port, without a path or with a trailing slash, and is used exactly as it was registered.',
    basis: 'derived',
    observable:
      'registerRedirectUri with such addresses gives registered true, and the code arrives at exactly that address. The specification says what a production redirect URI must be, not that every such address is accepted. Addresses longer than a hundred characters are a freedom (FRE-221).',
    kind: 'property',
  },
  {
    id: 'DEL-65',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 6749, section 4.1.2.1'],
    statement:
      'A request that names an unregistered redirect_uri delivers no code to a registered redirect URI of the app either.',
    basis: 'derived',
    observable:
      'Authorize with unregistered addresses, an empty address and those of another app. No code that the token endpoint accepts arrives at an address of the app itself.',
    kind: 'property',
  },
  {
    id: 'DEL-66',
    from: ['Authentication / Delegated auth, step 1'],
    statement:
      'http://localhost with a port can also be registered and used with a path, with a port below 1024 and in addition to another localhost redirect URI.',
    basis: 'derived',
    observable: 'registerRedirectUri with such addresses gives registered true, and the flow completes with them.',
    kind: 'property',
  },
  {
    id: 'DEL-67',
    from: ['Endpoints / GET {base_url}/oauth/authorize, row redirect_uri', 'RFC 3986, section 6.2.2.1'],
    statement:
      'An address that differs from a registered redirect URI in the letter case of its path receives no code.',
    basis: 'derived',
    observable:
      'Authorize with the path of a registered redirect URI in upper case, or with one letter of it in the other case. No code that the token endpoint accepts arrives there. The specification does not say how addresses are compared; by the standard, paths are case-sensitive.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
