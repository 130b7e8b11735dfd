import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Grant } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';

/** Remembers whom a suspension, or which app an archiving, has ever stopped. */
export function onceStopped(normal: Behaviour): {
  readonly ids: Pick<ReadonlySet<string>, 'has'>;
  readonly remembering: Pick<Behaviour, 'setUserActive' | 'setArchived'>;
} {
  const ids = new Set<string>();
  return {
    ids,
    remembering: {
      setUserActive: (tenant, user, active) => {
        if (!active) ids.add(user.id);
        normal.setUserActive(tenant, user, active);
      },
      setArchived: (tenant, app, archived) => {
        if (archived) ids.add(app.id);
        normal.setArchived(tenant, app, archived);
      },
    },
  };
}

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
