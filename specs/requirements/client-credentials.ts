import type { RequirementEntry } from './entry.ts';

/** Apps that authenticate as themselves. */
export const clientCredentials = [
  {
    id: 'CCR-01',
    from: [
      'Authentication / OAuth bearer with app credentials, step 1',
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
    ],
    statement: "grant_type client_credentials with the app's client_id and client_secret issues an access token.",
    basis: 'stated',
    observable: 'POST the three fields for a fresh installed app.',
    kind: 'example',
  },
  {
    id: 'CCR-02',
    from: [
      'Resources / Access token response, sentence after the table (client_credentials)',
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Authentication / OAuth bearer with app credentials, step 3',
    ],
    statement: 'The client_credentials response contains no refresh_token.',
    basis: 'stated',
    observable:
      'Check the body of many client_credentials answers, including for an app that holds user consents. The member is absent, or is null (CCR-22).',
    kind: 'schema',
  },
  {
    id: 'CCR-03',
    from: [
      'Resources / Access token response, sentence after the table (client_credentials)',
      'Resources / Access token response, row refresh_token_expires_in',
    ],
    statement: 'The client_credentials response contains no refresh_token_expires_in.',
    basis: 'stated',
    observable: 'Check the body of many client_credentials answers. The member is absent, or is null (CCR-22).',
    kind: 'schema',
  },
  {
    id: 'CCR-04',
    from: ['Authentication / OAuth bearer with app credentials, step 2', 'Authentication, row OAuth bearer'],
    statement: 'The access token is accepted as a bearer token on each documented listing.',
    basis: 'stated',
    observable: 'GET every listing with the token of an app that was granted a project.',
    kind: 'property',
  },
  {
    id: 'CCR-05',
    from: ['Authentication / OAuth bearer with app credentials, step 2'],
    statement: 'The same access token can be used on every call, not only once.',
    basis: 'stated',
    observable: 'Use one token for many calls within its lifetime, in sequence and concurrently.',
    kind: 'stateful',
  },
  {
    id: 'CCR-06',
    from: ['Authentication / OAuth bearer with app credentials, step 3'],
    statement: 'An app can ask for another token at any time in the same way, with no refresh token.',
    basis: 'derived',
    observable: 'Request a token, request another, and use both or the newer one. Repeat many times.',
    kind: 'stateful',
  },
  {
    id: 'CCR-07',
    from: [
      'Authentication / OAuth bearer with app credentials, step 3',
      'States and transitions, row Access token after 900 seconds',
    ],
    statement: 'Requesting another token does not end earlier tokens of the app that are still within 900 seconds.',
    basis: 'derived',
    observable:
      'Request two tokens and use the first after the second was issued. Both work. No transition in the specification ends the first.',
    kind: 'stateful',
  },
  {
    id: 'CCR-08',
    from: ['What the service does, point 3 (permissions of an app)'],
    statement: "A call with the app's token sees the data that the app has permission for.",
    basis: 'stated',
    observable: 'Grant a project to the app, create records in it, and list. All of them are there.',
    kind: 'property',
  },
  {
    id: 'CCR-09',
    from: [
      'What the service does, point 3 (permissions of an app)',
      'Authentication / OAuth bearer with app credentials, step 5',
    ],
    statement:
      "A call with the app's token does not see records of projects the app was not added to, even when users of the app see them.",
    basis: 'derived',
    observable: "Grant a project to a consenting user only. The app's own listing lacks its records.",
    kind: 'property',
  },
  {
    id: 'CCR-10',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: 'A new app that has not been added to anything has access to no data.',
    basis: 'stated',
    observable:
      "Create an app and projects with records, without a grant. The app's listings show none of the records. An empty page and a refusal are both allowed.",
    kind: 'stateful',
  },
  {
    id: 'CCR-11',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: "Adding the app to a project gives it access to that project's data.",
    basis: 'stated',
    observable: 'List before and after project.grant to the app. Afterwards the records are there.',
    kind: 'stateful',
  },
  {
    id: 'CCR-12',
    from: [
      'What the service does, point 3 (permissions of an app)',
      'Authentication / OAuth bearer with app credentials, step 5',
    ],
    statement: "A token issued before a grant reflects the grant: the token always has the app's current permissions.",
    basis: 'derived',
    observable:
      'Issue a token, grant a project, and list with that token. The records appear (allow a short propagation delay).',
    kind: 'stateful',
  },
  {
    id: 'CCR-13',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: 'Adding an app to one project gives it no access to other projects.',
    basis: 'derived',
    observable: 'Use two projects and one grant. Only the records of the granted project are listed.',
    kind: 'stateful',
  },
  {
    id: 'CCR-14',
    from: [
      'Authentication / OAuth bearer with app credentials, step 5',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement: "A token of one app has only that app's permissions, not those of other apps of the tenant.",
    basis: 'derived',
    observable: 'Use two apps with disjoint projects. Their record sets stay disjoint.',
    kind: 'property',
  },
  {
    id: 'CCR-15',
    from: ['Authentication, row OAuth bearer'],
    statement: "A record created with the app's token names the app as its creator.",
    basis: 'stated',
    observable:
      "Needs the profile's write probe. createdBy in the answer, or in the record when read back, identifies the app.",
    kind: 'stateful',
  },
  {
    id: 'CCR-16',
    from: [
      'Authentication, sentence 2 (four methods)',
      'Authentication, row Basic',
      'Authentication, sentence 3 (status 401)',
    ],
    statement:
      "The app's client_id and client_secret are not API credentials themselves: sent as HTTP Basic on a listing, they are answered with status 401.",
    basis: 'derived',
    observable: 'GET listings with Basic `client_id:client_secret` and `client_secret:`. Expect 401.',
    kind: 'property',
  },
  {
    id: 'CCR-17',
    from: [
      'Authentication, sentence 2 (four methods)',
      'Authentication, row OAuth bearer',
      'Authentication, sentence 3 (status 401)',
    ],
    statement: 'The client secret or client id sent as a bearer token is answered with status 401.',
    basis: 'derived',
    observable: 'GET a listing with each of them as bearer token.',
    kind: 'property',
  },
  {
    id: 'CCR-18',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row refresh_token',
      'Resources / Access token response, sentence after the table (client_credentials)',
    ],
    statement: 'A client_credentials access token presented as a refresh_token yields no token.',
    basis: 'derived',
    observable: 'Send a refresh_token grant with an app access token as the value. The answer has no access_token.',
    kind: 'example',
  },
  {
    id: 'CCR-19',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Authentication / OAuth bearer with app credentials, step 1',
    ],
    statement: 'The client_credentials grant needs no user session, no consent and no redirect URI.',
    basis: 'derived',
    observable: 'Use an app without redirect URIs that no user consented to. The request succeeds.',
    kind: 'example',
  },
  {
    id: 'CCR-20',
    from: [
      'Authentication / OAuth bearer with app credentials, step 4',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement:
      "Users' consents do not affect an app token: they change neither the data it can access nor the actor it represents.",
    basis: 'derived',
    observable:
      'List with an app token before and after a user consents and the app exchanges the code. The set is the same.',
    kind: 'stateful',
  },
  {
    id: 'CCR-21',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Authentication, row OAuth bearer',
      'Resources / Access token response, sentence after the table (client_credentials)',
    ],
    statement:
      'An additional code, redirect_uri or refresh_token field in a client_credentials request does not make the result a user token.',
    basis: 'derived',
    observable:
      'Send client_credentials with a live refresh token added. A refusal is allowed. If a token is returned, it acts as the app, comes without a refresh_token, and the refresh token that was sent is still unspent.',
    kind: 'stateful',
  },
  {
    id: 'CCR-22',
    from: [
      'Resources / Access token response, sentence after the table (client_credentials)',
      'Resources / Access token response, row refresh_token',
      'Resources / Access token response, row refresh_token_expires_in',
    ],
    statement:
      'The client_credentials response does not contain refresh_token or refresh_token_expires_in with the value null.',
    basis: 'derived',
    observable:
      'Check the body of many client_credentials answers. Neither name is present. The specification can be read either way on whether a null member counts as returned.',
    kind: 'schema',
  },
] as const satisfies readonly RequirementEntry[];
