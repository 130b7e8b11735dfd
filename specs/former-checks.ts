import type { RequirementId } from './requirements/index.ts';

/** A check that no longer exists, and the check that replaces it. */
export interface FormerCheck {
  readonly id: string;
  /** The requirements that it proved; empty if only the id has changed. */
  readonly proves: readonly RequirementId[];
  /** The id of the check that proves them now. */
  readonly now: string;
}

/**
 * Checks, each with the former checks that it replaces and the requirements that these proved. A waiver, a stored
 * report or a flag may still name a former check.
 */
const standsFor: Readonly<Record<string, Readonly<Record<string, readonly RequirementId[]>>>> = {
  'api-key/a-key-is-accepted-in-calls-of-any-sort': {
    'api-key/a-key-is-accepted-for-following-pages': ['KEY-02'],
  },
  'lifecycle/a-key-shows-the-same-after-a-suspension': {
    'lifecycle/unsuspension-restores-the-reach-of-a-key': ['LIF-07'],
    'lifecycle/an-unsuspended-user-sees-what-was-added-meanwhile': ['LIF-07'],
  },
  'lifecycle/who-goes-on-sees-the-same': {
    'lifecycle/unsuspension-restores-the-same-user': ['LIF-16'],
    'lifecycle/unsuspension-keeps-the-e-mail-address': ['LIF-16'],
    'lifecycle/an-unarchived-app-sees-what-was-added-meanwhile': ['LIF-26'],
    'lifecycle/a-renewed-consent-shows-the-users-records': ['LIF-38'],
    'lifecycle/grants-that-change-meanwhile-hold-afterwards': ['LST-31'],
  },
  'lifecycle/others-see-what-they-share-with-the-stopped': {
    'lifecycle/who-is-stopped-takes-nobody-out-of-projects': ['LIF-08', 'LIF-09', 'LIF-29', 'LIF-41'],
  },
  'lifecycle/a-key-creates-as-the-same-user-after-a-suspension': {
    'lifecycle/unsuspension-keeps-the-identity-behind-a-key': ['LIF-16'],
  },
  'versioning/the-legacy-path-serves-each-user-and-address': {
    'versioning/the-legacy-path-exchanges-codes': ['VER-06'],
  },
  'versioning/refreshes-go-at-either-path': {
    'versioning/the-legacy-path-exchanges-refresh-tokens': ['VER-07'],
    'versioning/both-paths-share-one-token-state': ['VER-10'],
  },
  'lifecycle/a-suspension-stops-keys-in-spite-of-changes': {
    'lifecycle/a-grant-does-not-end-a-suspension': ['LIF-01'],
  },
  'lifecycle/states-last-for-months': {
    'lifecycle/a-suspension-lasts-for-months': ['LIF-01', 'LIF-05', 'LIF-15'],
  },
  'lifecycle/nothing-else-ends-a-state': {
    'lifecycle/nothing-but-installing-installs': ['LIF-31', 'LIF-32'],
    'lifecycle/nothing-but-unarchiving-unarchives': ['LIF-21', 'LIF-22'],
  },
  'lifecycle/a-suspension-stops-id-tokens': {
    'lifecycle/a-suspended-users-id-token-is-refused': ['LIF-15'],
    'lifecycle/a-suspension-stops-following-pages-of-id-tokens': ['LIF-15'],
  },
  'lifecycle/grants-in-histories-of-suspensions': {
    'lifecycle/a-later-suspension-stops-new-tokens': ['LIF-02', 'LIF-03'],
  },
  'lifecycle/keys-in-histories-of-suspensions': {
    'lifecycle/an-unsuspended-users-key-gets-following-pages': ['LIF-05'],
    'lifecycle/a-key-follows-its-owners-state': ['LIF-01', 'LIF-05', 'LIF-06'],
    'lifecycle/an-unsuspended-users-key-works-again': ['LIF-05', 'LIF-08'],
    'lifecycle/a-suspension-stops-whichever-user': ['LIF-01'],
  },
  'lifecycle/who-goes-on-is-served-in-every-form-of-call': {
    'lifecycle/an-unarchived-app-is-authorized-again': ['LIF-46'],
    'lifecycle/an-unsuspended-user-authorizes-again': ['LIF-20'],
  },
  'versioning/a-stopped-token-is-refused-on-both': {
    'versioning/an-archived-app-is-refused-on-both': ['VER-16'],
    'versioning/an-uninstalled-app-is-refused-on-both': ['VER-16'],
  },
  'versioning/a-stopped-key-is-refused-on-both': {
    'versioning/a-suspended-owner-is-refused-on-both': ['VER-16'],
    'versioning/a-replaced-key-is-refused-on-both': ['VER-16'],
  },
  'versioning/a-token-is-of-one-age-on-both': {
    'versioning/an-expired-token-is-refused-on-both': ['VER-16'],
    'versioning/an-expired-token-that-was-refreshed-is-refused-on-both': ['VER-16'],
    'versioning/each-legacy-token-expires-by-its-own-age': ['VER-14'],
    'versioning/user-tokens-of-the-legacy-path-last-900-seconds': ['VER-14'],
  },
  'versioning/tokens-of-either-path-work-on-both': {
    'versioning/a-new-token-works-on-either-version-first': ['VER-02'],
    'versioning/a-token-goes-on-working-on-each-version': ['VER-02'],
    'versioning/each-users-token-works-on-each-version': ['VER-03'],
    'versioning/delegated-legacy-tokens-work-on-both': ['VER-09'],
    'versioning/user-tokens-of-the-legacy-path-work-on-both': ['VER-09'],
  },
  'versioning/refreshes-after-some-time-go-at-either-path': {
    'versioning/a-refresh-token-of-days-is-known-at-both-paths': ['VER-10'],
    'versioning/the-legacy-path-refreshes-late': ['VER-07', 'VER-10'],
    'versioning/tokens-of-late-refreshes-work-on-both': ['VER-03'],
  },
  'versioning/the-legacy-path-refuses-user-grants-alike': {
    'versioning/the-legacy-path-looks-at-the-redirect-uri': ['VER-13'],
  },
  'lifecycle/a-key-is-refused-in-every-form-of-call': {
    'lifecycle/a-suspension-stops-following-pages': ['LIF-01'],
    'lifecycle/a-suspension-lasts': ['LIF-01', 'LIF-05'],
    'lifecycle/a-suspended-users-key-is-refused': ['LIF-01'],
    'lifecycle/a-repeated-suspension-ends-nothing': ['LIF-01'],
  },
  'lifecycle/a-token-is-refused-in-every-form-of-call': {
    'lifecycle/a-suspension-stops-following-pages-of-apps': ['LIF-02'],
    'lifecycle/archiving-stops-following-pages': ['LIF-21'],
    'lifecycle/archiving-stops-following-pages-for-users': ['LIF-23'],
    'lifecycle/an-uninstallation-stops-following-pages': ['LIF-31'],
    'lifecycle/a-suspended-users-access-token-is-refused-everywhere': ['LIF-02'],
    'lifecycle/an-archived-apps-token-is-refused-everywhere': ['LIF-21'],
    'lifecycle/an-uninstalled-apps-access-token-is-refused-everywhere': ['LIF-31'],
  },
  'expiry/tokens-last-900-seconds-in-every-form-of-call': {
    'expiry/app-tokens-last-900-seconds-whatever-happened-before': ['EXP-01', 'EXP-02', 'EXP-03'],
    'expiry/app-tokens-last-900-seconds-at-any-hour': ['EXP-01', 'EXP-02', 'EXP-03'],
    'expiry/tokens-of-refreshes-last-900-seconds': ['EXP-03', 'EXP-05'],
    'expiry/tokens-of-refreshes-last-900-seconds-whatever-came-before': ['EXP-03', 'EXP-05'],
    'expiry/a-token-expires-though-no-other-is-used': ['EXP-02'],
    'expiry/app-tokens-last-900-seconds': ['EXP-01', 'EXP-02', 'EXP-03'],
    'expiry/an-expired-token-is-refused-in-whatever-call': ['EXP-02', 'EXP-03', 'EXP-04'],
    'expiry/tokens-of-code-exchanges-last-900-seconds': ['EXP-03', 'EXP-04'],
    'expiry/an-expired-token-gets-no-following-page': ['EXP-02', 'EXP-03'],
    'expiry/long-expired-tokens-are-answered-with-401': ['EXP-02', 'EXP-03'],
  },
  'expiry/tokens-of-one-app-expire-one-by-one-at-any-distance': {
    'expiry/tokens-of-one-app-expire-one-by-one': ['EXP-08'],
  },
  'expiry/app-tokens-end-one-by-one': {
    'expiry/an-app-asks-again-after-expiry': ['EXP-09'],
    'expiry/an-app-asks-again-after-every-expiry': ['EXP-09'],
  },
  'lifecycle/a-state-stops-each-of-several': {
    'lifecycle/a-suspension-stops-what-apps-hold': ['LIF-02', 'LIF-03', 'LIF-04'],
    'lifecycle/archiving-stops-delegated-tokens': ['LIF-23', 'LIF-24'],
    'lifecycle/uninstallation-ends-what-apps-hold': ['LIF-31', 'LIF-32', 'LIF-33'],
    'lifecycle/a-suspension-reaches-apps-that-are-archived-then': ['LIF-04'],
  },
  'lifecycle/a-state-stops-older-tokens': {
    'lifecycle/a-suspension-stops-older-tokens': ['LIF-02', 'LIF-03'],
    'lifecycle/uninstallation-ends-older-tokens': ['LIF-31', 'LIF-32'],
  },
  'lifecycle/nothing-is-authorized-while-stopped': {
    'lifecycle/a-suspended-user-authorizes-nothing': ['LIF-17'],
    'lifecycle/an-uninstalled-app-gets-no-code': ['LIF-34'],
  },
  'lifecycle/a-state-stops-codes-from-before': {
    'lifecycle/a-code-from-before-a-suspension-is-of-no-use': ['LIF-18'],
    'lifecycle/a-code-from-before-an-uninstallation-is-of-no-use': ['LIF-40'],
  },
  'lifecycle/access-follows-the-state-of-an-app': {
    'lifecycle/archiving-stops-every-token-of-an-app': ['LIF-21', 'LIF-22'],
    'lifecycle/an-apps-access-follows-its-state': ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27', 'LIF-28'],
  },
  'lifecycle/grants-in-histories-of-installations': {
    'lifecycle/an-archived-app-is-authorized-for-nothing': ['LIF-25', 'LIF-47'],
  },
  'lifecycle/others-go-on-in-every-form-of-call': {
    'lifecycle/archiving-leaves-others-alone': ['LIF-29'],
    'lifecycle/uninstallation-leaves-others-alone': ['LIF-41'],
    'lifecycle/a-suspension-leaves-apps-alone': ['LIF-09', 'LIF-10'],
    'lifecycle/an-apps-token-survives-a-suspension-everywhere': ['LIF-09'],
  },
  'lifecycle/an-archived-app-stays-stopped': {
    'lifecycle/an-archiving-lasts-for-months': ['LIF-22', 'LIF-26'],
  },
  'lifecycle/a-late-reinstall-is-consented-to-anew': {
    'lifecycle/a-reinstall-after-some-time': ['LIF-35', 'LIF-37'],
  },
  'lifecycle/keys-of-others-go-on-in-every-form-of-call': {
    'lifecycle/a-suspension-leaves-other-users-alone': ['LIF-08'],
  },
  'lifecycle/credentials-in-histories-of-transitions': {
    'lifecycle/nothing-but-unsuspending-unsuspends': ['LIF-01', 'LIF-02'],
    'lifecycle/a-newcomer-authorizes-a-reinstalled-app': ['DEL-27'],
    'lifecycle/who-goes-on-creates-records-again': ['LIF-05', 'LIF-26'],
    'lifecycle/who-goes-on-is-served-in-whatever-call': ['LIF-05', 'LIF-20', 'LIF-26', 'LIF-38'],
  },
  'expiry/keys-last-30-days-in-every-form-of-call': {
    'expiry/rotating-an-old-key-gives-one-that-expires': ['EXP-28'],
    'expiry/what-has-not-expired-serves-whatever-call': ['EXP-21', 'EXP-24'],
    'expiry/keys-last-30-days-from-their-date': ['EXP-21', 'EXP-22', 'EXP-23'],
    'expiry/an-expired-key-is-refused-in-whatever-call': ['EXP-22', 'EXP-23'],
    'expiry/an-expired-key-gets-no-following-page': ['EXP-22', 'EXP-23'],
    'expiry/rotated-keys-last-30-days-from-the-rotation': ['EXP-27'],
  },
  'expiry/what-a-user-does-moves-no-end-of-a-key': {
    'expiry/what-users-do-moves-no-end-of-a-key': ['EXP-22', 'EXP-24'],
    'expiry/keys-from-before-august-2026-do-not-expire-later': ['EXP-24'],
  },
  'expiry/nothing-moves-the-end-of-an-app-token': {
    'expiry/no-change-of-its-app-prolongs-an-access-token': ['EXP-02'],
    'expiry/app-tokens-last-900-seconds-at-the-end-of-a-month': ['EXP-02'],
  },
  'expiry/nothing-moves-the-end-of-a-refresh-token': {
    'expiry/nothing-else-prolongs-a-refresh-token': ['EXP-12'],
    'expiry/nothing-else-ends-a-refresh-token': ['EXP-34', 'DEL-46', 'DEL-47', 'DEL-63'],
    'expiry/no-change-of-its-app-prolongs-a-refresh-token': ['EXP-12'],
    'expiry/archiving-prolongs-no-refresh-token': ['EXP-12'],
  },
  'expiry/inactive-periods-count': {
    'expiry/a-suspension-prolongs-no-access-token': ['EXP-04'],
    'expiry/archiving-prolongs-no-access-token': ['EXP-31'],
  },
  'expiry/expired-access-tokens-leave-the-refresh-token-usable-for-days': {
    'expiry/expired-access-tokens-leave-the-refresh-token-usable': ['EXP-10', 'EXP-34'],
  },
  'expiry/users-authorize-again-after-every-expiry': {
    'expiry/each-expiry-can-be-followed-by-an-authorization': ['EXP-16'],
    'expiry/users-can-authorize-again-after-expiry': ['EXP-16'],
    'expiry/a-new-authorization-revives-no-expired-refresh-token': ['EXP-17'],
  },
  'lifecycle/a-reinstalled-app-is-consented-to-anew': {
    'lifecycle/reinstallation-revives-no-token': ['LIF-35', 'LIF-36'],
    'lifecycle/consent-is-asked-again-after-a-reinstall': ['LIF-37', 'LIF-38'],
    'lifecycle/one-users-consent-is-not-anothers': ['LIF-39'],
  },
  'api-key/a-name-alone-is-answered-401': {
    'api-key/a-client-id-is-no-key': ['KEY-06'],
  },
  'api-key/what-resembles-a-key-is-refused': {
    'api-key/a-likeness-of-a-key-is-answered-401': ['KEY-07'],
    'api-key/octets-beside-a-key-are-not-overlooked': ['KEY-07'],
  },
  'api-key/a-key-as-password-is-answered-401': {
    'api-key/empty-basic-credentials-are-answered-401': ['KEY-08'],
    'api-key/a-name-beside-the-key-is-answered-401': ['KEY-10'],
    'api-key/the-name-of-its-owner-does-not-go-with-a-key': ['KEY-10'],
  },
  'api-key/rotation-puts-a-new-key-in-place-of-the-old': {
    'api-key/rotation-leaves-other-keys-working': ['KEY-16'],
    'api-key/a-replaced-key-does-not-go-on-with-its-listing': ['KEY-15'],
  },
  'api-key/an-id-token-does-not-end-a-key': {
    'api-key/an-id-token-neither-ends-a-key-nor-stands-in-for-one': ['KEY-17'],
  },
  'api-key/a-key-can-be-used-any-number-of-times': {
    'api-key/a-key-goes-on-after-a-creation': ['KEY-17'],
  },
  'api-key/the-key-as-username-authenticates': {
    'api-key/a-key-works-at-the-tenants-own-address': ['KEY-21'],
  },
  'api-key/a-key-is-accepted-after-other-credentials': {
    'api-key/a-key-is-accepted-beside-tokens': ['KEY-01'],
  },
  'client-credentials/client-credentials-are-no-credentials-of-the-api': {
    'client-credentials/client-credentials-are-no-basic-credentials': ['CCR-16'],
    'client-credentials/client-credentials-are-no-bearer-tokens': ['CCR-17'],
    'client-credentials/both-halves-are-no-bearer-token': ['CCR-17'],
  },
  'client-credentials/a-token-can-be-asked-for-again': {
    'client-credentials/many-tokens-live-side-by-side': ['CCR-07'],
  },
  'client-credentials/credentials-obtain-a-token': {
    'client-credentials/a-denied-app-obtains-a-token': ['CCR-19'],
    'client-credentials/a-bare-app-obtains-a-token': ['CCR-19'],
  },
  'client-credentials/access-follows-a-history-of-grants': {
    'client-credentials/a-grant-opens-every-listing': ['CCR-08', 'CCR-11', 'CCR-12'],
    'client-credentials/apps-see-their-own-projects-and-no-other': ['CCR-08', 'CCR-10', 'CCR-13', 'CCR-14'],
    'client-credentials/apps-do-not-see-what-only-users-see': ['CCR-09'],
    'client-credentials/apps-see-what-they-share-with-users': ['CCR-08'],
  },
  'client-credentials/what-takes-nothing-from-an-app': {
    'client-credentials/a-grant-while-archived-counts': ['CCR-11'],
    'client-credentials/a-grant-after-archiving-counts': ['CCR-11'],
    'client-credentials/withdrawals-take-what-they-name': ['CCR-08', 'CCR-12'],
    'client-credentials/a-grant-brings-nothing-back': ['CCR-13'],
    'client-credentials/a-token-outlives-what-does-not-end-it': ['CCR-07'],
    'client-credentials/what-an-app-was-added-to-outlives-what-takes-nothing': ['CCR-08'],
    'client-credentials/a-token-of-either-path-leaves-those-of-the-other': ['CCR-07'],
  },
  'client-credentials/users-change-nothing-for-the-apps-own-token': {
    'client-credentials/no-query-shows-what-only-users-see': ['CCR-09'],
  },
  'client-credentials/records-name-the-app-that-created-them': {
    'client-credentials/each-record-of-an-app-names-it': ['CCR-15'],
  },
  'api-key/a-key-sees-what-its-owner-may-see': {
    'api-key/keys-of-several-users-act-as-their-owners': ['KEY-18'],
    'api-key/a-project-granted-later-is-seen': ['KEY-19'],
  },
  'api-key/changes-give-and-take-what-they-name': {
    'api-key/a-key-is-its-owners-whatever-they-are-called': ['KEY-01', 'KEY-16', 'KEY-18'],
    'api-key/withdrawals-take-what-they-name': ['KEY-03'],
    'api-key/a-project-withdrawn-is-no-longer-seen': ['KEY-19'],
    'api-key/a-new-key-follows-its-owner-too': ['KEY-19'],
  },
  'api-key/a-key-needs-no-app': {
    'api-key/a-key-outlives-the-apps-of-its-owner': ['KEY-22'],
  },
  'api-key/a-replaced-key-ends-before-the-new-one-is-used': {
    'api-key/an-unsuspension-revives-no-replaced-key': ['KEY-15'],
  },
  'api-key/an-access-token-as-username-is-answered-401': {
    'api-key/a-delegated-token-as-username-is-answered-401': ['KEY-12'],
  },
  'api-key/what-a-key-creates-names-its-owner': {
    'api-key/no-app-is-named-by-what-a-key-creates': ['KEY-05'],
    'api-key/what-a-key-creates-names-no-namesake': ['KEY-05'],
  },
  'versioning/a-change-of-permissions-is-seen-by-both': {
    'versioning/a-grant-is-seen-by-both': ['VER-20'],
    'versioning/a-withdrawal-is-seen-by-both': ['VER-20'],
  },
  'expiry/no-form-of-use-prolongs-a-token': {
    'expiry/app-tokens-expire-however-they-are-used': ['EXP-06', 'EXP-07'],
    'expiry/delegated-tokens-expire-however-they-are-used': ['EXP-06', 'EXP-07'],
    'expiry/refreshed-tokens-expire-however-they-are-used': ['EXP-06', 'EXP-07'],
    'expiry/creating-does-not-prolong-a-token': ['EXP-06'],
  },
  'expiry/a-suspension-does-not-stop-the-clock-of-a-key': {
    'expiry/an-un-suspension-revives-no-expired-key': ['EXP-30'],
    'expiry/a-suspension-makes-no-old-key-expire': ['EXP-24'],
  },
  'expiry/keys-last-30-days-as-time-passes': {
    'expiry/every-key-of-a-user-expires': ['EXP-22'],
  },
  'expiry/nothing-moves-the-end-of-a-delegated-token': {
    'expiry/nothing-else-prolongs-a-delegated-token': ['EXP-04', 'EXP-35', 'DEL-63'],
  },
  'expiry/refresh-tokens-last-as-long-as-announced': {
    'expiry/refresh-tokens-last-30-days': ['EXP-11', 'EXP-12'],
    'expiry/renewed-refresh-tokens-last-30-days': ['EXP-13', 'EXP-14'],
  },
  'expiry/app-tokens-last-as-long-as-announced': {
    'expiry/a-second-token-lasts-as-long-as-announced': ['EXP-20'],
  },
  'expiry/refresh-tokens-age-renewed-or-not': {
    'expiry/expired-refresh-tokens-yield-nothing-at-either-path': ['EXP-12'],
  },
};

