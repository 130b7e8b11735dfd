import type { Deviation } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { App, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { hasMember, isMember } from '../operators/standing.ts';
import { becomes } from '../operators/rules.ts';

/** Removes a user or an app from all projects. */
export function leaveProjects({ clock, state }: Tenant, { id }: User | App): void {
  for (const { grants } of state.projects.values()) {
    for (const grant of grants) if (grant.actor.id === id) grant.revokedAt ??= clock.now();
  }
}

/** Removes all others from the projects of a user or an app. */
export function emptyProjects({ clock, state }: Tenant, { id }: User | App): void {
  for (const project of state.projects.values()) {
    if (!isMember(project, id)) continue;
    for (const grant of project.grants) if (grant.actor.id !== id) grant.revokedAt ??= clock.now();
  }
}

/** Refuses to create records in projects that have a member for which `isMeant` returns true. */
export const closeProjects = (isMeant: (one: User | App) => boolean): Deviation =>
  becomes('writableProject', (project, call) =>
    isRefusal(project) || !hasMember(project, call, isMeant)
      ? project
      : refusal('forbidden', 'A member of the project is stopped.'),
  );
