import { styleText } from 'node:util';
import { servingOf } from '../drivers/examination/serving.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import type { Survey } from '../drivers/survey/survey.ts';
import type { Session } from '../drivers/session/session.ts';
import { shellWord } from '../reports/curl.ts';
import { visible, visibleJson } from '../reports/visible.ts';
import { counted } from '../reports/wording.ts';
import type { SuiteConfig } from '../specs/adapter.ts';
import { openSession } from '../specs/adapter.ts';
import type { Gain } from '../specs/gains.ts';
import { gainInWords, stepsOf } from '../specs/gains.ts';
import type { Plan } from '../specs/plan.ts';
import { planOf, secondsOf } from '../specs/plan.ts';
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { variablesFrom } from './environment.ts';
import { assessLacks } from './assess-lacks.ts';
import { configure } from './run/configure.ts';
import type { RunOptions } from './run/options.ts';
import { warnOfNeedlessWaits } from './run/readiness.ts';
import { selectChecks } from './run/selection.ts';
import { table } from './table.ts';
import { span } from './span.ts';
import { throughputOf } from './throughput.ts';

export interface PlanOptions extends Pick<
  RunOptions,
  'target' | 'profile' | 'check' | 'runs' | 'shard' | 'allowWaits'
> {
  readonly json?: true;
}

/**
 * Runs `labconform plan`: prints what a run with the same options would exercise, skip, change and ask for, and which
 * additions would exercise more.
 *
 * @returns 0, or 3 if the tenant or its control cannot be reached
 */
export async function plan(options: PlanOptions, environment: Environment, console: Console): Promise<number> {
  const selected = selectChecks(options);
  const ids = selected.map(({ id }) => id);
  // a plan asks no person, and may be made without a person
  const config = await configure(options, environment, ids, { answers: true });
  const opening = await openSession(config);
  if (!('session' in opening)) {
    const doctor =
      options.target === undefined ? '' : `; labconform doctor --target ${shellWord(options.target)} says what to do`;
    console.err(`labconform: no plan is possible: ${visible(opening.reason)}${doctor}\n`);
    return 3;
  }
  const { session } = opening;
  try {
    const seen = await assessLacks(session, selected);
    warnOfNeedlessWaits(options, seen.timeIsFree, console);
    const gains = stepsOf(selected, seen.wants, mostGains);
    const planned = planOf(selected, seen.lacks, session.operations, {
      runs: config.runs,
      profile: options.profile,
    });
    const throughput = await throughputOf(session, config.profile);
    const survey = await surveyWithFixtures(config);
    const byPerson = personsPart(planned, config.profile);
    // the time that a person takes for operations cannot be estimated
    const ownPart = byPerson?.operations === undefined ? planned : { ...planned, operated: 0 };
    const facts = {
      runs: config.runs,
      seconds: secondsOf(ownPart, throughput),
      ...(byPerson === undefined ? {} : { byPerson }),
      timeIsFree: seen.timeIsFree,
      gains,
      ...(survey === undefined ? {} : { survey }),
    };
    if (options.json === true)
      console.out(`${visibleJson(JSON.stringify({ target: session.facts, ...planned, ...facts }, null, 2))}\n`);
    else
      console.out(
        `${config.profile === undefined ? '' : variablesFrom(environment)}${planText(session, planned, facts, config.profile, console)}`,
      );
    return 0;
  } finally {
    await session.close();
  }
}

/**
 * Returns the places that the tenant serves, as far as the credentials of the profile show this. Nothing is made at the
 * tenant for it.
 */
async function surveyWithFixtures(config: SuiteConfig): Promise<Survey | undefined> {
  const { profile } = config;
  const without = profile && { ...profile, control: { type: 'none' } as const };
  const opening = await openSession(without === undefined ? config : { ...config, profile: without });
  if (!('session' in opening)) return undefined;
  try {
    return await opening.session.survey();
  } finally {
    await opening.session.close();
  }
}

/** The tasks of a person at the terminal. */
interface PersonsPart {
  /** Approximate number of operations that the person carries out; undefined if the person only signs in. */
  readonly operations?: number;
  /** Number of times that the person signs in as a user of the fixtures. */
  readonly signIns?: number;
}

interface Facts {
  readonly runs: number;
  /** Seconds that the suite itself takes. */
  readonly seconds: number;
  /** The tasks of a person, which take additional time that depends on the person. */
  readonly byPerson?: PersonsPart;
  readonly timeIsFree: boolean;
  /** The additions to the target that would exercise more. */
  readonly gains: readonly Gain[];
  /** The places that the tenant serves; undefined if they are not known. */
  readonly survey?: Survey;
}

/** Maximum number of additions that are shown. */
const mostGains = 6;

