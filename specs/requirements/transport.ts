import type { RequirementEntry } from './entry.ts';

/** HTTPS only, and the answer to a request that is not properly authenticated. */
export const transport = [
  {
    id: 'TRN-01',
    from: ['Introduction, sentence 4 (form of the base address)'],
    statement:
      'The service base address is a bare HTTPS origin: scheme https, host, optional port, and no path, query or fragment.',
    basis: 'stated',
    observable:
      'Check the baseUrl that the control description or the target profile gives. A single trailing slash is tolerated. The tenant is not changed.',
    kind: 'schema',
  },
  {
    id: 'TRN-02',
    from: ['What the service does, point 7 (HTTPS)', 'Limits, row Transport'],
    statement: 'Every documented path answers over HTTPS.',
    basis: 'stated',
    observable:
      'Send, over TLS, an authenticated GET to each listing, a POST to the token path and a GET to the authorize path. Needs one app with access to data. A redirect to another HTTPS address of the tenant is followed (FRE-03). A redirect to any other address, or without an address, does not count as an answer.',
    kind: 'example',
  },
  {
    id: 'TRN-03',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP request never returns records and never creates a record, even with valid credentials.',
    basis: 'stated',
    observable:
      'Send the same authenticated listing request, and the write probe, over plain HTTP to the base host and port, and to port 80 if the base port is the default. Allowed: no answer, an error or a redirect. Not allowed: a page of records or the new record.',
    kind: 'property',
  },
  {
    id: 'TRN-04',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP request never obtains an access token.',
    basis: 'stated',
    observable:
      'POST a correct token request over plain HTTP to the base host. The answer must contain no access_token. The suite does not send the body on to a redirect. Use a secret that is rotated afterwards.',
    kind: 'property',
  },
  {
    id: 'TRN-05',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP authorization request never delivers an authorization code.',
    basis: 'derived',
    observable:
      "Let the control's browser open the http form of the authorization address for a consenting user. If a code arrives, send that http request again with the browser's cookies and without following redirects. A redirect to https is allowed; a redirect that carries a code is not. Not judged if a code arrives and the control gives no cookies.",
    kind: 'example',
  },
  {
    id: 'TRN-06',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement: 'A listing call with no credential of any kind is answered with status 401.',
    basis: 'stated',
    observable:
      'GET each documented listing without the Authorization header and check the status. No control needed. Other requirements cover related cases: a credential in another place (TRN-11), a cookie (TRN-22), another spelling of the path (TRN-23), a conditional header (TRN-24), and a parameter that the listing may not know (TRN-20).',
    kind: 'property',
  },
  {
    id: 'TRN-07',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement: 'A listing call with a bearer token that was never issued is answered with status 401.',
    basis: 'stated',
    observable: 'GET each listing with random opaque strings of several lengths as bearer token.',
    kind: 'property',
  },
  {
    id: 'TRN-08',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement:
      'A bearer token that differs from a live access token in one character (altered, removed, appended or changed in letter case) is answered with status 401.',
    basis: 'stated',
    observable:
      'Obtain a live token, change it, and GET a listing with each changed token. Only the unchanged token works. If the token is a JWT or base64, a changed token counts only if its decoded bytes differ: spare bits and padding are a freedom (FRE-220).',
    kind: 'property',
  },
  {
    id: 'TRN-09',
    from: [
      'Authentication, sentence 2 (four methods)',
      'Authentication, sentence 3 (status 401)',
      'Errors, row Not properly authenticated',
    ],
    statement:
      'A live access token sent under an unsupported authorization scheme (for example Digest or an invented scheme) is answered with status 401.',
    basis: 'derived',
    observable: 'GET a listing with `Authorization: Token <live token>` and similar schemes. Expect 401.',
    kind: 'example',
  },
  {
    id: 'TRN-10',
    from: [
      'Authentication, sentence 3 (status 401)',
      'Errors, row Not properly authenticated',
      'RFC 9110, section 11.6.2',
    ],
    statement:
      'A syntactically broken Authorization header (scheme only, empty bearer, undecodable Basic) is answered with status 401.',
    basis: 'derived',
    observable: 'GET a listing with each of a fixed list of malformed headers. The status is 401 each time.',
    kind: 'property',
  },
  {
    id: 'TRN-11',
    from: [
      'Authentication, row OAuth bearer',
      'Authentication, sentence 2 (four methods)',
      'Authentication, sentence 3 (status 401)',
    ],
    statement:
      'A live credential outside the Authorization header (in the query string, the body, another header or a cookie) does not authenticate the call.',
    basis: 'derived',
    observable:
      'GET a listing with ?access_token=<live> and no Authorization header, and with a live access token or API key in headers and cookies that other services use. Expect 401 and no records. The tenant may also refuse the unknown parameter or the body itself.',
    kind: 'property',
  },
  {
    id: 'TRN-12',
    from: ['Authentication, sentence 1 (user or app)', 'Authentication, sentence 3 (status 401)'],
    statement: 'A 401 answer discloses no records and no page token.',
    basis: 'derived',
    observable:
      'Create marked records, call every listing without valid authentication, and search the whole response for identifiers and names of those records.',
    kind: 'property',
  },
  {
    id: 'TRN-13',
    from: ['Authentication, sentence 1 (user or app)', 'Authentication, sentence 3 (status 401)'],
    statement:
      'Each call is authenticated separately: an earlier successful call on the same connection does not authenticate a later call without credentials.',
    basis: 'stated',
    observable:
      'On one kept-alive connection, send an authenticated GET, then the same GET without Authorization and without cookies. The second is answered with 401.',
    kind: 'stateful',
  },
  {
    id: 'TRN-14',
    from: ['What the service does, point 1 (one actor a call)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'A call acts as exactly one actor: it sees what this actor may see, not the combined data of several actors.',
    basis: 'stated',
    observable:
      'Grant three projects to user A, user B and an app respectively. List with each credential and compare the sets. Needs control of projects and records.',
    kind: 'property',
  },
  {
    id: 'TRN-15',
    from: ['What the service does, point 1 (one actor a call)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'Interleaved calls of different actors do not mix: each answer reflects the credential of its own request.',
    basis: 'derived',
    observable:
      "Send concurrent, interleaved listing calls for several actors over shared connections. Compare each answer with that actor's own set.",
    kind: 'stateful',
  },
  {
    id: 'TRN-16',
    from: ['Authentication, row OAuth bearer', 'Authentication, row Basic', 'RFC 9110, section 11.1'],
    statement: 'The scheme name in the Authorization header is recognized in any letter case.',
    basis: 'derived',
    observable:
      'GET a listing with bearer, BEARER and Bearer (and basic and BASIC for keys). All succeed. HTTP requires this; the specification does not state it.',
    kind: 'property',
  },
  {
    id: 'TRN-17',
    from: ['Authentication, sentence 3 (status 401)', 'RFC 9110, section 11.6.1'],
    statement: 'A 401 answer carries a WWW-Authenticate header with at least one challenge.',
    basis: 'derived',
    observable: 'Inspect the headers of any 401 from a listing. Only the HTTP standard requires this.',
    kind: 'schema',
  },
  {
    id: 'TRN-18',
    from: ['Endpoints / Listing endpoints, sentence 1 (headers)', 'RFC 9110, section 8.3'],
    statement:
      'A successful listing answer to a request with Accept: application/json is a JSON document and is labelled as JSON.',
    basis: 'derived',
    observable:
      'GET each listing with the Accept header. The body parses as a JSON object, and the content type is application/json or a +json type.',
    kind: 'schema',
  },
  {
    id: 'TRN-19',
    from: [
      'What the service does, sentence 1 (several tenants)',
      'Introduction, sentence 4 (form of the base address)',
    ],
    statement: 'A credential of one tenant does not authenticate at the address of another tenant.',
    basis: 'derived',
    observable:
      'Needs two tenants (two target addresses). Use a token, a key and client credentials of the first at the second. All are refused, API calls with 401.',
    kind: 'property',
  },
  {
    id: 'TRN-20',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement:
      'The authentication check comes before request validation on documented listings: a call without valid authentication and with invalid query parameters is still answered with 401.',
    basis: 'derived',
    observable:
      'GET a listing without a credential and with pageSize=abc, sort=?? or an invented nextToken. The status is 401.',
    kind: 'property',
  },
  {
    id: 'TRN-21',
    from: [
      'Authentication, sentence 3 (status 401)',
      'Authentication, sentence 1 (user or app)',
      'Errors, row Not properly authenticated',
    ],
    statement:
      'Nothing else in the request makes up for a wrong credential: a bad bearer token together with a live browser session cookie is still refused.',
    basis: 'derived',
    observable:
      'Sign a user in through the control if it gives the session cookies. Send a listing call with a random bearer token and those cookies. Expect 401. Not exercised if the control gives no cookies.',
    kind: 'property',
  },
  {
    id: 'TRN-22',
    from: [
      'Authentication, sentence 2 (four methods)',
      'Authentication, sentence 1 (user or app)',
      'Authentication, sentence 3 (status 401)',
    ],
    statement:
      'Cookies that the API or the token endpoint sets, and cookies that belong to no session, do not replace a credential: a call with such cookies and no Authorization header is answered with status 401.',
    basis: 'derived',
    observable:
      'After successful calls, send the cookies that they set, or invented cookies, without Authorization. Expect 401. The effect of a live session cookie of the web application is a freedom (FRE-08).',
    kind: 'stateful',
  },
  {
    id: 'TRN-23',
    from: [
      'Authentication, sentence 1 (user or app)',
      'Authentication, sentence 3 (status 401)',
      'RFC 3986, section 6.2.2',
    ],
    statement: "No other spelling of a listing's path returns records to a call without a credential.",
    basis: 'derived',
    observable:
      'GET the path with a trailing slash, doubled slashes, an escaped letter, capital letters, path parameters or a suffix, without Authorization. The answer holds no records of the tenant. Its status is a freedom (FRE-06).',
    kind: 'example',
  },
  {
    id: 'TRN-24',
    from: [
      'Authentication, sentence 3 (status 401)',
      'Errors, row Not properly authenticated',
      'RFC 9110, section 13.2.1',
    ],
    statement: 'A conditional header does not change the 401 answer to a listing call without a credential.',
    basis: 'derived',
    observable:
      'GET a listing without Authorization; the answer is 401. Send it again with If-None-Match or If-Modified-Since. The answer is 401 again, neither 304 nor 412. TRN-06 covers an answer that is a page.',
    kind: 'example',
  },
  {
    id: 'TRN-25',
    from: [
      'Endpoints / Listing endpoints, sentence 1 (headers)',
      'What the service does, sentence 2 (reading and writing records)',
      'RFC 9112, section 7.1',
      'RFC 9110, section 5.1',
      'RFC 9110, section 5.3',
    ],
    statement:
      'A call has the same meaning in each form that HTTP/1.1 allows (header fields in any order and letter case, a body in chunks or in several segments), unless that form is refused with 411, 413, 417, 431 or 501.',
    basis: 'derived',
    observable:
      'Use connections that carry nothing else. Send listing calls and the write probe with header fields in another order and letter case, and with bodies in chunks and segments. Compare with the same call in its usual form. Over HTTP/2 alone, or through a proxy, only the usual form can be sent.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
