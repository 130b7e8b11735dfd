import fc from 'fast-check';
import { day } from '../../../core/spans.ts';
import { resemblances } from '../../../generators/population.ts';
import type { ActorKind, ReachStory } from '../../../generators/reach-story.ts';
import { oneOfEach, reachCases, reachStories, rowsOf } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { attributionCheck } from '../../engines/attribution.ts';
import { reachCheck } from '../../engines/reach.ts';
import { act, grant, look, revoke, wait } from '../../world/reach-steps.ts';

const withOthers = fc
  .array(fc.constantFrom<ActorKind>('user with a key', 'user with a key', 'user', 'app'), { maxLength: 3 })
  .map((drawn): readonly ActorKind[] => ['user with a key', ...drawn]);
const casts: readonly (readonly ActorKind[])[] = [
  ['user with a key', 'app'],
  ['user with a key', 'app', 'app'],
];

const amongOthers = {
  actors: ['user with a key', 'user with a key', 'app', 'user'],
  projects: [oneOfEach, oneOfEach, oneOfEach],
} as const satisfies Partial<ReachStory>;

/**
 * Checks that a call with a key has the permissions of its owner, and that its records name the owner ("Basic
 * authentication", 2; "What the service does").
 */
export const reachChecks: readonly SuiteCheck[] = [
  reachCheck({
    id: 'api-key/a-key-sees-what-its-owner-may-see',
    title: 'A call with a key sees everything that its owner may see at the moment, and nothing else',
    proves: ['KEY-03', 'KEY-04', 'KEY-18', 'KEY-19'],
    needs: ['user.create', 'apiKey.create', 'access'],
    keys: true,
    cases: reachCases(
      reachStories({
        actors: withOthers,
        steps: ['grant', 'grant', 'grant', 'grant', 'revoke', 'record', 'look', 'look', 'rotate the key'],
        alike: ['their names', 'capitals in the address', ...resemblances],
      }),
    ),
    maxCases: 40,
  }),

  reachCheck({
    id: 'api-key/changes-give-and-take-what-they-name',
    title: 'Amid other changes, a key shows what its owner is granted and no longer what was withdrawn',
    proves: ['KEY-01', 'KEY-03', 'KEY-04', 'KEY-16', 'KEY-18', 'KEY-19'],
    needs: ['user.create', 'apiKey.create', 'access'],
    keys: true,
    ...rowsOf([
      ...[
        [grant(2), look(), revoke(2)],
        [grant(1, 1), grant(3, 1), look(), revoke(3, 1)],
        [grant(0, 1), look(), revoke(0, 1)],
        [grant(0, 1), look(), grant(0, 1), revoke(0, 1)],
        [grant(0, 1), look(), revoke(0, 1), look(), grant(0, 1)],
        [act('rotate the key'), look(), grant(0, 1)],
      ].map((steps) => ({ ...amongOthers, steps: [grant(0), look(), ...steps] })),
      {
        ...amongOthers,
        alike: 'their names',
        steps: [grant(0), grant(1, 2), grant(3, 1), look(1), act('rotate the key')],
      },
      ...(['capitals in the address', ...resemblances] as const).map((alike) => ({
        ...amongOthers,
        alike,
        steps: [grant(0), grant(1, 1)],
      })),
      { ...amongOthers, last: 'on one connection', steps: [grant(0), grant(1, 1)] },
      { ...amongOthers, steps: [grant(0, 1), grant(0, 2), grant(3)] },
    ]),
  }),

  reachCheck({
    id: 'api-key/a-key-needs-no-app',
    title: 'A key keeps working when apps are changed, refreshed or denied, with consent of its owner or not',
    proves: ['KEY-22'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    keys: true,
    cases: reachCases(
      reachStories({
        actors: fc.constantFrom(...casts),
        opening: [grant(0), look()],
        steps: ['consent', 'refresh', 'deny', 'archive', 'archive', 'uninstall', 'grant', 'look'],
      }),
    ),
    maxCases: 20,
  }),

  attributionCheck({
    id: 'api-key/what-a-key-creates-names-its-owner',
    title: "A record created with a key names the key's owner as its creator",
    proves: ['KEY-05'],
    needs: ['api-key', 'write-probe'],
    cases: reachStories({
      actors: fc.oneof(withOthers, fc.constantFrom(...casts)),
      projects: 1,
      steps: ['write', 'write', 'rotate the key', 'consent', 'write for', 'grant'],
      alike: ['their names', ...resemblances],
    }),
    maxCases: 20,
  }),

  attributionCheck({
    id: 'api-key/what-a-key-creates-later-names-its-owner',
    title: "A record created with a key of some age names the key's owner as its creator",
    proves: ['KEY-05'],
    needs: ['user.create', 'apiKey.create', 'write-probe', 'passing-time'],
    maxSeconds: 9 * day,
    cases: fc.constant<ReachStory>({
      actors: ['user with a key', 'user with a key'],
      projects: [],
      steps: [wait(61), act('write'), wait(620), act('write'), wait(8 * day)],
    }),
    maxCases: 1,
  }),
];
