import type { RequirementEntry } from '../entry.ts';

/** Archiving and installation of apps, and their interaction with suspension. */
export const appAvailability = [
  {
    id: 'LIF-21',
    from: ['States and transitions, row App archived', 'Authentication / OAuth bearer with app credentials, step 6'],
    statement: 'Archiving an app immediately stops the access tokens that it already holds.',
    basis: 'stated',
    observable: "The app token works; the control archives the app; the next call is refused within the token's 900 s.",
    kind: 'stateful',
  },
  {
    id: 'LIF-22',
    from: ['Authentication / OAuth bearer with app credentials, step 6', 'States and transitions, row App archived'],
    statement: 'An archived app cannot obtain a usable access token with its own credentials.',
    basis: 'stated',
    observable:
      'Send client_credentials while the app is archived. It is refused, or the returned token is refused on listings. LIF-24, LIF-25 and LIF-47 cover its grants for users.',
    kind: 'stateful',
  },
  {
    id: 'LIF-23',
    from: ['States and transitions, row App archived', 'Errors, row Suspended user or archived app'],
    statement: 'An archived app can no longer act for users with delegated access tokens.',
    basis: 'derived',
    observable:
      "Take a live delegated token and archive the app. The call is refused. The specification says that the app's API access is revoked; it does not name delegated calls.",
    kind: 'stateful',
  },
  {
    id: 'LIF-24',
    from: ['States and transitions, row App archived'],
    statement: 'An archived app cannot refresh delegated tokens.',
    basis: 'derived',
    observable: 'A refresh_token grant while the app is archived yields no usable token.',
    kind: 'stateful',
  },
  {
    id: 'LIF-25',
    from: ['States and transitions, row App archived'],
    statement: 'An archived app gets no usable tokens from new authorizations.',
    basis: 'derived',
    observable:
      'Authorize and exchange while the app is archived. There is no code, no token, or only a token that is refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-26',
    from: ['States and transitions, row App unarchived', 'Authentication / OAuth bearer with app credentials, step 6'],
    statement: "Unarchiving restores the app's access.",
    basis: 'stated',
    observable:
      'Unarchive, request a token with client_credentials, and list. It succeeds with the earlier records. LIF-46 covers new user authorizations.',
    kind: 'stateful',
  },
  {
    id: 'LIF-27',
    from: ['States and transitions, row App unarchived', 'Authentication / OAuth bearer with app credentials, step 6'],
    statement: 'After unarchiving, the client secret from before the archiving still works.',
    basis: 'stated',
    observable: 'Use the unchanged secret. A token is issued.',
    kind: 'stateful',
  },
  {
    id: 'LIF-28',
    from: ['States and transitions, row App archived', 'States and transitions, row App unarchived'],
    statement:
      'After any number of archive and unarchive cycles, the last operation decides whether the app has access.',
    basis: 'derived',
    observable: 'Run random sequences and probe after each step.',
    kind: 'property',
  },
  {
    id: 'LIF-29',
    from: ['States and transitions, row App archived'],
    statement: "Archiving one app leaves other apps and users' API keys working.",
    basis: 'derived',
    observable: "Archive app 1. App 2's token and a user's key still work.",
    kind: 'stateful',
  },
  {
    id: 'LIF-30',
    from: ['States and transitions, row App archived', 'Authentication / OAuth bearer with app credentials, step 6'],
    statement: 'Under load, no call that starts after the archiving was acknowledged succeeds.',
    basis: 'stated',
    observable:
      "Send a stream of calls with the app's token over several connections while the control archives the app. No call sent after the acknowledgement succeeds.",
    kind: 'race',
  },
  {
    id: 'LIF-31',
    from: ['States and transitions, row App uninstalled', 'Authentication / Delegated auth, limitation 2 (consents)'],
    statement: 'Uninstalling an app ends its delegated access: access tokens of consenting users are refused.',
    basis: 'stated',
    observable: 'The delegated token works; the control uninstalls the app; the token is refused within its 900 s.',
    kind: 'stateful',
  },
  {
    id: 'LIF-32',
    from: [
      'States and transitions, row App uninstalled',
      'Errors, row Expired or invalidated refresh token',
      'Authentication / Delegated auth, step 7',
    ],
    statement: 'Uninstalling an app ends its refresh tokens: none of them yields a token.',
    basis: 'stated',
    observable: 'Uninstall, then refresh. The answer has no access_token; the error is a freedom.',
    kind: 'stateful',
  },
  {
    id: 'LIF-33',
    from: ['States and transitions, row App uninstalled', 'Authentication / Delegated auth, limitation 2 (consents)'],
    statement: 'Uninstalling an app ends its delegated access for all users who consented, not only for one.',
    basis: 'stated',
    observable: 'Use several users. All their tokens are refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-34',
    from: ['States and transitions, row App uninstalled'],
    statement: 'An uninstalled app gets no code.',
    basis: 'derived',
    observable:
      'A user who consented earlier authorizes an uninstalled app. There is no code, or the code yields no usable token.',
    kind: 'stateful',
  },
  {
    id: 'LIF-35',
    from: ['States and transitions, row App uninstalled', 'Errors, row Expired or invalidated refresh token'],
    statement: 'Reinstalling an app does not revive its refresh tokens from before the uninstallation.',
    basis: 'stated',
    observable: 'Uninstall, install, and refresh with the old token. The answer has no access_token.',
    kind: 'stateful',
  },
  {
    id: 'LIF-36',
    from: ['States and transitions, row App uninstalled'],
    statement: 'Reinstalling an app does not revive access tokens from before the uninstallation.',
    basis: 'derived',
    observable: 'Uninstall and install within 900 s, then use the old delegated token. It is refused.',
    kind: 'stateful',
  },
  {
    id: 'LIF-37',
    from: ['States and transitions, row App uninstalled'],
    statement: 'After a reinstall users must consent again, even with an active session and an earlier consent.',
    basis: 'stated',
    observable: 'Keep the session, uninstall, install, authorize. prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'LIF-38',
    from: ['States and transitions, row App uninstalled'],
    statement: 'After users consent again, the app obtains delegated tokens that work.',
    basis: 'derived',
    observable: "Complete the flow after the reinstall. The token lists the user's records.",
    kind: 'stateful',
  },
  {
    id: 'LIF-39',
    from: ['States and transitions, row App uninstalled'],
    statement: "One user's renewed consent does not restore the app's access for other users who consented earlier.",
    basis: 'derived',
    observable: "User A consents again after the reinstall. User B's old tokens are still refused, and B is prompted.",
    kind: 'stateful',
  },
  {
    id: 'LIF-40',
    from: ['States and transitions, row App uninstalled'],
    statement:
      'A code issued before an uninstallation yields no usable token while the app is uninstalled or after a reinstall.',
    basis: 'derived',
    observable: 'Authorize, uninstall (and install), exchange. No token works.',
    kind: 'stateful',
  },
  {
    id: 'LIF-41',
    from: ['States and transitions, row App uninstalled'],
    statement: "After one app is uninstalled, the user's API key and the user's tokens for other apps still work.",
    basis: 'derived',
    observable: "Use two apps. Uninstall the first. The key and the second app's tokens work.",
    kind: 'stateful',
  },
  {
    id: 'LIF-42',
    from: [
      'States and transitions, row User suspended',
      'States and transitions, row App archived',
      'States and transitions, row App uninstalled',
    ],
    statement:
      'In a random series of suspend, un-suspend, archive, unarchive, uninstall and install, every credential that the transition table stops is refused, and every credential that it allows works.',
    basis: 'derived',
    observable:
      'Run a model-based test over two users and two apps, with probes of key, app token, delegated token and refresh. Outcomes that the specification leaves open are not judged.',
    kind: 'property',
  },
  {
    id: 'LIF-43',
    from: ['States and transitions, row App uninstalled', 'States and transitions, row User un-suspended'],
    statement: 'Un-suspending a user does not restore what an uninstallation ended.',
    basis: 'derived',
    observable:
      'Suspend, uninstall, install, un-suspend. The old refresh token is refused and consent is asked for again.',
    kind: 'stateful',
  },
  {
    id: 'LIF-44',
    from: ['States and transitions, row App uninstalled'],
    statement: 'A user who was suspended during a reinstall must also consent again.',
    basis: 'derived',
    observable: 'Suspend, uninstall, install, un-suspend, authorize. prompts contains consent.',
    kind: 'stateful',
  },
  {
    id: 'LIF-45',
    from: [
      'States and transitions, row Refresh token presented again',
      'States and transitions, row User un-suspended',
    ],
    statement:
      'Un-suspension does not revive a refresh token that was spent before the suspension: it yields no token.',
    basis: 'derived',
    observable:
      'Refresh, suspend, un-suspend, present the spent token. The answer has no access_token. The error is a freedom, because a suspension may have ended the token for another reason.',
    kind: 'stateful',
  },
  {
    id: 'LIF-46',
    from: ['States and transitions, row App unarchived'],
    statement: 'After unarchiving, users can authorize the app again, and it obtains delegated tokens that work.',
    basis: 'derived',
    observable:
      "Unarchive, run the flow, exchange, list and refresh. All succeed. Whether consent is asked for again is a freedom. It is inferred that archiving stops the app's delegated access (LIF-23 to LIF-25), and also that unarchiving restores it.",
    kind: 'stateful',
  },
  {
    id: 'LIF-47',
    from: ['States and transitions, row App archived'],
    statement: 'While an app is archived, a code that was issued before yields no usable token.',
    basis: 'derived',
    observable: 'Authorize, archive, exchange. There is no token, or only a token that is refused.',
    kind: 'stateful',
  },
] as const satisfies readonly RequirementEntry[];
