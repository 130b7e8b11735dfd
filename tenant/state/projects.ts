import type { ActorReference, Grant, Project } from './model.ts';

/** Projects by their id, also found quickly by the actors to whom they were granted. */
export class Projects extends Map<string, Project> {
  readonly #byActor = new Map<string, Set<Project>>();

  /** Returns the projects that were ever granted to an actor, in that order, even if the grant no longer counts. */
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