/** Checks that were only renamed: the present id by the former one. */
const renamed: Readonly<Record<string, string>> = {
  'token-issuance/answers-for-users-stay-alike-whatever-happened':
    'token-issuance/answers-for-users-have-the-same-members-after-events',
  'token-issuance/answers-stay-alike-whatever-happened': 'token-issuance/answers-have-the-same-members-after-events',
  'api-key/a-key-is-accepted-whatever-came-before': 'api-key/a-key-is-accepted-after-other-credentials',
  'delegated/whatever-had-happened-records-name-their-creator': 'delegated/records-name-their-creator-after-events',
  'delegated/whoever-authorizes-whatever-app': 'delegated/users-and-apps-may-have-any-name',
  'expiry/renewed-refresh-tokens-last-30-days-whatever-came-before':
    'expiry/the-refresh-token-of-each-refresh-lasts-30-days',
  'expiry/tokens-last-900-seconds-whatever-happened-before': 'expiry/tokens-last-900-seconds-after-events',
  'openid-connect/a-wrong-id-token-lists-nothing-in-whatever-call':
    'openid-connect/a-wrong-id-token-lists-nothing-in-any-form-of-call',
  'expiry/tokens-end-by-no-clock-on-the-wall': 'expiry/app-tokens-last-900-seconds-when-a-day-ends',
  'delegated/refreshes-leave-other-users-unharmed': 'delegated/refreshes-end-no-refresh-token-of-other-users',
  'api-key/strangers-spoil-no-connection': 'api-key/a-key-is-accepted-on-a-connection-of-refused-calls',
  'client-credentials/strangers-spoil-no-connection':
    'client-credentials/a-token-is-accepted-on-a-connection-of-refused-calls',
  'transport/nothing-turns-a-guard-away': 'transport/nothing-opens-a-listing-without-a-credential',
  'delegated/no-telling-state-is-changed': 'delegated/ambiguous-states-come-back-unchanged',
  'api-key/a-likeness-of-a-key-is-refused': 'api-key/what-resembles-a-key-is-refused',
  'openid-connect/what-is-free-about-id-tokens': 'openid-connect/unspecified-id-tokens',
  'openid-connect/who-denied-an-app-calls-on': 'openid-connect/a-denial-ends-no-id-token',
};

/** All former checks. */
export const formerChecks: readonly FormerCheck[] = [
  ...Object.entries(standsFor).flatMap(([now, former]) =>
    Object.entries(former).map(([id, proves]) => ({ id, proves, now })),
  ),
  ...Object.entries(renamed).map(([id, now]) => ({ id, proves: [], now })),
];

/** Reports whether only the id of a check has changed: its cases and requirements are those of the present check. */
export function isOnlyRenamed({ proves }: FormerCheck): boolean {
  return proves.length === 0;
}

/** Returns the former check with an id; undefined if there is none. */
export function formerCheck(id: string): FormerCheck | undefined {
  return formerChecks.find((one) => one.id === id);
}