function planText(
  session: Session,
  planned: Plan,
  facts: Facts,
  profile: LoadedProfile | undefined,
  console: Console,
): string {
  const bold = (text: string): string => (console.color ? styleText('bold', text, { validateStream: false }) : text);
  const { name, baseUrl } = session.facts;
  const skipped = planned.checks.filter(({ lacks }) => lacks !== undefined);
  const exercised = planned.checks.length - skipped.length;
  const parts = [
    `${exercised} of ${planned.checks.length} checks would be exercised against ${profile === undefined ? `the ${name}` : `${name} at ${baseUrl}`}, with ${counted(facts.runs, 'case')} a property.`,
    table(
      ['profile', 'exercised', 'requirements'],
      planned.profiles.map((one) => [one.name, one.exercised, `${one.requirements} of ${one.of}`]),
      console,
    ),
    ...(facts.survey === undefined ? [] : [[bold('What the tenant serves'), ...served(facts.survey)].join('\n')]),
    ...(skipped.length === 0 ? [] : [[bold('Not exercised'), ...reasons(planned)].join('\n')]),
    ...(facts.gains.length === 0
      ? []
      : [[bold('What more would be exercised, each line in addition to those before it'), ...added(facts)].join('\n')]),
    [bold('What it does at the tenant'), ...changes(planned, facts, profile)].join('\n'),
    [bold('Who has to be present'), person(profile)].join('\n'),
    [bold('How long it takes'), ...duration(planned, facts, profile)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function reasons({ checks }: Plan): string[] {
  const byLack = Map.groupBy(
    checks.filter(({ lacks }) => lacks !== undefined),
    ({ lacks }) => lacks,
  );
  return [...byLack]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([lack, some]) => `  ${counted(some.length, 'check')}: ${visible(lack ?? '')}`);
}

function served(survey: Survey): string[] {
  const { listings, tokenPaths } = survey;
  const isKnown = [...listings, ...tokenPaths].some(({ by }) => Object.keys(by).length > 0);
  if (!isKnown) return ['  a run finds out when it begins: the profile has no fixtures to try it with'];
  return servingOf(survey).map(({ found }) => `  ${found}`);
}

function added({ gains }: Facts): string[] {
  return gains.map((gain) => `  with ${gainInWords(gain)}`);
}

function changes({ operations, waits }: Plan, { timeIsFree }: Facts, profile: LoadedProfile | undefined): string[] {
  const asked = operations.map(({ name, checks }) => `  ${name}, for ${counted(checks, 'check')}`);
  // the embedded tenant has no other users
  const moved =
    profile !== undefined && waits > 0 && timeIsFree && operations.some(({ name }) => name === 'clock.advance');
  const clock = moved
    ? [`  its clock moves forward by ${span(waits)} or more, also for all other users of the tenant`]
    : [];
  const { fixtures, writeProbe } = profile ?? {};
  const spends = fixtures?.users.some(({ refreshToken }) => refreshToken !== undefined) === true;
  return [
    '  it asks for tokens and reads, many times with wrong credentials',
    ...asked,
    ...clock,
    ...(spends ? ['  the refresh token of fixtures.users is spent; the newest is kept in .labconform/'] : []),
    ...(writeProbe === undefined ? [] : [`  ${writeProbe.method} ${writeProbe.path}, which creates records`]),
  ];
}

function personsPart({ operated }: Plan, profile: LoadedProfile | undefined): PersonsPart | undefined {
  if (profile?.control.type === 'manual') return { operations: operated };
  return profile?.control.browser === 'person' ? { signIns: 1 } : undefined;
}

function person(profile: LoadedProfile | undefined): string {
  if (profile?.control.type === 'manual')
    return '  a person at the terminal, who carries out each operation of each case';
  if (profile?.control.browser !== 'person') return '  nobody';
  return `  a person at the terminal, who signs in once, as ${profile.fixtures.users[0]?.email ?? 'a user of the fixtures'}`;
}

function duration(
  { requests, operated, waits }: Plan,
  { seconds, timeIsFree, byPerson }: Facts,
  profile: LoadedProfile | undefined,
): string[] {
  const rate = profile?.limits.requestsPerSecond;
  const limit = rate === undefined ? '' : ` at ${rate} a second`;
  const waited = timeIsFree || waits === 0 ? '' : `, and about ${span(waits)} of waiting, which all checks share`;
  const calls = `about ${roughly(requests)} calls${limit}`;
  if (byPerson?.operations !== undefined)
    return [
      `  a person carries out about ${counted(byPerson.operations, 'operation')}: the run lasts as long as they take`,
      `  in addition, the suite makes ${calls}: ${span(seconds)}${waited}`,
    ];
  const own = `  ${calls} and ${roughly(operated)} operations: ${span(seconds)}${waited}`;
  return byPerson === undefined
    ? [own]
    : [own, '  in addition, a person signs in once, which takes as long as they need'];
}

/** Returns a number with two significant figures, because it is an estimate. */
function roughly(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en');
}
