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
      'Check the baseUrl that the control description (or the target profile) gives; a lone trailing slash is tolerated. No tenant change needed.',
    kind: 'schema',
  },
  {
    id: 'TRN-02',
    from: ['What the service does, point 7 (HTTPS)', 'Limits, row Transport'],
    statement: 'Every documented path answers over HTTPS.',
    basis: 'stated',
    observable:
      'Authenticated GET of each listing, POST of the token path and GET of the authorize path over TLS. Needs one app with a data grant. A redirect to another HTTPS address of the tenant is followed (FRE-03); one to anywhere else, or to nothing, is no answer.',
    kind: 'example',
  },
  {
    id: 'TRN-03',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP request never obtains records and never creates one, even with valid credentials.',
    basis: 'stated',
    observable:
      'Send the same authenticated listing request, and the write probe, in clear text to the base host and port (and to port 80 where the base port is the default); no answer at all, an error or a redirect is fine, a page of records or the new record is not.',
    kind: 'property',
  },
  {
    id: 'TRN-04',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP request never obtains an access token.',
    basis: 'stated',
    observable:
      'POST a correct token request in clear text to the base host; the answer must contain no access_token. Redirects are not followed with the body. Use a secret that is rotated afterwards.',
    kind: 'property',
  },
  {
    id: 'TRN-05',
    from: ['Limits, row Transport', 'What the service does, point 7 (HTTPS)'],
    statement: 'A plain-HTTP authorization request never delivers an authorization code.',
    basis: 'derived',
    observable:
      "Have the control's browser open the http form of the authorization address for a consenting user. Where a code arrives, send that form again with the browser's cookies, following nothing: a redirect to https is fine, a redirect that carries a code is not. Not judged where a code arrives and the control gives no cookies.",
    kind: 'example',
  },
  {
    id: 'TRN-06',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement: 'A listing call with no credential of any kind is answered with status 401.',
    basis: 'stated',
    observable:
      'GET each documented listing without the header and look at the status. No control needed. A credential in another place is a matter of TRN-11, a cookie of TRN-22, another spelling of the path of TRN-23, a conditional header of TRN-24, and a parameter that the listing may not know of TRN-20.',
    kind: 'property',
  },
  {
    id: 'TRN-07',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement: 'A listing call with a bearer value that was never issued is answered with status 401.',
    basis: 'stated',
    observable: 'GET each listing with random opaque strings of several lengths as bearer token.',
    kind: 'property',
  },
  {
    id: 'TRN-08',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement:
      'A bearer value that differs from a live access token in one character (altered, removed, appended or case-flipped) is answered with status 401.',
    basis: 'stated',
    observable:
      'Obtain a live token, mutate it, GET a listing with each mutant; only the unchanged token works. Where the token is a JWT or base64, a mutant counts only if the decoded bytes differ (spare bits and padding are a freedom).',
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
      'A live access token under an authorization scheme outside the supported methods (for example Digest or an invented scheme) is answered with status 401.',
    basis: 'derived',
    observable: 'GET a listing with `Authorization: Token <live token>` and similar; expect 401.',
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
    observable: 'GET a listing with a fixed list of malformed headers; status 401 each time.',
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
      'A live credential that stands in another place than the Authorization header (the query string, the body, another header or a cookie) does not authenticate the call.',
    basis: 'derived',
    observable:
      'GET a listing with ?access_token=<live> and no header, and with a live access token or API key in headers and cookies of other services; expect 401 and no records. An unknown parameter or a body may be refused for its own sake.',
    kind: 'property',
  },
  {
    id: 'TRN-12',
    from: ['Authentication, sentence 1 (user or app)', 'Authentication, sentence 3 (status 401)'],
    statement: 'A 401 answer discloses no records and no page token.',
    basis: 'derived',
    observable:
      'Create marked records, call every listing badly authenticated and search the whole response for identifiers and names of those records.',
    kind: 'property',
  },
  {
    id: 'TRN-13',
    from: ['Authentication, sentence 1 (user or app)', 'Authentication, sentence 3 (status 401)'],
    statement:
      'Each call is authenticated for itself: an earlier successful call on the same connection gives a later call without credentials no access.',
    basis: 'stated',
    observable:
      'On one kept-alive connection send an authenticated GET, then the same GET without Authorization and without cookies; the second is 401.',
    kind: 'stateful',
  },
  {
    id: 'TRN-14',
    from: ['What the service does, point 1 (one actor a call)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'A call acts as exactly one actor: what it can see is the set that this one actor may see, not a union with other actors.',
    basis: 'stated',
    observable:
      'Grant three projects to user A, user B and an app respectively; list with each credential and compare the sets. Needs project and record control.',
    kind: 'property',
  },
  {
    id: 'TRN-15',
    from: ['What the service does, point 1 (one actor a call)', 'Authentication, sentence 1 (user or app)'],
    statement:
      'Interleaving calls of different actors does not mix them: each answer reflects the credential of its own request.',
    basis: 'derived',
    observable:
      "Send concurrent interleaved listings for several actors over shared connections and compare each answer with that actor's own set.",
    kind: 'stateful',
  },
  {
    id: 'TRN-16',
    from: ['Authentication, row OAuth bearer', 'Authentication, row Basic', 'RFC 9110, section 11.1'],
    statement: 'The scheme name in Authorization is recognised in any letter case.',
    basis: 'derived',
    observable:
      'GET a listing with bearer, BEARER and Bearer (and basic, BASIC for keys); all succeed. HTTP semantics, not in the document.',
    kind: 'property',
  },
  {
    id: 'TRN-17',
    from: ['Authentication, sentence 3 (status 401)', 'RFC 9110, section 11.6.1'],
    statement: 'A 401 answer carries a WWW-Authenticate header with at least one challenge.',
    basis: 'derived',
    observable: 'Inspect headers of any 401 from a listing. Required by HTTP semantics only.',
    kind: 'schema',
  },
  {
    id: 'TRN-18',
    from: ['Endpoints / Listing endpoints, sentence 1 (headers)', 'RFC 9110, section 8.3'],
    statement:
      'A successful listing answer to a request with Accept: application/json is a JSON document, labelled as JSON.',
    basis: 'derived',
    observable:
      'GET each listing with the Accept header; the body parses as a JSON object and the content type is application/json or a +json type.',
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
      'Needs two tenants (two target addresses): use token, key and client pair of the first at the second; all refused, API calls with 401.',
    kind: 'property',
  },
  {
    id: 'TRN-20',
    from: ['Authentication, sentence 3 (status 401)', 'Errors, row Not properly authenticated'],
    statement:
      'Lack of authentication wins over request validation on documented listings: a badly authenticated call with invalid query parameters is still a 401.',
    basis: 'derived',
    observable: 'GET a listing without a credential and with pageSize=abc, sort=?? or a bogus nextToken; status 401.',
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
      'A wrong credential is not rescued by anything else in the request: a bad bearer token together with a live browser session cookie is still refused.',
    basis: 'derived',
    observable:
      'Sign a user in through the control where its cookies are available, send a listing with a random bearer and those cookies; 401. Not exercised where cookies cannot be had.',
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
      'Cookies that answers of the API or of the token endpoint set, and cookies of no session, do not take the place of a credential: a call with such cookies and no Authorization header is answered with status 401.',
    basis: 'derived',
    observable:
      'After served calls send the cookies that they set, or invented ones, without Authorization; 401. What the cookie of a live session of the web application does is free (FRE-08).',
    kind: 'stateful',
  },
  {
    id: 'TRN-23',
    from: [
      'Authentication, sentence 1 (user or app)',
      'Authentication, sentence 3 (status 401)',
      'RFC 3986, section 6.2.2',
    ],
    statement: 'No other spelling of the path of a listing shows records to a call without a credential.',
    basis: 'derived',
    observable:
      'GET the path with a slash at its end, doubled slashes, an escaped letter, capitals, path parameters or a suffix, without Authorization; no records of the tenant. With what status such a path is answered is free (FRE-06).',
    kind: 'example',
  },
  {
    id: 'TRN-24',
    from: [
      'Authentication, sentence 3 (status 401)',
      'Errors, row Not properly authenticated',
      'RFC 9110, section 13.2.1',
    ],
    statement: 'A conditional header does not turn the 401 to a listing call without a credential into another answer.',
    basis: 'derived',
    observable:
      'GET a listing with If-None-Match or If-Modified-Since and without Authorization, after the plain call was answered with 401; 401 again, neither 304 nor 412. A page is a matter of TRN-06.',
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
      'A call means the same in each form in which HTTP/1.1 lets it lie on the wire: with header fields in any order and letter case, and with a body in chunks or in several segments, unless that form is refused with 411, 413, 417, 431 or 501.',
    basis: 'derived',
    observable:
      'Over connections that nothing else goes over, send listing calls and the write probe with another order and spelling of their fields, and bodies in chunks and segments, beside the same call in its usual form. Where only HTTP/2 is spoken, or through a proxy, there is but the usual form.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
