import type { RequirementEntry } from './entry.ts';

/** HTTPS only, and the answer to a request that is not properly authenticated. */
export const transport = [
  {
    id: 'TRN-01',
    section: 'Introduction',
    statement:
      'The service base address is a bare HTTPS origin: scheme https, host, optional port, and no path, query or fragment.',
    basis: 'stated',
    observable:
      'Check the baseUrl that the control description (or the target profile) gives; a lone trailing slash is tolerated. No tenant change needed.',
    kind: 'schema',
  },
  {
    id: 'TRN-02',
    section: 'What the service does; Limits (Transport)',
    statement: 'Every documented path answers over HTTPS.',
    basis: 'stated',
    observable:
      'Authenticated GET of each listing, POST of the token path and GET of the authorize path over TLS. Needs one app with a data grant.',
    kind: 'example',
  },
  {
    id: 'TRN-03',
    section: 'Limits (Transport)',
    statement: 'A plain-HTTP request never obtains records, even with valid credentials.',
    basis: 'stated',
    observable:
      'Send the same authenticated listing request in clear text to the base host and port (and to port 80 where the base port is the default); no answer at all, an error or a redirect is fine, a page of records is not.',
    kind: 'property',
  },
  {
    id: 'TRN-04',
    section: 'Limits (Transport)',
    statement: 'A plain-HTTP request never obtains an access token.',
    basis: 'stated',
    observable:
      'POST a correct token request in clear text to the base host; the answer must contain no access_token. Redirects are not followed with the body. Use a secret that is rotated afterwards.',
    kind: 'property',
  },
  {
    id: 'TRN-05',
    section: 'What the service does; Limits (Transport)',
    statement: 'A plain-HTTP authorization request never delivers an authorization code.',
    basis: 'derived',
    observable:
      "Have the control's browser open the http form of the authorization address for a consenting user. Where a code arrives, send that form again with the browser's cookies, following nothing: a redirect to https is fine, a redirect that carries a code is not. Not judged where a code arrives and the control gives no cookies.",
    kind: 'example',
  },
  {
    id: 'TRN-06',
    section: 'Authentication; Errors',
    statement: 'A listing call with no Authorization header is answered with status 401.',
    basis: 'stated',
    observable: 'GET each documented listing without the header and look at the status. No control needed.',
    kind: 'property',
  },
  {
    id: 'TRN-07',
    section: 'Authentication; Errors',
    statement: 'A listing call with a bearer value that was never issued is answered with status 401.',
    basis: 'stated',
    observable: 'GET each listing with random opaque strings of several lengths as bearer token.',
    kind: 'property',
  },
  {
    id: 'TRN-08',
    section: 'Authentication; Errors',
    statement:
      'A bearer value that differs from a live access token in one character (altered, removed, appended or case-flipped) is answered with status 401.',
    basis: 'stated',
    observable:
      'Obtain a live token, mutate it, GET a listing with each mutant; only the unchanged token works. Where the token is a JWT or base64, a mutant counts only if the decoded bytes differ (spare bits and padding are a freedom).',
    kind: 'property',
  },
  {
    id: 'TRN-09',
    section: 'Authentication; Errors',
    statement:
      'A live access token under an authorization scheme outside the supported methods (for example Digest or an invented scheme) is answered with status 401.',
    basis: 'stated',
    observable: 'GET a listing with `Authorization: Token <live token>` and similar; expect 401.',
    kind: 'example',
  },
  {
    id: 'TRN-10',
    section: 'Authentication; Errors',
    statement:
      'A syntactically broken Authorization header (scheme only, empty bearer, undecodable Basic) is answered with status 401.',
    basis: 'derived',
    observable: 'GET a listing with a fixed list of malformed headers; status 401 each time.',
    kind: 'property',
  },
  {
    id: 'TRN-11',
    section: 'Authentication',
    statement:
      'A live access token placed only in the query string or body, and not in the Authorization header, does not authenticate the call.',
    basis: 'derived',
    observable: 'GET a listing with ?access_token=<live> and no header; expect 401 and no records.',
    kind: 'property',
  },
  {
    id: 'TRN-12',
    section: 'Authentication; Errors',
    statement: 'A 401 answer discloses no records and no page token.',
    basis: 'derived',
    observable:
      'Create marked records, call every listing badly authenticated and search the whole response for identifiers and names of those records.',
    kind: 'property',
  },
  {
    id: 'TRN-13',
    section: 'Authentication',
    statement:
      'Each call is authenticated for itself: an earlier successful call on the same connection or with the same cookies gives a later call without credentials no access.',
    basis: 'stated',
    observable:
      'On one kept-alive connection send an authenticated GET, then the same GET without Authorization, returning any cookies set; the second is 401.',
    kind: 'stateful',
  },
  {
    id: 'TRN-14',
    section: 'What the service does; Authentication',
    statement:
      'A call acts as exactly one actor: what it can see is the set that this one actor may see, not a union with other actors.',
    basis: 'stated',
    observable:
      'Grant three projects to user A, user B and an app respectively; list with each credential and compare the sets. Needs project and record control.',
    kind: 'property',
  },
  {
    id: 'TRN-15',
    section: 'What the service does',
    statement:
      'Interleaving calls of different actors does not mix them: each answer reflects the credential of its own request.',
    basis: 'derived',
    observable:
      "Send concurrent interleaved listings for several actors over shared connections and compare each answer with that actor's own set.",
    kind: 'stateful',
  },
  {
    id: 'TRN-16',
    section: 'Authentication',
    statement: 'The scheme name in Authorization is recognised in any letter case.',
    basis: 'derived',
    observable:
      'GET a listing with bearer, BEARER and Bearer (and basic, BASIC for keys); all succeed. HTTP semantics, not in the document.',
    kind: 'property',
  },
  {
    id: 'TRN-17',
    section: 'Errors',
    statement: 'A 401 answer carries a WWW-Authenticate header with at least one challenge.',
    basis: 'derived',
    observable: 'Inspect headers of any 401 from a listing. Required by HTTP semantics only.',
    kind: 'schema',
  },
  {
    id: 'TRN-18',
    section: 'Endpoints / Listing endpoints',
    statement:
      'A successful listing answer to a request with Accept: application/json is a JSON document, labelled as JSON.',
    basis: 'derived',
    observable:
      'GET each listing with the Accept header; the body parses as a JSON object and the content type is application/json or a +json type.',
    kind: 'schema',
  },
  {
    id: 'TRN-19',
    section: 'Introduction; What the service does',
    statement: 'A credential of one tenant does not authenticate at the address of another tenant.',
    basis: 'derived',
    observable:
      'Needs two tenants (two target addresses): use token, key and client pair of the first at the second; all refused, API calls with 401.',
    kind: 'property',
  },
  {
    id: 'TRN-20',
    section: 'Authentication; Errors',
    statement:
      'Lack of authentication wins over request validation on documented listings: a badly authenticated call with invalid query parameters is still a 401.',
    basis: 'derived',
    observable: 'GET a listing without a credential and with pageSize=abc, sort=?? or a bogus nextToken; status 401.',
    kind: 'property',
  },
  {
    id: 'TRN-21',
    section: 'Authentication',
    statement:
      'A wrong credential is not rescued by anything else in the request: a bad bearer token together with a live browser session cookie is still refused.',
    basis: 'derived',
    observable:
      'Sign a user in through the control where its cookies are available, send a listing with a random bearer and those cookies; 401. Not exercised where cookies cannot be had.',
    kind: 'property',
  },
] as const satisfies readonly RequirementEntry[];
