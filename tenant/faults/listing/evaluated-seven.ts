import { sameActor, type ActorReference, type Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const holdsNow = (project: Project, actor: ActorReference): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined);

/** Mistakes about readers of many projects, and projects of many readers. */
export const evaluatedFaultsSeven: readonly Fault[] = [
  {
    id: 'listing/five-projects-are-listed',
    breaks: ['LST-31'],
    summary: 'An actor sees the records of the first five of their projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const own = call.tenant.state.projects.values().filter((one) => holdsNow(one, actor));
        return normal.hasAccess(call, actor, project) && own.take(5).some((one) => one === project);
      },
    }),
  },
  {
    id: 'listing/a-project-knows-ten-members',
    breaks: ['LST-31'],
    summary: 'Of the members of a project the ten who came last see its records.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) && project.grants.slice(-10).some((one) => sameActor(one.actor, actor)),
    }),
  },
];
