import type { Deviation } from '../../behaviour/behaviour.ts';
import type { App, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';

/** Changes to the state of a user or an app: the rule that makes each change, and the state that it leads to. */
const changes = {
  suspension: ['setUserActive', false],
  unsuspension: ['setUserActive', true],
  archiving: ['setArchived', true],
  unarchiving: ['setArchived', false],
  uninstallation: ['setInstalled', false],
  installation: ['setInstalled', true],
} as const;
type Change = keyof typeof changes;
type SubjectOf<C extends Change> = (typeof changes)[C][0] extends 'setUserActive' ? User : App;

/** The type of these rules, as if each of them changed both users and apps. */
type Rule = (tenant: Tenant, subject: User | App, state: boolean) => void;

/** Returns the present state of a subject, and the time since when it lasts. */
function standing(change: Change, subject: User | App): { readonly state: boolean; readonly since: Date } {
  if ('active' in subject) return { state: subject.active, since: subject.activeChangedAt };
  return changes[change][0] === 'setArchived'
    ? { state: subject.archived, since: subject.archivedChangedAt }
    : { state: subject.installed, since: subject.installedChangedAt };
}

/** Returns a deviation that replaces the rule of a change. `isMade` reports whether a call makes the change. */
function replaceRule(
  change: Change,
  act: (normal: Rule, isMade: (subject: User | App, state: boolean) => boolean) => Rule,
): Deviation {
  const [rule, leadsTo] = changes[change];
  return (normal) => {
    const changed = act(
      normal[rule] as Rule,
      (subject, state) => state === leadsTo && standing(change, subject).state !== leadsTo,
    );
    return { [rule]: changed };
  };
}

/** Returns a deviation that loses a change if `isLost` holds. `times` counts these changes, including this one. */
export const loseChange = <C extends Change>(
  change: C,
  isLost: (subject: SubjectOf<C>, times: number, tenant: Tenant) => boolean = () => true,
): Deviation =>
  replaceRule(change, (normal, isMade) => {
    const counts = new WeakMap<object, number>();
    return (tenant, subject, state) => {
      const made = isMade(subject, state);
      const times = (counts.get(subject) ?? 0) + (made ? 1 : 0);
      counts.set(subject, times);
      if (!made || !isLost(subject as SubjectOf<C>, times, tenant)) normal(tenant, subject, state);
    };
  });

/** Returns a deviation that calls `act` after a change. `lasted` is the time in the former state, in milliseconds. */
export const follow = <C extends Change>(
  change: C,
  act: (tenant: Tenant, subject: SubjectOf<C>, lasted: number) => void,
): Deviation =>
  replaceRule(change, (normal, isMade) => (tenant, subject, state) => {
    const made = isMade(subject, state);
    const lasted = tenant.clock.now().getTime() - standing(change, subject).since.getTime();
    normal(tenant, subject, state);
    if (made) act(tenant, subject as SubjectOf<C>, lasted);
  });

/** Returns a deviation: a change that was made several times in a row has to be undone the same number of times. */
export const countInARow = (change: Change): Deviation =>
  replaceRule(change, (normal) => {
    const depths = new WeakMap<object, number>();
    const [, leadsTo] = changes[change];
    return (tenant, subject, state) => {
      const depth = Math.max(0, (depths.get(subject) ?? 0) + (state === leadsTo ? 1 : -1));
      depths.set(subject, depth);
      normal(tenant, subject, depth > 0 === leadsTo);
    };
  });

/** Returns a deviation: a change to one subject is undone for the subject that was changed before it. */
export const oneAtATime =
  <C extends Change>(change: C, undo: (tenant: Tenant, latest: SubjectOf<C>) => void): Deviation =>
  (normal) => {
    let latest: SubjectOf<C> | undefined;
    return follow(change, (tenant, subject) => {
      if (latest !== undefined && latest !== subject) undo(tenant, latest);
      latest = subject;
    })(normal);
  };
