import type { RequirementEntry } from './entry.ts';

/** The token endpoint: its fields, its response and its refusals, for every grant. */
export const tokenIssuance = [
  {
    id: 'TOK-01',
    from: [
      'Endpoints / POST {base_url}/oauth/token, introduction',
      'Endpoints, sentence 2 (form encoding)',
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement:
      'A form-encoded POST to {base_url}/oauth/token with a supported grant_type and its fields returns an access token response.',
    basis: 'stated',
    observable:
      'POST as application/x-www-form-urlencoded for each grant the tenant supports. Needs one installed app and, for user grants, one consenting user.',
    kind: 'example',
  },
  {
    id: 'TOK-02',
    from: ['Resources / Access token response, row token_type'],
    statement: 'token_type is present in every access token response and is exactly the string Bearer.',
    basis: 'stated',
    observable: 'Check the body for all three grants.',
    kind: 'schema',
  },
  {
    id: 'TOK-03',
    from: ['Resources / Access token response, row access_token'],
    statement: 'access_token is present in every access token response as a non-empty string.',
    basis: 'stated',
    observable: 'Check the body for all three grants.',
    kind: 'schema',
  },
  {
    id: 'TOK-04',
    from: ['Resources / Access token response, row expires_in'],
    statement: 'expires_in is present in every access token response as a JSON integer.',
    basis: 'stated',
    observable: 'Check the JSON type for all three grants.',
    kind: 'schema',
  },
  {
    id: 'TOK-05',
    from: ['Resources / Access token response, row expires_in', 'Limits, row Access token lifetime'],
    statement: 'expires_in is 900 for every grant and every repeated token request.',
    basis: 'stated',
    observable:
      'Request tokens repeatedly, including seconds after an earlier token, with each grant. The value is 900 each time.',
    kind: 'property',
  },
  {
    id: 'TOK-06',
    from: [
      'Resources / Access token response, row refresh_token',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
    ],
    statement: 'refresh_token is present as a non-empty string in the response to an authorization_code grant.',
    basis: 'stated',
    observable: "Complete an authorization through the control's browser and exchange the code.",
    kind: 'schema',
  },
  {
    id: 'TOK-07',
    from: [
      'Resources / Access token response, row refresh_token',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'refresh_token is present as a non-empty string in the response to a refresh_token grant.',
    basis: 'stated',
    observable: 'Exchange a live refresh token and check the body.',
    kind: 'schema',
  },
  {
    id: 'TOK-08',
    from: ['Resources / Access token response, row refresh_token_expires_in'],
    statement: 'When refresh_token_expires_in accompanies refresh_token, it is a JSON integer.',
    basis: 'stated',
    observable: 'Check both user grants. TOK-36 covers a missing or null member.',
    kind: 'schema',
  },
  {
    id: 'TOK-09',
    from: ['Resources / Access token response, row refresh_token_expires_in', 'Limits, row Refresh token lifetime'],
    statement:
      'refresh_token_expires_in is 2592000 in every response that contains it, including late refreshes in a chain.',
    basis: 'stated',
    observable:
      'Exchange a code, move the clock by some days where possible, and refresh several times. The value never changes.',
    kind: 'property',
  },
  {
    id: 'TOK-10',
    from: ['Resources / Access token response, row refresh_token_expires_in'],
    statement: 'refresh_token_expires_in is absent when refresh_token is absent.',
    basis: 'stated',
    observable: 'Check client_credentials responses. Here a null member counts as absent (CCR-22).',
    kind: 'schema',
  },
  {
    id: 'TOK-11',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'A token request without client_id yields no token, for every grant.',
    basis: 'stated',
    observable:
      'Omit the field from otherwise correct requests, with no Authorization header. The answer is not a success and has no access_token.',
    kind: 'property',
  },
  {
    id: 'TOK-12',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'A token request without client_secret yields no token, for every grant.',
    basis: 'stated',
    observable:
      'Omit the field from otherwise correct requests, with no Authorization header. The answer is not a success and has no access_token.',
    kind: 'property',
  },
  {
    id: 'TOK-13',
    from: ['Endpoints / POST {base_url}/oauth/token, row authorization_code'],
    statement: 'An authorization_code request without code yields no token.',
    basis: 'stated',
    observable: 'Omit the field from an otherwise correct request. The answer has no access_token.',
    kind: 'example',
  },
  {
    id: 'TOK-14',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, rule 2 (redirect_uri and code)',
    ],
    statement:
      'An authorization_code request without redirect_uri yields no token, even when the app has only one registered redirect URI.',
    basis: 'stated',
    observable: 'Use an app with one redirect URI and exchange a fresh code without the field. No token is returned.',
    kind: 'example',
  },
  {
    id: 'TOK-15',
    from: ['Endpoints / POST {base_url}/oauth/token, row refresh_token'],
    statement: 'A refresh_token request without refresh_token yields no token.',
    basis: 'stated',
    observable: 'Omit the field from an otherwise correct request. The answer has no access_token.',
    kind: 'example',
  },
  {
    id: 'TOK-16',
    from: ['Endpoints / POST {base_url}/oauth/token, introduction'],
    statement: 'A token request without grant_type yields no token.',
    basis: 'derived',
    observable: 'Send correct credentials and no grant_type. The answer has no access_token.',
    kind: 'example',
  },
  {
    id: 'TOK-17',
    from: [
      'Endpoints / POST {base_url}/oauth/token, introduction',
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'A token request with a grant_type other than the three documented ones yields no token.',
    basis: 'derived',
    observable:
      'Send password, implicit, CLIENT_CREDENTIALS, empty and random values with correct credentials. The answer has no access_token.',
    kind: 'property',
  },
  {
    id: 'TOK-18',
    from: [
      'Errors, row Not properly authenticated',
      'Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)',
    ],
    statement: 'A token request with a wrong client_secret yields no token, for every grant.',
    basis: 'stated',
    observable:
      'Send wrong, truncated, extended and case-changed secrets in otherwise correct requests. The answer has no access_token.',
    kind: 'property',
  },
  {
    id: 'TOK-19',
    from: [
      'Errors, row Not properly authenticated',
      'Authentication, sentence 3 (status 401)',
      'RFC 6749, section 5.2',
    ],
    statement: 'A token request refused for a wrong client credential has status 401.',
    basis: 'derived',
    observable:
      'Send a wrong secret or an unknown client_id to the token path. The status is 401: the 401 row names wrong credentials in general. OAuth would also allow 400.',
    kind: 'example',
  },
  {
    id: 'TOK-20',
    from: [
      'Errors, row Not properly authenticated',
      'Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)',
    ],
    statement: 'A token request with an unknown client_id yields no token.',
    basis: 'derived',
    observable:
      'Send random client ids, and ids close to a real one, with a live secret. The answer has no access_token. Ids that differ only in letter case or blanks are not sent.',
    kind: 'property',
  },
  {
    id: 'TOK-21',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)',
      'Errors, row Not properly authenticated',
    ],
    statement:
      'client_id and client_secret must belong to the same app: the id of one app with the secret of another yields no token.',
    basis: 'derived',
    observable:
      'Use two apps. Swap their credentials in client_credentials and refresh requests. The answer has no access_token.',
    kind: 'example',
  },
  {
    id: 'TOK-22',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)'],
    statement: 'After the client secret is rotated, the new secret obtains tokens.',
    basis: 'derived',
    observable: 'The control rotates the secret. A request with the new secret succeeds.',
    kind: 'stateful',
  },
  {
    id: 'TOK-23',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)',
      'Authentication / OAuth bearer with app credentials, step 7',
      'Authentication / Credential handling, sentence 2 (rotation)',
    ],
    statement: 'After the client secret is rotated, the previous secret no longer obtains tokens, in any grant.',
    basis: 'derived',
    observable:
      'The control rotates the secret. Client_credentials, code exchange and refresh requests with the old secret give no token.',
    kind: 'stateful',
  },
  {
    id: 'TOK-24',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 1 (credentials of the app)'],
    statement: "Rotating one app's secret leaves other apps' secrets working.",
    basis: 'derived',
    observable: 'Use two apps. Rotate the secret of the first and request a token with the second.',
    kind: 'stateful',
  },
  {
    id: 'TOK-25',
    from: [
      'Errors, row Not properly authenticated',
      'Endpoints / POST {base_url}/oauth/token, introduction',
      'RFC 6749, section 5.2',
    ],
    statement: 'The answer to a refused token request contains no access_token and no refresh_token anywhere.',
    basis: 'derived',
    observable: 'Search the bodies of all refusals in the run for these members and for any usable token.',
    kind: 'property',
  },
  {
    id: 'TOK-26',
    from: ['Endpoints / POST {base_url}/oauth/token, introduction', 'RFC 6749, section 5.1'],
    statement: 'A successful token answer has status 200.',
    basis: 'derived',
    observable: 'Check the status of every success. The specification names no status; OAuth says 200.',
    kind: 'schema',
  },
  {
    id: 'TOK-27',
    from: ['Endpoints / POST {base_url}/oauth/token, introduction', 'RFC 6749, section 5.1'],
    statement: 'The token answer is JSON and is labelled application/json.',
    basis: 'derived',
    observable: 'Check the content type of every success with Accept: application/json, and parse its body.',
    kind: 'schema',
  },
  {
    id: 'TOK-28',
    from: ['Endpoints / POST {base_url}/oauth/token, introduction', 'RFC 6749, section 5.1'],
    statement: 'Token answers forbid caches to store them (Cache-Control contains no-store).',
    basis: 'derived',
    observable: 'Check the header of every success. Only OAuth requires it, so its absence is at most a warning.',
    kind: 'schema',
  },
  {
    id: 'TOK-29',
    from: ['Endpoints, sentence 2 (form encoding)', 'URL Standard'],
    statement:
      'A token request has the same meaning with any permitted percent-encoding of field values and any order of form fields; it also has the same meaning with header fields in any order and letter case and with a body in chunks or in several segments, unless that HTTP form is refused with 411, 413, 417, 431 or 501.',
    basis: 'derived',
    observable:
      'Encode every byte of the values as %XX, shuffle the fields, and send the request over HTTP/1.1 in chunks, in segments and with reordered header fields. It still succeeds. With Expect or a query string, any refusal is allowed. Over HTTP/2 alone, or through a proxy, only the usual form can be sent.',
    kind: 'property',
  },
  {
    id: 'TOK-30',
    from: ['Endpoints, sentence 2 (form encoding)', 'RFC 9110, section 8.3.1'],
    statement: 'A charset parameter on the form content type does not change the outcome.',
    basis: 'derived',
    observable: 'Send Content-Type: application/x-www-form-urlencoded; charset=UTF-8. The request succeeds.',
    kind: 'example',
  },
  {
    id: 'TOK-31',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'The token path needs no Authorization header: credentials in the form are sufficient.',
    basis: 'derived',
    observable: 'Successful token requests are sent without the header.',
    kind: 'example',
  },
  {
    id: 'TOK-32',
    from: ['Resources / Access token response, row access_token'],
    statement: 'Access tokens issued to separate requests are pairwise different.',
    basis: 'derived',
    observable: 'Issue many tokens over grants, users and apps, including at the same instant. No value repeats.',
    kind: 'property',
  },
  {
    id: 'TOK-33',
    from: [
      'Resources / Access token response, row refresh_token',
      'Resources / Access token response, row access_token',
    ],
    statement: 'Refresh tokens issued to separate requests are pairwise different, and differ from every access token.',
    basis: 'derived',
    observable: 'Collect all refresh tokens of a run. No value repeats or equals an access token.',
    kind: 'property',
  },
  {
    id: 'TOK-34',
    from: [
      'Endpoints / POST {base_url}/oauth/token, introduction',
      'Authentication / OAuth bearer with app credentials, step 3',
    ],
    statement: 'Simultaneous token requests of one app all succeed, and each gets a usable token.',
    basis: 'derived',
    observable: 'Send N client_credentials requests together, then use each token on a listing.',
    kind: 'race',
  },
  {
    id: 'TOK-35',
    from: ['Endpoints / POST {base_url}/oauth/token, introduction', 'RFC 6749, section 5.2', 'RFC 9110, section 15.5'],
    statement: 'An incorrect token request is answered with a client error, never with a server error.',
    basis: 'derived',
    observable:
      'Check all malformed token requests of this profile. The status is in 400..499; the exact status is a freedom.',
    kind: 'example',
  },
  {
    id: 'TOK-36',
    from: ['Resources / Access token response, row refresh_token_expires_in'],
    statement: 'Whenever refresh_token is present, refresh_token_expires_in is present and not null.',
    basis: 'derived',
    observable: 'Check both user grants. The table says when the member may be present, not that it must be.',
    kind: 'schema',
  },
] as const satisfies readonly RequirementEntry[];
