import type { Deviation } from '../../behaviour/behaviour.ts';
import type { App, Grant, User } from '../../state/model.ts';
import { follow } from '../operators/changes.ts';
import type { RememberingCondition } from '../operators/memories.ts';
import type { Presented } from '../operators/presented.ts';
import { actorWithId } from '../operators/standing.ts';

/** Returns the condition that the requested record was added in a suspension or archiving that has ended. */
export const addedBefore = (
  change: 'unsuspension' | 'unarchiving',
  whose: (presented: Presented) => unknown,
): RememberingCondition => ({
  watch: (normal) => {
    const pauses: { readonly id: string; readonly from: number; readonly to: number }[] = [];
    return {
      holds: (_call, presented) => {
        const added = Number(presented.record?.addedAt);
        return pauses.some(({ id, from, to }) => id === whose(presented) && added >= from && added <= to);
      },
      remembering: follow(change, ({ clock }, { id }, lasted) => {
        const to = clock.now().getTime();
        pauses.push({ id, from: to - lasted, to });
      })(normal),
    };
  },
});

/** Ignores the projects that a user or app is added to while `isMeant` is true of it. */
export const losing =
  (isMeant: (one: User | App) => boolean): Deviation =>
  (normal) => {
    const lost = new WeakSet<Grant>();
    return {
      grantAccess: (tenant, project, actor) => {
        normal.grantAccess(tenant, project, actor);
        const [grant, one] = [project.grants.at(-1), actorWithId(tenant, actor.id)];
        if (grant !== undefined && one !== undefined && isMeant(one)) lost.add(grant);
      },
      grantCounts: (call, grant) => normal.grantCounts(call, grant) && !lost.has(grant),
    };
  };
