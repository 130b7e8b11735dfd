import type { RequirementEntry } from './entry.ts';

/** The API versions and the legacy token path. */
export const versioning = [
  {
    id: 'VER-01',
    from: ['Versioning, rule 1 (two versions)'],
    statement: 'The API is reachable under /api/v2 and under /api/v3 at the same base address.',
    basis: 'stated',
    observable: 'One documented listing of each version answers an authorized call.',
    kind: 'example',
  },
  {
    id: 'VER-02',
    from: [
      'Versioning, rule 2 (one token for both)',
      'Endpoints / Listing endpoints, sentence after the table (one token for both versions)',
    ],
    statement: 'One app access token works against v2 and v3.',
    basis: 'stated',
    observable: 'Use one client_credentials token on a v2 and a v3 listing, in both orders.',
    kind: 'example',
  },
  {
    id: 'VER-03',
    from: [
      'Versioning, rule 2 (one token for both)',
      'Endpoints / Listing endpoints, sentence after the table (one token for both versions)',
    ],
    statement: 'One delegated access token works against v2 and v3.',
    basis: 'stated',
    observable: 'Use a delegated token from a code, and one from a refresh, on a v2 and a v3 listing.',
    kind: 'example',
  },
  {
    id: 'VER-04',
    from: ['Versioning, rule 3 (token paths)', 'Endpoints / POST {base_url}/oauth/token, introduction'],
    statement: 'Tokens are issued at the unversioned path /oauth/token.',
    basis: 'stated',
    observable: 'POST there. It succeeds without a version in the path or headers.',
    kind: 'example',
  },
  {
    id: 'VER-05',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)', 'Versioning, rule 3 (token paths)'],
    statement: 'The legacy path /api/v2/token issues tokens for client_credentials.',
    basis: 'stated',
    observable: 'POST the three form fields to the legacy path. An access token response is returned.',
    kind: 'example',
  },
  {
    id: 'VER-06',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)',
      'Endpoints / POST {base_url}/oauth/token, row authorization_code',
    ],
    statement: 'The legacy path exchanges authorization codes.',
    basis: 'derived',
    observable:
      'Exchange a fresh code there. The specification says that the path keeps working, without a list of grants.',
    kind: 'stateful',
  },
  {
    id: 'VER-07',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)',
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
    ],
    statement: 'The legacy path exchanges refresh tokens.',
    basis: 'derived',
    observable:
      'At the legacy path, refresh a token that was issued there. If that fails, also try a token issued at /oauth/token.',
    kind: 'stateful',
  },
  {
    id: 'VER-08',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)',
      'Endpoints / POST {base_url}/oauth/token, introduction',
    ],
    statement: 'Answers of the legacy path have the same shape and values as those of the unversioned path.',
    basis: 'derived',
    observable: 'Compare members, types, the values 900 and 2592000, and the rules on absent members, for all grants.',
    kind: 'schema',
  },
  {
    id: 'VER-09',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)', 'Versioning, rule 2 (one token for both)'],
    statement: 'Tokens from the legacy path work on v2 and on v3.',
    basis: 'derived',
    observable: 'Use them on both versions.',
    kind: 'stateful',
  },
  {
    id: 'VER-10',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)', 'Versioning, rule 3 (token paths)'],
    statement: 'Both token paths share their tokens: a refresh token issued at one path can be exchanged at the other.',
    basis: 'derived',
    observable: 'Exchange the code at one path and refresh at the other, in both directions.',
    kind: 'stateful',
  },
  {
    id: 'VER-11',
    from: ['Limits, row Refresh token use', 'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)'],
    statement: 'A refresh token that was spent at one token path yields no token at the other.',
    basis: 'stated',
    observable:
      'Refresh at one path and present the token again at the other. No token is returned; VER-21 covers the error.',
    kind: 'stateful',
  },
  {
    id: 'VER-12',
    from: ['Limits, row Refresh token use', 'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)'],
    statement: 'Simultaneous refreshes of one token over both token paths succeed at most once.',
    basis: 'stated',
    observable:
      'Send N identical refresh requests together over the two paths. At most one answer has an access_token.',
    kind: 'race',
  },
  {
    id: 'VER-13',
    from: ['Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)', 'Versioning, rule 3 (token paths)'],
    statement:
      'The legacy path refuses the same requests as the unversioned path: wrong secret, missing field, unknown grant.',
    basis: 'derived',
    observable:
      'Send a wrong secret, a missing field and an unknown grant_type to the legacy path. No answer has an access_token.',
    kind: 'property',
  },
  {
    id: 'VER-14',
    from: ['Limits, row Access token lifetime', 'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)'],
    statement: 'Tokens from the legacy path also expire after 900 seconds.',
    basis: 'stated',
    observable: 'Probe at 899 s (works) and at 900 s (refused).',
    kind: 'time',
  },
  {
    id: 'VER-15',
    from: [
      'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)',
      'States and transitions, row User suspended',
      'States and transitions, row App archived',
      'States and transitions, row App uninstalled',
    ],
    statement: 'Suspension, archiving and uninstallation also stop tokens and requests of the legacy path.',
    basis: 'derived',
    observable: 'Run the lifecycle probes with tokens and refreshes of the legacy path.',
    kind: 'stateful',
  },
  {
    id: 'VER-16',
    from: ['Versioning, rule 1 (two versions)', 'Authentication, sentence 3 (status 401)'],
    statement: 'A refused credential is refused on both API versions.',
    basis: 'derived',
    observable: 'Use expired, suspended, archived and wrong credentials on v2 and v3. Both refuse them.',
    kind: 'property',
  },
  {
    id: 'VER-17',
    from: ['Versioning, rule 4 (webhooks)'],
    statement: 'Webhook event types have the prefix v2. in deliveries.',
    basis: 'stated',
    observable:
      'The type member of each standard message begins with `v2.`. Messages with another specified shape may use a member named type for something else. How the control lists subscriptions is not judged.',
    kind: 'schema',
  },
  {
    id: 'VER-18',
    from: ['Versioning, rule 4 (webhooks)', 'Events / Envelope, row version'],
    statement: 'The envelope version is 0 for every event kind, although event types have the prefix v2.',
    basis: 'derived',
    observable: 'Trigger a mixed series of kinds. The version never follows the prefix.',
    kind: 'property',
  },
  {
    id: 'VER-19',
    from: ['Endpoints / GET {base_url}/oauth/authorize, introduction'],
    statement: 'The authorization endpoint is at the unversioned path /oauth/authorize.',
    basis: 'stated',
    observable: 'The browser opens it there.',
    kind: 'example',
  },
  {
    id: 'VER-20',
    from: ['Versioning, rule 1 (two versions)', 'What the service does, sentence 3 (the same records)'],
    statement: 'A change of permissions takes effect on v2 and v3 alike.',
    basis: 'derived',
    observable: 'Grant a project and list on both. Both show the same records (allow a propagation delay).',
    kind: 'stateful',
  },
  {
    id: 'VER-21',
    from: ['Errors, row Spent refresh token', 'Endpoints / POST {base_url}/oauth/token, rule 3 (legacy path)'],
    statement:
      'If both token paths know the same refresh tokens, a token that was spent at one path fails at the other with the error invalid_grant.',
    basis: 'derived',
    observable:
      'Refresh at one path and present the spent token at the other. As a comparison, exchange an unspent token of the first path at the other. If that fails, the other path may treat the spent token as one that never existed.',
    kind: 'stateful',
  },
] as const satisfies readonly RequirementEntry[];
