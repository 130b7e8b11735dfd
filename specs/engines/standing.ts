import fc from 'fast-check';
import type { Need } from '../../drivers/session/need.ts';
import type { BesideApp, BesideUser } from '../../generators/beside-event.ts';
import { anyBesideApp, anyBesideUser } from '../../generators/beside-event.ts';
import type { Command, History, KeyAge } from '../../generators/history.ts';
import { triedWhen } from '../../generators/history.ts';
import { objectOf } from '../../generators/object.ts';
import { populations } from '../../generators/population.ts';
import { presentations } from '../../generators/presentation.ts';
import type { SuiteCheck } from '../check.ts';
import { playedCheck } from '../model/history-check.ts';
import type { RequirementId } from '../requirements/index.ts';
import { askForToken, connect, needsOf, wait } from '../world/commands.ts';

/** What is had before a script begins: keys of the users, tokens of the apps, grants of users to apps. */
export type Holding = 'key' | 'app token' | 'grant';

/**
 * A rule of what a credential is worth after some events. What is expected is the model's answer: a row says only what
 * happens. Its cases draw how often that happens, what happens beside it, how long each state lasts, who the actors are and
 * how credentials are presented.
 */
export interface StandingRow {
  readonly id: string;
  readonly title: string;
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  readonly holds: readonly Holding[];
  /** What happens to the first user and the first app; one of these for each case. The others are bystanders. */
  readonly scripts: readonly (readonly Command[])[];
  /** How often a script is run at most, one time after the other. */
  readonly times?: number;
  /** Seconds of which some pass between the steps. */
  readonly waits?: readonly number[];
  /** How old keys are. */
  readonly keyAges?: readonly KeyAge[];
  /** How many users and apps there are at most. */
  readonly users?: number;
  readonly apps?: number;
  readonly maxCases?: number;
}

/** What is drawn for the time between two steps. */
interface Gap {
  readonly wait: number;
  readonly ofUser: BesideUser | 'nothing';
  readonly ofApp: BesideApp | 'nothing';
}

/** So many of the credentials that exist are presented after each step; at the end all are. */
const presentedAfterStep = 3;

/** The check of a row. */
export function standing(row: StandingRow): SuiteCheck {
  const { id, title, proves, scripts, waits = [], times = 1, maxCases = 10 } = row;
  const steps = scripts.flat();
  const longest = Math.max(...scripts.map(({ length }) => length)) * times;
  const seconds =
    waits.length === 0 && !steps.some((one) => one.do === 'elapse')
      ? 0
      : longest * Math.max(0, ...waits) + Math.max(...scripts.map(secondsOf)) * times;
  return playedCheck(
    { id, title, proves, needs: needsOfRow(row), keys: row.holds.includes('key'), seconds, maxCases, presented: 'all' },
    historiesOf(row),
  );
}

function secondsOf(script: readonly Command[]): number {
  return script.reduce((sum, one) => sum + (one.do === 'elapse' ? one.seconds : 0), 0);
}

function needsOfRow({ holds, scripts, waits }: StandingRow): readonly Need[] {
  const needs = new Set<Need>();
  const has = (what: Holding): boolean => holds.includes(what);
  if (has('app token') || has('grant')) needs.add('app.create');
  if (has('key') || has('grant')) needs.add('user.create');
  if (has('key')) needs.add('apiKey.create');
  if (has('grant')) needs.add('browser.authorize');
  for (const need of scripts.flat().flatMap(needsOf)) needs.add(need);
  if (waits !== undefined) needs.add('passing-time');
  return [...needs];
}

/** The histories of a row: its script, with what is drawn in between. */
export function historiesOf(row: StandingRow): fc.Arbitrary<History> {
  const { holds, scripts, waits = [], times = 1, keyAges = [0] } = row;
  const has = (what: Holding): boolean => holds.includes(what);
  const gap = objectOf<Gap>({
    wait: fc.constantFrom(0, ...waits),
    ofUser:
      has('key') || has('grant') ? fc.oneof(fc.constant('nothing' as const), anyBesideUser) : fc.constant('nothing'),
    ofApp:
      has('app token') || has('grant')
        ? fc.oneof(fc.constant('nothing' as const), anyBesideApp)
        : fc.constant('nothing'),
  });
  return objectOf({
    script: fc.constantFrom(...scripts),
    times: fc.integer({ min: 1, max: times }),
    gaps: fc.array(gap, { maxLength: 4 }),
    from: fc.nat(5),
    apps: fc.constantFrom(...(has('app token') || has('grant') ? [2, row.apps ?? 2] : [0])),
    users: fc.constantFrom(...(has('key') || has('grant') ? [2, row.users ?? 2] : [0])),
    keyAges: fc.array(fc.constantFrom(...keyAges), { minLength: 1, maxLength: 2 }),
    presentations,
    population: populations,
    tried: triedWhen,
  }).map(({ script, times: often, gaps, from, users, apps, keyAges: ages, ...rest }): History => {
    const steps: Command[] = [];
    for (const [at, command] of Array.from({ length: often }, () => script)
      .flat()
      .entries()) {
      const between = gaps[at % Math.max(1, gaps.length)];
      steps.push(command);
      if (between !== undefined) steps.push(...happening(between));
      if (has('grant')) steps.push({ do: 'presentStopped', which: at });
      if (has('app token')) steps.push(askForToken());
    }
    return {
      users,
      apps,
      keyAges: Array.from({ length: users }, (_, user) => ages[user % ages.length] ?? 0),
      opening: openingOf(holds, users, apps),
      steps: steps.map((command, at) => ({ command, look: { from: from + at, count: presentedAfterStep } })),
      ...rest,
    };
  });
}

function happening({ wait: seconds, ofUser, ofApp }: Gap): Command[] {
  return [
    ...(seconds === 0 ? [] : [wait(seconds)]),
    ...(ofUser === 'nothing' ? [] : [{ do: 'besideUser', user: 0, what: ofUser } as const]),
    ...(ofApp === 'nothing' ? [] : [{ do: 'besideApp', app: 0, what: ofApp } as const]),
  ];
}

/** The first user has connected every app, the others the first app only. */
function openingOf(holds: readonly Holding[], users: number, apps: number): Command[] {
  const all = Array.from({ length: apps }, (_, app) => app);
  const others = Array.from({ length: Math.max(0, users - 1) }, (_, at) => at + 1);
  return [
    ...(holds.includes('app token') ? all.map((app) => askForToken(app)) : []),
    ...(holds.includes('grant') ? others.map((user) => connect(user, 0)) : []),
    ...(holds.includes('grant') ? all.toReversed().map((app) => connect(0, app)) : []),
  ];
}
