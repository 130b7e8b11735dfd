import type { ActorReference, Grant, Project } from './model.ts';

/** Projects by their id, and found as quickly by whom they were granted to. */
export class Projects extends Map<string, Project> {
  readonly #byActor = new Map<string, Set<Project>>();

  /** Those that an actor was ever granted, in that order: whether a grant still counts is not asked here. */
  grantedTo(actor: ActorReference): Iterable<Project> {
    return this.#byActor.get(keyOf(actor)) ?? [];
  }

  grant(project: Project, actor: ActorReference, grantedAt: Date): void {
    const grant: Grant = { actor, grantedAt, revokedAt: undefined };
    project.grants = [...project.grants, grant];
    const key = keyOf(actor);
    const known = this.#byActor.get(key);
    if (known === undefined) this.#byActor.set(key, new Set([project]));
    else known.add(project);
  }
}

function keyOf({ kind, id }: ActorReference): string {
  return `${kind} ${id}`;
}
