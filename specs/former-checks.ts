import type { RequirementId } from './requirements/index.ts';

/** What became of a check that is not there any more. */
export interface FormerCheck {
  readonly id: string;
  /** What it proved. */
  readonly proves: readonly RequirementId[];
  /** The check that proves that now. */
  readonly now: string;
}

/** What a waiver, a stored report or a flag may still name. */
export const formerChecks: readonly FormerCheck[] = [
  {
    id: 'lifecycle/a-grant-does-not-end-a-suspension',
    proves: ['LIF-01'],
    now: 'lifecycle/nothing-but-unsuspending-unsuspends',
  },
  {
    id: 'lifecycle/a-later-suspension-stops-new-tokens',
    proves: ['LIF-02', 'LIF-03'],
    now: 'lifecycle/grants-in-histories-of-suspensions',
  },
  {
    id: 'lifecycle/an-unsuspended-users-key-gets-following-pages',
    proves: ['LIF-05'],
    now: 'lifecycle/keys-in-histories-of-suspensions',
  },
  {
    id: 'lifecycle/who-goes-on-creates-records-again',
    proves: ['LIF-05', 'LIF-26'],
    now: 'lifecycle/who-goes-on-is-served-in-whatever-call',
  },
  {
    id: 'versioning/an-archived-app-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-stopped-token-is-refused-on-both',
  },
  {
    id: 'versioning/an-uninstalled-app-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-stopped-token-is-refused-on-both',
  },
  {
    id: 'versioning/a-suspended-owner-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-stopped-key-is-refused-on-both',
  },
  {
    id: 'versioning/a-replaced-key-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-stopped-key-is-refused-on-both',
  },
  {
    id: 'versioning/an-expired-token-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-token-is-of-one-age-on-both',
  },
  {
    id: 'versioning/an-expired-token-that-was-refreshed-is-refused-on-both',
    proves: ['VER-16'],
    now: 'versioning/a-token-is-of-one-age-on-both',
  },
  {
    id: 'versioning/each-legacy-token-expires-by-its-own-age',
    proves: ['VER-14'],
    now: 'versioning/a-token-is-of-one-age-on-both',
  },
  {
    id: 'versioning/user-tokens-of-the-legacy-path-last-900-seconds',
    proves: ['VER-14'],
    now: 'versioning/a-token-is-of-one-age-on-both',
  },
  {
    id: 'versioning/a-new-token-works-on-either-version-first',
    proves: ['VER-02'],
    now: 'versioning/tokens-of-either-path-work-on-both',
  },
  {
    id: 'versioning/a-token-goes-on-working-on-each-version',
    proves: ['VER-02'],
    now: 'versioning/tokens-of-either-path-work-on-both',
  },
  {
    id: 'versioning/each-users-token-works-on-each-version',
    proves: ['VER-03'],
    now: 'versioning/tokens-of-either-path-work-on-both',
  },
  {
    id: 'versioning/delegated-legacy-tokens-work-on-both',
    proves: ['VER-09'],
    now: 'versioning/tokens-of-either-path-work-on-both',
  },
  {
    id: 'versioning/user-tokens-of-the-legacy-path-work-on-both',
    proves: ['VER-09'],
    now: 'versioning/tokens-of-either-path-work-on-both',
  },
  {
    id: 'versioning/a-refresh-token-of-days-is-known-at-both-paths',
    proves: ['VER-10'],
    now: 'versioning/refreshes-after-some-time-go-at-either-path',
  },
  {
    id: 'versioning/the-legacy-path-refreshes-late',
    proves: ['VER-07', 'VER-10'],
    now: 'versioning/refreshes-after-some-time-go-at-either-path',
  },
  {
    id: 'versioning/tokens-of-late-refreshes-work-on-both',
    proves: ['VER-03'],
    now: 'versioning/refreshes-after-some-time-go-at-either-path',
  },
  {
    id: 'versioning/the-legacy-path-looks-at-the-redirect-uri',
    proves: ['VER-13'],
    now: 'versioning/the-legacy-path-refuses-user-grants-alike',
  },
  {
    id: 'lifecycle/a-suspension-stops-following-pages',
    proves: ['LIF-01'],
    now: 'lifecycle/a-key-is-refused-in-every-form-of-call',
  },
  {
    id: 'lifecycle/a-suspension-stops-following-pages-of-apps',
    proves: ['LIF-02'],
    now: 'lifecycle/a-token-is-refused-in-every-form-of-call',
  },
  {
    id: 'lifecycle/archiving-stops-following-pages',
    proves: ['LIF-21'],
    now: 'lifecycle/a-token-is-refused-in-every-form-of-call',
  },
  {
    id: 'lifecycle/archiving-stops-following-pages-for-users',
    proves: ['LIF-23'],
    now: 'lifecycle/a-token-is-refused-in-every-form-of-call',
  },
  {
    id: 'lifecycle/an-uninstallation-stops-following-pages',
    proves: ['LIF-31'],
    now: 'lifecycle/a-token-is-refused-in-every-form-of-call',
  },
  {
    id: 'lifecycle/a-key-follows-its-owners-state',
    proves: ['LIF-01', 'LIF-05', 'LIF-06'],
    now: 'lifecycle/keys-in-histories-of-suspensions',
  },
  {
    id: 'expiry/a-token-expires-though-no-other-is-used',
    proves: ['EXP-02'],
    now: 'expiry/app-tokens-last-900-seconds',
  },
  {
    id: 'expiry/tokens-of-one-app-expire-one-by-one',
    proves: ['EXP-08'],
    now: 'expiry/tokens-of-one-app-expire-one-by-one-at-any-distance',
  },
  {
    id: 'expiry/an-app-asks-again-after-expiry',
    proves: ['EXP-09'],
    now: 'expiry/an-app-asks-again-after-every-expiry',
  },
  {
    id: 'expiry/app-tokens-expire-however-they-are-used',
    proves: ['EXP-06', 'EXP-07'],
    now: 'expiry/delegated-tokens-expire-however-they-are-used',
  },
  {
    id: 'lifecycle/a-suspension-lasts',
    proves: ['LIF-01', 'LIF-05'],
    now: 'lifecycle/a-key-is-refused-in-every-form-of-call',
  },
];

/** What became of the check of an id; undefined where none went. */
export function formerCheck(id: string): FormerCheck | undefined {
  return formerChecks.find((one) => one.id === id);
}
