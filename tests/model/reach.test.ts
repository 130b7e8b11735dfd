import { expect, test } from 'vitest';
import type { ActorKind, ReachStep } from '../../generators/reach-story.ts';
import { expectedOf, judgedBy, stillValidBy } from '../../specs/model/reach.ts';
import { act, grant, look, revoke, withUser } from '../../specs/world/reach-steps.ts';

type Log = readonly Exclude<ReachStep, { do: 'record' }>[];
const of = (...steps: readonly ReachStep[]): Log => steps.filter((step) => step.do !== 'record');

const apps: readonly ActorKind[] = ['app', 'app', 'user'];
const keys: readonly ActorKind[] = ['user with a key', 'user with a key', 'user', 'app'];

test.for<[string, readonly ActorKind[], Log, string]>([
  ['an app that was added to nothing', apps, of(), 'never by CCR-10'],
  ['an app that was added to another project', apps, of(grant(0, 1)), 'never by CCR-13'],
  ['a project in which another app is', apps, of(grant(0, 1), grant(1)), 'never by CCR-14'],
  ['a project in which only a user is', apps, of(grant(0, 1), grant(2)), 'never by CCR-09'],
  [
    'a project of a user who consented to the app',
    apps,
    of(grant(0, 1), grant(2), withUser('consent', 2)),
    'never by CCR-20',
  ],
  ['a project of a user and another app', apps, of(grant(0, 1), grant(1), grant(2)), 'free'],
  ['an app that was added last', apps, of(grant(0)), 'due by CCR-11'],
  ['an app that has seen it', apps, of(grant(0), look()), 'due by CCR-08'],
  ['an app to whose project a user was added since', apps, of(grant(0), grant(2)), 'due by CCR-08'],
  ['an app to which a user consented since', apps, of(grant(0), look(), withUser('consent', 2)), 'due by CCR-20'],
  ['an app that was removed from the project', apps, of(grant(0), revoke(0)), 'left'],
  ['an app that was added again', apps, of(grant(0), revoke(0), look(), grant(0)), 'due by CCR-11'],
  ['a key of a user in the project', keys, of(grant(0)), 'due by KEY-03'],
  ['a key of a user who was added after it was used', keys, of(look(), grant(0)), 'due by KEY-19'],
  ['a key of a user who was removed from it', keys, of(grant(0), revoke(0)), 'gone by KEY-19'],
  ['a key, and a project without members', keys, of(), 'never by KEY-04'],
  ['a key, and a project of an app', keys, of(grant(3)), 'never by KEY-04'],
  ['a key, and a project of a user with another key', keys, of(grant(1)), 'never by KEY-18'],
])('the answer that the model expects for %s', ([, actors, log, expected]) => {
  const { is, by } = expectedOf({ actors, log }, 0, 0);
  expect(by === undefined ? is : `${is} by ${by}`).toBe(expected);
});

const delegated: readonly ActorKind[] = ['user of an app', 'user'];
const archived = [act('archive'), act('unarchive')];
const suspended = [act('suspend'), act('unsuspend')];

test.for<[string, readonly ActorKind[], Log, string | undefined]>([
  ['an app that was archived', apps, of(grant(0), look(), ...archived), 'LIF-26'],
  ['an app that was archived before it looked', apps, of(grant(0), ...archived, look()), undefined],
  ['an app that was archived twice', apps, of(grant(0), look(), ...archived, ...archived), 'LIF-26'],
  ['an app that was added while archived', apps, of(look(), act('archive'), grant(0), act('unarchive')), 'LST-31'],
  [
    'an app that was removed while archived',
    apps,
    of(grant(0), look(), act('archive'), revoke(0), act('unarchive')),
    undefined,
  ],
  ['an app that was archived, and a project without members', apps, of(look(), ...archived), undefined],
  ['a key of a user who was suspended', keys, of(grant(0), look(), ...suspended), 'LIF-07'],
  ['such a key, and a project without members', keys, of(look(), ...suspended), 'LIF-07'],
  ['such a key, removed from the project before', keys, of(grant(0), revoke(0), look(), ...suspended), 'LIF-07'],
  ['such a key, removed from it meanwhile', keys, of(grant(0), look(), act('suspend'), revoke(0)), 'LST-31'],
  ['a user of an app who was suspended', delegated, of(grant(0), look(), ...suspended), 'LIF-16'],
  ['such a user, and a project without members', delegated, of(look(), ...suspended), undefined],
  ['a user whose app was reinstalled', delegated, of(grant(0), look(), act('reinstall its app')), 'LIF-38'],
  ['an app that shares with a suspended user', apps, of(grant(0), grant(2), look(), act('suspend', 2)), 'LIF-09'],
  ['an app that shares nothing with them', apps, of(grant(0), grant(2, 1), look(), act('suspend', 2)), undefined],
  ['an app that shares with an archived one', apps, of(grant(0), grant(1), look(), act('archive', 1)), 'LIF-29'],
  ['an app that shares with an uninstalled one', apps, of(grant(0), grant(1), look(), act('uninstall', 1)), undefined],
  ['a key that shares with a suspended user', keys, of(grant(0), grant(2), look(), act('suspend', 2)), 'LIF-08'],
  ['a key that shares with an archived app', keys, of(grant(0), grant(3), look(), act('archive', 3)), 'LIF-29'],
  ['a key that shares with an uninstalled app', keys, of(grant(0), grant(3), look(), act('uninstall', 3)), 'LIF-41'],
  ['a key, and a project of only the suspended user', keys, of(grant(2), look(), act('suspend', 2)), undefined],
])('the requirement that follows from a state for %s', ([, actors, log, expected]) => {
  expect(expectedOf({ actors, log }, 0, 0).since).toBe(expected);
});

test('a check judges by the state if it proves that requirement, and by the permission otherwise', () => {
  const past = { actors: apps, log: of(grant(0), look(), ...archived) };
  expect(judgedBy(expectedOf(past, 0, 0), new Set(['LIF-26', 'CCR-08']))).toBe('LIF-26');
  expect(judgedBy(expectedOf(past, 0, 0), new Set(['CCR-08']))).toBe('CCR-08');
});

test.for<[string, readonly ActorKind[], Log, string | undefined]>([
  ['a token after the secret of another app was rotated', apps, of(look(), act('rotate its secret', 1)), 'CCR-07'],
  ['a token after a denial', apps, of(look(), withUser('deny', 2)), 'CCR-20'],
  ['a token after a consent that it has outlived', apps, of(withUser('consent', 2), look()), 'CCR-07'],
  ['a key that was never used', keys, of(grant(0)), 'KEY-01'],
  ['a key after an app was archived', keys, of(look(), act('archive', 3)), 'KEY-22'],
  ['a key after the key of another user was rotated', keys, of(look(), act('rotate the key', 1)), 'KEY-16'],
  ['a key that replaced another', keys, of(look(), act('rotate the key')), undefined],
])('the requirement by which it still works for %s', ([, actors, log, expected]) => {
  expect(stillValidBy({ actors, log }, 0)).toBe(expected);
});
