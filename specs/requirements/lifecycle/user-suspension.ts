import type { RequirementEntry } from '../entry.ts';

/** Suspension and un-suspension of users. */
export const userSuspension = [
  {
    id: 'LIF-01',
    from: ['States and transitions, row User suspended', 'Authentication / Basic authentication, rule 4'],
    statement: "Suspending a user in the platform stops that user's API key.",
    basis: 'stated',
    observable:
      'The key works; the control suspends the user; the key is refused. The answer is not a success and has no records; its status and body are a freedom.',
    kind: 'stateful',
  },
  {
    id: 'LIF-02',
    from: ['States and transitions, row User suspended', 'Authentication / Delegated auth, step 8'],
    statement: 'Suspending a user stops delegated access tokens already issued for that user.',
    basis: 'stated',
    observable:
      'The delegated token works; the control suspends the user; the token is refused before its 900 s are over.',
    kind: 'stateful',
  },
  {
    id: 'LIF-03',
    from: ['States and transitions, row User suspended', 'Authentication / Delegated auth, step 8'],
    statement: "Suspending a user stops that user's refresh tokens: they yield no tokens.",
    basis: 'stated',
    observable: 'Suspend, then refresh. The answer has no access_token.',
    kind: 'stateful',
  },
  {
    id: 'LIF-04',
    from: ['States and transitions, row User suspended'],
    statement: 'Suspension stops delegated tokens of the user for every app that holds them.',
    basis: 'stated',
    observable: 'The user consented to two apps. The tokens of both apps are refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-05',
    from: ['States and transitions, row User un-suspended', 'Authentication / Basic authentication, rule 4'],
    statement: 'Un-suspension makes the original API key work again, without regeneration.',
    basis: 'stated',
    observable: 'Suspend, un-suspend, and use the same key string. It succeeds.',
    kind: 'stateful',
  },
  {
    id: 'LIF-06',
    from: ['States and transitions, row User suspended', 'States and transitions, row User un-suspended'],
    statement:
      'After any number of suspend and un-suspend cycles, the key works while the user is active and is refused while the user is suspended.',
    basis: 'derived',
    observable: 'Run random sequences of the two operations and probe after each.',
    kind: 'property',
  },
  {
    id: 'LIF-07',
    from: ['States and transitions, row User un-suspended'],
    statement: 'After un-suspension the key has the same access to data as before.',
    basis: 'derived',
    observable: "Compare the key's listings before and after. The set is the same.",
    kind: 'stateful',
  },
  {
    id: 'LIF-08',
    from: ['States and transitions, row User suspended'],
    statement: "Suspending one user leaves other users' keys, access tokens and refresh tokens working.",
    basis: 'derived',
    observable: 'Suspend user A. Probe all credentials of user B, who uses the same app.',
    kind: 'stateful',
  },
  {
    id: 'LIF-09',
    from: ['Authentication / OAuth bearer with app credentials, step 7'],
    statement: "A user's suspension does not suspend apps: an app access token already issued keeps working.",
    basis: 'stated',
    observable: 'Take a live app token and suspend a user who consented to the app. The app token still lists.',
    kind: 'stateful',
  },
  {
    id: 'LIF-10',
    from: ['Authentication / OAuth bearer with app credentials, step 7'],
    statement: "A user's suspension does not stop an app from getting new tokens with its client secret.",
    basis: 'stated',
    observable: 'Suspend the user, then send client_credentials with the unchanged secret. It succeeds.',
    kind: 'stateful',
  },
  {
    id: 'LIF-11',
    from: ['Authentication / OAuth bearer with app credentials, step 7'],
    statement:
      "After a user's suspension, the old client secret works until it is rotated, and only then stops working.",
    basis: 'derived',
    observable: 'Suspend; the old secret still works. Rotate; the old secret yields no token, and the new one does.',
    kind: 'stateful',
  },
  {
    id: 'LIF-12',
    from: ['States and transitions, row User suspended at the identity provider only'],
    statement: "A suspension only in an external identity provider leaves the user's API key working.",
    basis: 'stated',
    observable:
      "The suite's provider issues the user no more ID tokens, and the last one expires. The platform key still works.",
    kind: 'stateful',
  },
  {
    id: 'LIF-13',
    from: ['States and transitions, row User suspended at the identity provider only'],
    statement: 'A suspension only in an external identity provider leaves delegated access tokens working.',
    basis: 'stated',
    observable: "The suite's provider issues the user no more ID tokens. A delegated access token still lists.",
    kind: 'stateful',
  },
  {
    id: 'LIF-14',
    from: ['States and transitions, row User suspended at the identity provider only'],
    statement: 'A suspension only in an external identity provider leaves refresh tokens working.',
    basis: 'stated',
    observable:
      "The suite's provider issues the user no more ID tokens. A refresh returns a new pair of tokens that works.",
    kind: 'stateful',
  },
  {
    id: 'LIF-15',
    from: ['Errors, row Suspended user or archived app', 'States and transitions, row User suspended'],
    statement: "A suspension in the platform also stops calls with that user's ID tokens.",
    basis: 'derived',
    observable:
      'Suspend, then call with a live ID token of the user. It is refused. The specification lists keys and tokens of a suspended user but does not name ID tokens.',
    kind: 'stateful',
  },
  {
    id: 'LIF-16',
    from: ['States and transitions, row User un-suspended'],
    statement:
      'Un-suspension restores the same user, not a new one: the key and the e-mail address lead to the earlier identity and records.',
    basis: 'derived',
    observable: 'Check the identity by the visible records before and after.',
    kind: 'stateful',
  },
  {
    id: 'LIF-17',
    from: ['States and transitions, row User suspended', 'Authentication / Delegated auth, step 8'],
    statement: 'A suspended user cannot obtain a usable delegated token by authorizing again.',
    basis: 'derived',
    observable:
      'Suspend the user, keep the browser session, authorize, and exchange any code. There is no code, no token, or only a token that is refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-18',
    from: ['States and transitions, row User suspended', 'Authentication / Delegated auth, step 8'],
    statement: 'A code issued before a suspension gives no usable token during the suspension.',
    basis: 'derived',
    observable: 'Authorize, suspend, exchange. There is no token, or only a token that is refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-19',
    from: ['States and transitions, row User suspended', 'Authentication / Delegated auth, step 8'],
    statement: 'No token issued by a refresh that races with a suspension works once the suspension has taken effect.',
    basis: 'derived',
    observable:
      'Refresh in a loop while the control suspends the user. Afterwards all collected access and refresh tokens are refused.',
    kind: 'race',
  },
  {
    id: 'LIF-20',
    from: ['States and transitions, row User un-suspended'],
    statement: 'After un-suspension the user can authorize again and gets tokens that work.',
    basis: 'derived',
    observable: 'Un-suspend, run the flow, and use the tokens. Whether consent is asked for again is a freedom.',
    kind: 'stateful',
  },
] as const satisfies readonly RequirementEntry[];
