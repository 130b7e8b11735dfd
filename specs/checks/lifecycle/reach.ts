import fc from 'fast-check';
import type { ActorAct, ActorKind, ReachStory } from '../../../generators/reach-story.ts';
import { oneOfEach, rowsOf } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { attributionCheck } from '../../engines/attribution.ts';
import { reachCheck } from '../../engines/reach.ts';
import { times } from '../../world/commands.ts';
import { act, grant, record, revoke } from '../../world/reach-steps.ts';

/**
 * Returns stories of two actors of one kind. The first is stopped and resumed. The second, which otherwise does the
 * same, shows which records are to be seen.
 */
function pausesOf(kind: ActorKind, stop: ActorAct, resume: ActorAct): ReachStory[] {
  return [
    [act(stop), act(resume)],
    [act(stop), act(resume), act(stop), act(resume)],
    [act(stop), record(), act(resume), record(1)],
    [act(stop), grant(0, 2), revoke(0, 1), act(resume), grant(1, 2), revoke(1, 1)],
  ].map((steps) => ({
    actors: [kind, kind],
    projects: times(4, () => [oneOfEach]),
    steps: [...[0, 1].flatMap((who) => [grant(who), grant(who, 1), act('look at each listing', who)]), ...steps],
  }));
}

/**
 * Checks of the records that an actor sees, and of the creator they name, after its state has ended, and of the records
 * that others see meanwhile ("States and transitions").
 */
export const reachChecks: readonly SuiteCheck[] = [
  reachCheck({
    id: 'lifecycle/a-key-shows-the-same-after-a-suspension',
    title: "After its owner's suspension a key shows the same records, and those added or granted since",
    proves: ['LIF-07', 'LST-31'],
    needs: ['user.create', 'apiKey.create', 'user.suspend', 'user.unsuspend', 'access'],
    keys: true,
    ...rowsOf(pausesOf('user with a key', 'suspend', 'unsuspend')),
  }),

  reachCheck({
    id: 'lifecycle/who-goes-on-sees-the-same',
    title: 'Apps and users whose state has ended see the same records, and those added or granted since',
    proves: ['LIF-16', 'LIF-26', 'LIF-38', 'LST-31'],
    needs: ['app.create', 'access'],
    ...rowsOf([
      ...pausesOf('app', 'archive', 'unarchive'),
      ...pausesOf('user of an app', 'suspend', 'unsuspend'),
      ...pausesOf('user with an ID token', 'suspend', 'unsuspend'),
      {
        actors: ['user of an app'],
        projects: [oneOfEach],
        steps: [grant(0), act('look at each listing'), act('reinstall its app')],
      },
    ]),
  }),

  reachCheck({
    id: 'lifecycle/others-see-what-they-share-with-the-stopped',
    title: 'Others keep the projects that they share with a suspended user or a stopped app',
    proves: ['LIF-08', 'LIF-09', 'LIF-29', 'LIF-41'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    keys: true,
    ...rowsOf(
      [act('suspend', 2), act('archive', 3), act('uninstall', 3)].map((stop) => ({
        actors: ['user with a key', 'app', 'user', 'app'] as const,
        projects: [oneOfEach, oneOfEach],
        steps: [
          ...[0, 1, 2, 3].map((who) => grant(who)),
          ...[0, 1].flatMap((who) => [grant(who, 1), act('look at each listing', who)]),
          stop,
        ],
      })),
    ),
  }),

  attributionCheck({
    id: 'lifecycle/a-key-creates-as-the-same-user-after-a-suspension',
    title: 'A record created with a key after a suspension names the same user as one created before',
    proves: ['LIF-16'],
    needs: ['user.create', 'apiKey.create', 'user.suspend', 'user.unsuspend', 'write-probe'],
    cases: fc.constant<ReachStory>({
      actors: ['user with a key', 'user with a key'],
      projects: [],
      steps: [act('write'), act('suspend'), act('unsuspend')],
    }),
    maxCases: 1,
  }),
];
