import type { RequirementEntry } from './entry.ts';

/** How long access tokens, refresh tokens and personal API keys last. */
export const expiry = [
  {
    id: 'EXP-01',
    from: ['Authentication / OAuth bearer with app credentials, step 3', 'Limits, row Access token lifetime'],
    statement: 'An app access token is still accepted just before its 900 seconds are over.',
    basis: 'stated',
    observable:
      'Issue a token, advance the clock to 899 s at most (leave room for real elapsed time), and list. It succeeds.',
    kind: 'time',
  },
  {
    id: 'EXP-02',
    from: [
      'States and transitions, row Access token after 900 seconds',
      'Authentication / OAuth bearer with app credentials, step 3',
    ],
    statement: 'An app access token is refused once its 900 seconds are over.',
    basis: 'stated',
    observable: 'Issue a token, advance by 900 s, and list. It is refused.',
    kind: 'time',
  },
  {
    id: 'EXP-03',
    from: [
      'Errors, row Not properly authenticated',
      'States and transitions, row Access token after 900 seconds',
      'RFC 6750, section 3.1',
    ],
    statement: 'An expired access token is answered with status 401.',
    basis: 'derived',
    observable:
      'Check the status of calls after expiry, on each listing. An expired credential does not properly authenticate a call.',
    kind: 'time',
  },
  {
    id: 'EXP-04',
    from: ['Authentication / Delegated auth, step 5', 'Limits, row Access token lifetime'],
    statement:
      'An access token of an authorization_code grant is accepted until just before 900 seconds, and refused at 900 seconds and later.',
    basis: 'stated',
    observable: 'Exchange a code and probe at 899 s and at 900 s. Nothing else happens meanwhile (EXP-35).',
    kind: 'time',
  },
  {
    id: 'EXP-05',
    from: ['Limits, row Access token lifetime', 'Authentication / Delegated auth, step 5'],
    statement: 'An access token of a refresh_token grant lasts 900 seconds from its own time of issue.',
    basis: 'stated',
    observable:
      'Refresh when the first token is 800 s old. Probe the new token at 800+899 s (works) and at 800+900 s (refused).',
    kind: 'time',
  },
  {
    id: 'EXP-06',
    from: ['States and transitions, row Access token after 900 seconds'],
    statement: 'Using an access token does not extend its lifetime.',
    basis: 'derived',
    observable: 'Call every 100 s. The token is still refused at 900 s.',
    kind: 'time',
  },
  {
    id: 'EXP-07',
    from: [
      'States and transitions, row Access token after 900 seconds',
      'Resources / Access token response, row expires_in',
    ],
    statement: 'Lifetimes count from issue, not from first use.',
    basis: 'derived',
    observable: 'Issue a token and do not use it for 900 s. The first call is refused.',
    kind: 'time',
  },
  {
    id: 'EXP-08',
    from: ['States and transitions, row Access token after 900 seconds'],
    statement:
      'Each access token expires separately: an older token expires while a newer one of the same app still works.',
    basis: 'derived',
    observable:
      'Issue two tokens 450 s apart. At 900 s the first is refused and the second accepted; at 1350 s both are refused.',
    kind: 'time',
  },
  {
    id: 'EXP-09',
    from: ['Authentication / OAuth bearer with app credentials, step 3'],
    statement: 'After expiry the app gets a working token with the same client_credentials request.',
    basis: 'stated',
    observable: 'Let the token expire, request a new one, and use it.',
    kind: 'time',
  },
  {
    id: 'EXP-10',
    from: ['Authentication / Delegated auth, step 5'],
    statement: 'The refresh token can still be used after the access token has expired.',
    basis: 'stated',
    observable: 'Advance to 901 s, a day, and 29 days. The refresh succeeds.',
    kind: 'time',
  },
  {
    id: 'EXP-11',
    from: ['Authentication / Delegated auth, step 7', 'Limits, row Refresh token lifetime'],
    statement: 'A refresh token is still accepted just before its 30 days (2592000 seconds) are over.',
    basis: 'stated',
    observable:
      'Issue a token, advance to a few seconds before 2592000 s, and refresh. It succeeds. Nothing else happens meanwhile (EXP-34).',
    kind: 'time',
  },
  {
    id: 'EXP-12',
    from: ['States and transitions, row Refresh token after 30 days', 'Limits, row Refresh token lifetime'],
    statement: 'A refresh token that is not used yields no token once 30 days have passed.',
    basis: 'stated',
    observable:
      'Issue a token, advance by 2592000 s, and refresh. The answer has no access_token; the error is a freedom.',
    kind: 'time',
  },
  {
    id: 'EXP-13',
    from: ['Authentication / Delegated auth, step 7', 'Limits, row Refresh token lifetime'],
    statement: 'Each refresh gives the new refresh token a new 30 days.',
    basis: 'stated',
    observable:
      'Refresh on day 29. The new token works on day 58. EXP-15 covers failures more than 60 days after the user authorized.',
    kind: 'time',
  },
  {
    id: 'EXP-14',
    from: ['Authentication / Delegated auth, step 7', 'Limits, row Refresh token lifetime'],
    statement: 'The new refresh token also yields no token once 30 days have passed since it was issued.',
    basis: 'stated',
    observable:
      'Refresh on day 10. On day 40 the new token is refused. In a second run, some seconds before day 40, it is accepted.',
    kind: 'time',
  },
  {
    id: 'EXP-15',
    from: ['Authentication / Delegated auth, step 7'],
    statement:
      'There is no overall limit: a chain in which each refresh token is used within its 30 days continues without the user.',
    basis: 'derived',
    observable:
      'Refresh every 29 days for a year or more. Each refresh succeeds without a browser. The specification gives the reasons that end a refresh token as examples, so its words do not exclude an overall limit.',
    kind: 'time',
  },
  {
    id: 'EXP-16',
    from: [
      'States and transitions, row Refresh token after 30 days',
      'Errors, row Expired or invalidated refresh token',
    ],
    statement: 'After a refresh token has expired, the user can authorize again and the app gets new working tokens.',
    basis: 'stated',
    observable: 'Let the token expire, run the flow in the browser, exchange the code, and use the tokens.',
    kind: 'time',
  },
  {
    id: 'EXP-17',
    from: ['States and transitions, row Refresh token after 30 days'],
    statement: 'An expired refresh token stays refused, and a new authorization does not revive it.',
    basis: 'derived',
    observable: 'Let the token expire, authorize again, and present the old token. No token is returned.',
    kind: 'time',
  },
  {
    id: 'EXP-18',
    from: ['States and transitions, row Refresh token after 30 days', 'Limits, row Refresh token lifetime'],
    statement:
      'Refreshing one authorization does not extend the refresh token of another authorization of the same user and app.',
    basis: 'derived',
    observable: 'Authorize twice on day 0. Refresh one on day 15. The other is refused on day 30.',
    kind: 'time',
  },
  {
    id: 'EXP-19',
    from: ['Limits, row Refresh token lifetime', 'Authentication / Delegated auth, step 7'],
    statement: 'API calls with the access token do not extend the lifetime of the refresh token.',
    basis: 'derived',
    observable:
      'Exchange a code, call the API in the first 15 minutes, then stop. The refresh token is refused 30 days after its issue, not 30 days after the last call.',
    kind: 'time',
  },
  {
    id: 'EXP-20',
    from: [
      'Resources / Access token response, row expires_in',
      'Resources / Access token response, row refresh_token_expires_in',
      'Limits, row Access token lifetime',
      'Limits, row Refresh token lifetime',
    ],
    statement:
      'The returned expires_in and refresh_token_expires_in agree with the lifetimes that the tenant enforces.',
    basis: 'derived',
    observable: 'For each grant, probe just before and at the returned times.',
    kind: 'time',
  },
  {
    id: 'EXP-21',
    from: ['Authentication / Basic authentication, rule 3', 'Limits, row Personal API key lifetime'],
    statement: 'A personal API key created after 7 August 2026 works until its 30 days are over.',
    basis: 'stated',
    observable:
      'Use a key created clearly after that day (10 August 2026 or later). It is accepted at 29 days. The exact end is observed, not judged, because the lifetime is given in days, not seconds.',
    kind: 'time',
  },
  {
    id: 'EXP-22',
    from: ['Authentication / Basic authentication, rule 3', 'Limits, row Personal API key lifetime'],
    statement: 'A personal API key created after 7 August 2026 is refused once its 30 days are over.',
    basis: 'stated',
    observable:
      'Use a key created clearly after that day (10 August 2026 or later). It is refused at 31 days and later.',
    kind: 'time',
  },
  {
    id: 'EXP-23',
    from: ['Errors, row Not properly authenticated', 'Authentication / Basic authentication, rule 3'],
    statement: 'An expired personal API key is answered with status 401.',
    basis: 'derived',
    observable: 'Check the status of calls with the expired key.',
    kind: 'time',
  },
  {
    id: 'EXP-24',
    from: ['Authentication / Basic authentication, rule 3', 'Limits, row Personal API key lifetime'],
    statement: 'A personal API key created before 7 August 2026 does not expire.',
    basis: 'stated',
    observable: 'Use a key created some days before that day. It works after 30 days, a year and ten years.',
    kind: 'time',
  },
  {
    id: 'EXP-25',
    from: ['Authentication / Basic authentication, rule 3', 'Limits, row Personal API key lifetime'],
    statement: 'The creation date of the key, not the date of the call, decides whether the key expires.',
    basis: 'derived',
    observable:
      'At one instant, compare a key created before the date, which works, with a key created after it that is 31 days old, which is refused.',
    kind: 'time',
  },
  {
    id: 'EXP-26',
    from: ['Limits, row Personal API key lifetime', 'Authentication / Basic authentication, rule 3'],
    statement: 'Using a personal API key does not extend its lifetime.',
    basis: 'derived',
    observable: 'Call daily. The key is still refused at 31 days.',
    kind: 'time',
  },
  {
    id: 'EXP-27',
    from: ['Authentication / Basic authentication, rule 3', 'Authentication / Basic authentication, rule 2'],
    statement: 'A key rotated after 7 August 2026 has its own 30 days, counted from the rotation.',
    basis: 'derived',
    observable: 'Rotate on day 20. The new key works on day 49 and is refused on day 51.',
    kind: 'time',
  },
  {
    id: 'EXP-28',
    from: ['Authentication / Basic authentication, rule 3', 'Authentication / Basic authentication, rule 2'],
    statement: 'When a key that does not expire is rotated after 7 August 2026, the new key expires.',
    basis: 'derived',
    observable:
      'Take a key created before that date and rotate it after that date. The new key is refused 31 days after the rotation.',
    kind: 'time',
  },
  {
    id: 'EXP-29',
    from: ['Authentication / Basic authentication, rule 3', 'Authentication / Basic authentication, rule 4'],
    statement: 'A suspension does not pause the lifetime of a personal API key.',
    basis: 'derived',
    observable: 'Create a key, suspend its owner from day 5 to day 25, and un-suspend. The key is refused on day 31.',
    kind: 'time',
  },
  {
    id: 'EXP-30',
    from: [
      'Authentication / Basic authentication, rule 3',
      'Authentication / Basic authentication, rule 4',
      'States and transitions, row User un-suspended',
    ],
    statement: 'Un-suspension after the 30 days does not revive an expired key.',
    basis: 'derived',
    observable: 'Suspend on day 5, un-suspend on day 40. The key is refused.',
    kind: 'time',
  },
  {
    id: 'EXP-31',
    from: ['States and transitions, row Access token after 900 seconds', 'States and transitions, row App unarchived'],
    statement: 'Archiving and unarchiving an app does not extend the lifetime of its access tokens.',
    basis: 'derived',
    observable:
      'Archive and unarchive at 300 s. At 900 s the token is refused. Whether it works in between is a freedom.',
    kind: 'time',
  },
  {
    id: 'EXP-32',
    from: ['States and transitions, row Refresh token after 30 days', 'States and transitions, row User un-suspended'],
    statement: 'A suspension does not extend the lifetime of refresh tokens.',
    basis: 'derived',
    observable: 'Suspend from day 5 to day 25, then un-suspend. At 30 days the refresh token yields no token.',
    kind: 'time',
  },
  {
    id: 'EXP-33',
    from: [
      'States and transitions, row Access token after 900 seconds',
      'States and transitions, row Refresh token after 30 days',
      'Authentication / Basic authentication, rule 3',
    ],
    statement:
      'Tokens and keys are accepted at random instants within their lifetimes and refused at random instants after them, in any order of probes over several credentials.',
    basis: 'derived',
    observable: 'Property test over clock advances and credentials of all kinds.',
    kind: 'property',
  },
  {
    id: 'EXP-34',
    from: ['Authentication / Delegated auth, step 7', 'States and transitions, row Refresh token after 30 days'],
    statement:
      'A refresh token that has not expired, has not been spent and has not been invalidated by a stated event is accepted, so that the user need not authorize again.',
    basis: 'derived',
    observable:
      'Make a change to the app or the user that the specification does not list as ending the token. Refresh within 30 days. It succeeds. The stated reasons are examples, so a further reason of the tenant is at most a warning (FRE-240).',
    kind: 'time',
  },
  {
    id: 'EXP-35',
    from: [
      'States and transitions, row Access token after 900 seconds',
      'Authentication / Delegated auth, step 5',
      'Authentication / OAuth bearer with app credentials, step 3',
    ],
    statement:
      'An access token that no stated event has stopped is accepted until its 900 seconds are over: no other event ends it earlier.',
    basis: 'derived',
    observable:
      'Make a change to the app, the user or other users of the app that the specification does not list as ending the token. List within 900 s. It succeeds.',
    kind: 'time',
  },
] as const satisfies readonly RequirementEntry[];
