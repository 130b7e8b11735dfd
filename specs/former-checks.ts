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
];

/** What became of the check of an id; undefined where none went. */
export function formerCheck(id: string): FormerCheck | undefined {
  return formerChecks.find((one) => one.id === id);
}
