import fc from 'fast-check';
import { day } from '../../../core/spans.ts';
import type { ActorKind, ReachStory } from '../../../generators/reach-story.ts';
import { oneOfEach, reachCases, reachStories, rowsOf } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { reachCheck } from '../../engines/reach.ts';
import { act, grant, look, record, revoke, wait, withUser } from '../../world/reach-steps.ts';

const others = (...kinds: readonly ActorKind[]): fc.Arbitrary<readonly ActorKind[]> =>
  fc.array(fc.constantFrom(...kinds), { maxLength: 3 }).map((drawn) => ['app', ...drawn]);

const two = [oneOfEach, oneOfEach];
const amongOthers = { actors: ['app', 'app', 'user'], projects: two } as const satisfies Partial<ReachStory>;
const withUsers: readonly (readonly ActorKind[])[] = [
  ['app', 'user', 'user with a key'],
  ['app', 'user with a key', 'app'],
];

/**
 * Checks of the records that an app sees of the projects that it was added to, and of other projects ("OAuth bearer
 * with app credentials", 5).
 */
export const reachChecks: readonly SuiteCheck[] = [
  reachCheck({
    id: 'client-credentials/access-follows-a-history-of-grants',
    title: 'At each moment an app sees every project that it is in, and no project that it never was in',
    proves: ['CCR-08', 'CCR-09', 'CCR-10', 'CCR-11', 'CCR-12', 'CCR-13', 'CCR-14'],
    needs: ['app.create', 'access'],
    cases: reachCases(
      reachStories({
        actors: others('app', 'app', 'user', 'user with a key'),
        steps: ['grant', 'grant', 'grant', 'revoke', 'record', 'look', 'look'],
      }),
    ),
    maxCases: 30,
  }),

  reachCheck({
    id: 'client-credentials/users-change-nothing-for-the-apps-own-token',
    title: "An app's own token sees the same records after users consent or deny and their tokens are refreshed",
    proves: ['CCR-09', 'CCR-14', 'CCR-20'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'access'],
    cases: reachCases(
      reachStories({
        actors: fc.constantFrom(...withUsers),
        opening: [grant(0, 0), grant(1, 1), grant(2, 2), look()],
        steps: ['consent', 'deny', 'refresh', 'look for', 'look', 'grant'],
      }),
    ),
    maxCases: 20,
  }),

  reachCheck({
    id: 'client-credentials/what-takes-nothing-from-an-app',
    title: "An app's earlier token still shows its projects after events that take nothing from the app",
    proves: ['CCR-07', 'CCR-08', 'CCR-11', 'CCR-12', 'CCR-13', 'CCR-14'],
    needs: ['app.create', 'access'],
    ...rowsOf(
      [
        [act('archive'), grant(0, 1), act('unarchive')],
        [act('archive'), act('unarchive'), grant(0, 1)],
        [act('rotate its secret')],
        [act('set a webhook'), grant(1, 1), look(1), act('set a webhook', 1)],
        [act('register a redirect URI')],
        [act('send bad requests')],
        [act('send a wrong secret')],
        [grant(1), act('rotate its secret', 1)],
        [act('archive', 1)],
        [withUser('consent', 2), look(), withUser('refresh', 2)],
        [grant(2), look(), revoke(2)],
        [grant(1), look(), revoke(1)],
        [grant(0, 1), look(), revoke(0, 1)],
        [act('go on by another program')],
        [act('ask for a token at the legacy path')],
        [act('take a token of the legacy path'), look(), act('ask for a token')],
        [revoke(0), look(), grant(0)],
        [revoke(0), look(), grant(0), record()],
        [revoke(0), look(), grant(0, 1)],
        [grant(0, 1), look(), record(1)],
      ].map((steps) => ({ ...amongOthers, steps: [grant(0), look(), ...steps] })),
    ),
  }),

  reachCheck({
    id: 'client-credentials/access-does-not-lapse',
    title: 'A month after it was added to a project, an app sees the records of this project, and of no other',
    proves: ['CCR-08', 'CCR-09', 'CCR-13'],
    needs: ['app.create', 'access', 'passing-time'],
    maxSeconds: 31 * day,
    cases: reachCases(
      fc.constant({
        actors: ['app', 'user'],
        projects: [...two, oneOfEach],
        // at first with the same token
        steps: [grant(0), grant(1, 1), look(), wait(620), look(), wait(day), look(), wait(30 * day)],
      }),
    ),
    maxCases: 2,
  }),

  reachCheck({
    id: 'client-credentials/each-of-many-projects-is-open',
    title: 'An app in more than twenty projects sees the records of each of them, and of no other project',
    proves: ['CCR-08', 'CCR-13'],
    needs: ['app.create', 'access'],
    cases: reachCases(
      fc.constant({
        actors: ['app'],
        projects: Array.from({ length: 27 }, () => oneOfEach),
        steps: [...Array.from({ length: 26 }, (_, project) => grant(0, project)), look()],
      }),
    ),
    maxCases: 1,
  }),
];
