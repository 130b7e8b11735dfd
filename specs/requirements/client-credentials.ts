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
      'Body of many client_credentials answers, also for an app that holds user consents; the member is not there, or is null (CCR-22).',
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
    observable: 'Body of many client_credentials answers; the member is not there, or is null (CCR-22).',
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
    statement: 'The same access token can be used on every call, not just once.',
    basis: 'stated',
    observable: 'Use one token for many calls within its life, in sequence and at once.',
    kind: 'stateful',
  },
  {
    id: 'CCR-06',
    from: ['Authentication / OAuth bearer with app credentials, step 3'],
    statement: 'An app can ask for another token at any time in the same way, with no refresh token.',
    basis: 'derived',
    observable: 'Request, request again, use both or the newer; repeat many times.',
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
      'Request two tokens, use the first after the second was issued; both work. No transition in the document ends the first.',
    kind: 'stateful',
  },
  {
    id: 'CCR-08',
    from: ['What the service does, point 3 (permissions of an app)'],
    statement: "A call with the app's token sees what the app was permissioned for.",
    basis: 'stated',
    observable: 'Grant a project to the app, create records in it, list; they are all there.',
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
    observable: "Project granted to a consenting user only; the app's own listing lacks its records.",
    kind: 'property',
  },
  {
    id: 'CCR-10',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: 'A new app that was added to nothing has access to no data.',
    basis: 'stated',
    observable:
      'Create an app and populated projects without granting; its listings show none of the records (an empty page or a refusal are both fine).',
    kind: 'stateful',
  },
  {
    id: 'CCR-11',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: "Adding the app to a project gives it access to that project's data.",
    basis: 'stated',
    observable: 'Listing before and after project.grant to the app; afterwards the records are there.',
    kind: 'stateful',
  },
  {
    id: 'CCR-12',
    from: [
      'What the service does, point 3 (permissions of an app)',
      'Authentication / OAuth bearer with app credentials, step 5',
    ],
    statement: "A token issued before a grant reflects the grant: the token's power is the app's current permission.",
    basis: 'derived',
    observable:
      'Issue token, grant project, list with the old token; the records appear (allow a short settling time).',
    kind: 'stateful',
  },
  {
    id: 'CCR-13',
    from: ['Authentication / OAuth bearer with app credentials, step 5'],
    statement: 'Adding an app to one project gives it nothing in other projects.',
    basis: 'derived',
    observable: "Two projects, one grant; only the one project's records are listed.",
    kind: 'stateful',
  },
  {
    id: 'CCR-14',
    from: [
      'Authentication / OAuth bearer with app credentials, step 5',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement: "A token of one app carries only that app's permissions, not those of other apps of the tenant.",
    basis: 'derived',
    observable: 'Two apps with disjoint projects; sets stay disjoint.',
    kind: 'property',
  },
  {
    id: 'CCR-15',
    from: ['Authentication, row OAuth bearer'],
    statement: "A record created with the app's token names the app as its creator.",
    basis: 'stated',
    observable:
      "Needs the profile's write probe; the createdBy of the answer (or of the record read back) identifies the app.",
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
      "The app's client_id and client_secret are not themselves API credentials: sent as HTTP Basic on a listing they are answered 401.",
    basis: 'derived',
    observable: 'GET listings with Basic `client_id:client_secret` and `client_secret:`; 401.',
    kind: 'property',
  },
  {
    id: 'CCR-17',
    from: [
      'Authentication, sentence 2 (four methods)',
      'Authentication, row OAuth bearer',
      'Authentication, sentence 3 (status 401)',
    ],
    statement: 'The client secret or client id sent as a bearer token is answered 401.',
    basis: 'derived',
    observable: 'GET a listing with each as bearer value.',
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
    observable: 'refresh_token grant with an app access token as value; no access_token in the answer.',
    kind: 'example',
  },
  {
    id: 'CCR-19',
    from: [
      'Endpoints / POST {base_url}/oauth/token, row client_credentials',
      'Authentication / OAuth bearer with app credentials, step 1',
    ],
    statement: 'The grant needs neither a user session, a consent nor a redirect URI.',
    basis: 'derived',
    observable: 'App created without redirect URIs and never consented to; request succeeds.',
    kind: 'example',
  },
  {
    id: 'CCR-20',
    from: [
      'Authentication / OAuth bearer with app credentials, step 4',
      'What the service does, point 3 (permissions of an app)',
    ],
    statement:
      "An app token is unaffected by users' consents: gaining or lacking consenting users changes neither its reach nor its identity.",
    basis: 'derived',
    observable: 'List with an app token before and after a user consents and exchanges a code; same set.',
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
      'A stray code, redirect_uri or refresh_token field in a client_credentials request does not make the result a user token.',
    basis: 'derived',
    observable:
      'Send client_credentials with a live refresh token added; any token that comes back acts as the app, has no refresh_token, and the refresh token is still unspent (a refusal is fine too).',
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
      'The client_credentials response has neither refresh_token nor refresh_token_expires_in as a member that is null.',
    basis: 'derived',
    observable:
      'Body of many client_credentials answers; neither name is there. Whether a member without a value is returned can be read both ways.',
    kind: 'schema',
  },
] as const satisfies readonly RequirementEntry[];
