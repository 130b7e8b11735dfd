import fc from 'fast-check';
import { day } from '../../../core/spans.ts';
import { aKeyOwner } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { ReachStory } from '../../../generators/reach-story.ts';
import { oneOfEach, reachCases } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { reachCheck } from '../../engines/reach.ts';
import { createAndWithdraw, judgeWithdrawnAccess } from '../../expectations/withdrawn-access.ts';
import { times } from '../../world/commands.ts';
import { act, grant, look, wait } from '../../world/reach-steps.ts';

const needs = ['user.create', 'apiKey.create', 'access'] as const;

/** More projects than fit on the first page of a list from which a tenant may read its permissions. */
const manyProjects = 26;

const ofAnOwner = { actors: ['user with a key'], projects: [oneOfEach] } as const satisfies Partial<ReachStory>;

/**
 * Checks of a key's access to projects that its owner shares with others, to many projects and for weeks, and to
 * records that the owner wrote ("Basic authentication", 1 and 2).
 */
export const neighboursChecks: readonly SuiteCheck[] = [
  reachCheck({
    id: 'api-key/a-key-sees-what-its-owner-shares',
    title: 'A key sees a project that its owner was granted before the key was made, and that others share',
    proves: ['KEY-03'],
    needs: [...needs, 'app.create'],
    keys: true,
    cases: reachCases(
      fc.constantFrom<ReachStory>(
        ...[[], [grant(1)], [grant(2)]].flatMap((shared) =>
          [[], [act('rotate the key')]].map((rotated) => ({
            actors: ['user with a key', 'app', 'user'] as const,
            projects: [oneOfEach],
            steps: [grant(0), ...rotated, ...shared],
          })),
        ),
      ),
    ),
    maxCases: 12,
  }),

  reachCheck({
    id: 'api-key/a-key-sees-each-of-many-projects',
    title: "A key shows the records of each of its owner's many projects, and nothing of another project",
    proves: ['KEY-03', 'KEY-04'],
    needs,
    keys: true,
    cases: reachCases(
      fc.constant<ReachStory>({
        ...ofAnOwner,
        projects: times(manyProjects + 1, () => [oneOfEach]),
        steps: times(manyProjects, (project) => [grant(0, project)]),
      }),
    ),
    maxCases: 1,
  }),

  reachCheck({
    id: 'api-key/access-does-not-lapse',
    title: 'A key still shows the records of a project weeks after its owner was granted the project',
    proves: ['KEY-03'],
    needs: [...needs, 'passing-time'],
    keys: true,
    maxSeconds: 29 * day,
    cases: reachCases(
      fc.constant<ReachStory>({ ...ofAnOwner, steps: [grant(0), look(), wait(day), look(), wait(28 * day), look()] }),
    ),
    maxCases: 1,
  }),

  check({
    id: 'api-key/what-its-owner-wrote-is-no-exception',
    title: "A key shows nothing of a project that its owner was taken from, not even the owner's records",
    proves: ['KEY-04'],
    needs: [...needs, 'project.revoke', 'write-probe'],
    async gather(scene) {
      const owner = await aKeyOwner(scene);
      return createAndWithdraw(scene, owner, basic(owner.apiKey));
    },
    *judge(seen) {
      yield* judgeWithdrawnAccess(seen, 'KEY-04', 'a key whose owner');
    },
  }),
];
