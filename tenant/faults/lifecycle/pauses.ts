import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Grant } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { follow } from '../operators/changes.ts';
import type { Watching } from '../operators/memories.ts';
import type { Presented } from '../operators/presented.ts';

/** Whether the record that is asked for came in a pause that this change has ended. */
export const addedBefore = (
  change: 'unsuspension' | 'unarchiving',
  whose: (presented: Presented) => unknown,
): Watching => ({
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

/** The grants to those of whom this is true when they are made are forgotten. */
export function losing(isStopped: (tenant: Tenant, actor: { readonly id: string }) => boolean): Deviation {
  return (normal) => {
    const lost = new WeakSet<Grant>();
    return {
      grantAccess: (tenant, project, actor) => {
        normal.grantAccess(tenant, project, actor);
        const grant = project.grants.at(-1);
        if (grant !== undefined && isStopped(tenant, actor)) lost.add(grant);
      },
      grantCounts: (call, grant) => normal.grantCounts(call, grant) && !lost.has(grant),
    };
  };
}
