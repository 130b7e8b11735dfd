import { styleText } from 'node:util';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import { realTime } from '../drivers/real-time.ts';
import type { Session } from '../drivers/target/session.ts';
import { needsToBeAlone } from '../drivers/target/turns.ts';
import { visible } from '../reports/visible.ts';
import { counted } from '../reports/wording.ts';
import { openSession } from '../specs/adapter.ts';
import type { SuiteCheck } from '../specs/check.ts';
import type { Plan } from '../specs/plan.ts';
import { planOf } from '../specs/plan.ts';
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { configure } from './run/command.ts';
import type { RunOptions } from './run/options.ts';
import { selectChecks } from './run/selection.ts';
import { table } from './table.ts';

export interface PlanOptions extends Pick<
  RunOptions,
  'target' | 'profile' | 'check' | 'runs' | 'shard' | 'allowWaits'
> {
  readonly json?: true;
}

/** At a tenant that is reached without a limit so many calls are under way at a time, on the average of a run. */
const callsAtATime = 6;
/** Seconds that a call takes the suite itself. */
const ownSeconds = 0.001;

/**
 * `labconform plan`: what a run with the same options would exercise, skip, change and ask for. It makes a plain call or
 * two of the tenant, to see how far away it is, and changes nothing. 0; 3 where the tenant or its control can't be reached.
 */
export async function plan(options: PlanOptions, environment: Environment, console: Console): Promise<number> {
  const selected = selectChecks(options);
  const ids = selected.map(({ id }) => id);
  // a plan asks nobody, and may be made where nobody is
  const config = await configure(options, environment, ids, { answers: true });
  const opening = await openSession(config);
  if (!('session' in opening)) {
    console.err(`labconform: nothing can be planned: ${visible(opening.reason)}\n`);
    return 3;
  }
  const { session } = opening;
  try {
    const seen = await lookAt(session, selected);
    const planned = planOf(selected, seen.lacks, session.operations, {
      runs: config.runs,
      profile: options.profile,
    });
    const seconds = secondsOf(planned, seen.callSeconds, config.profile);
    const facts = { runs: config.runs, seconds, timeIsFree: seen.timeIsFree };
    if (options.json === true)
      console.out(`${JSON.stringify({ target: session.facts, ...planned, ...facts }, null, 2)}\n`);
    else console.out(told(session, planned, facts, config.profile, console));
    return 0;
  } finally {
    await session.close();
  }
}

interface Look {
  /** By the ids of the checks that can't be exercised. */
  readonly lacks: ReadonlyMap<string, string>;
  /** Whether time passes without being waited for. */
  readonly timeIsFree: boolean;
  /** Seconds that a plain call takes. */
  readonly callSeconds: number;
}

/** Asks check by check what the target lacks; those that want it for themselves come when the others have gone. */
async function lookAt(session: Session, checks: readonly SuiteCheck[]): Promise<Look> {
  const lacks = new Map<string, string>();
  let timeIsFree = true;
  let callSeconds = Infinity;
  session.expect(checks);
  for (const check of [...checks.filter((one) => !needsToBeAlone(one)), ...checks.filter(needsToBeAlone)]) {
    const visit = await session.visit(check);
    const lack = visit.host.missing(check);
    if (lack !== undefined) lacks.set(check.id, lack);
    timeIsFree = visit.host.timeIsFree;
    // the first call also makes the connection
    for (let call = 0; call < 2 && callSeconds === Infinity; call++) {
      const began = realTime.now();
      await visit.host.lookAgain();
      if (call > 0) callSeconds = (realTime.now() - began) / 1000;
    }
    await visit.close();
  }
  return { lacks, timeIsFree, callSeconds };
}

/** About how long the calls take; what is really waited for comes on top. */
function secondsOf({ requests }: Plan, callSeconds: number, profile: LoadedProfile | undefined): number {
  if (profile === undefined) return Math.ceil(requests * ownSeconds);
  const perSecond = profile.limits.requestsPerSecond ?? Infinity;
  return Math.ceil(requests * Math.max(callSeconds / callsAtATime, ownSeconds, 1 / perSecond));
}

interface Facts {
  readonly runs: number;
  readonly seconds: number;
  readonly timeIsFree: boolean;
}

function told(
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
    ...(skipped.length === 0 ? [] : [[bold('Not exercised'), ...reasons(planned)].join('\n')]),
    [bold('What it does at the tenant'), ...changes(planned, facts, profile)].join('\n'),
    [bold('Who has to be there'), person(profile)].join('\n'),
    [bold('How long it takes'), duration(planned, facts, profile)].join('\n'),
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

function changes({ operations, waits }: Plan, { timeIsFree }: Facts, profile: LoadedProfile | undefined): string[] {
  const asked = operations.map(({ name, checks }) => `  ${name}, for ${counted(checks, 'check')}`);
  // nobody else uses the embedded tenant
  const moved =
    profile !== undefined && waits > 0 && timeIsFree && operations.some(({ name }) => name === 'clock.advance');
  const clock = moved ? [`  its clock goes on by ${span(waits)} or more, for whoever else uses it too`] : [];
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

function person(profile: LoadedProfile | undefined): string {
  if (profile?.control.type === 'manual')
    return '  somebody at the terminal, who carries out each operation of each case';
  if (profile?.control.browser !== 'person') return '  nobody';
  return `  somebody at the terminal who signs in once, as ${profile.fixtures.users[0]?.email ?? 'a user of the fixtures'}`;
}

function duration(
  { requests, waits }: Plan,
  { seconds, timeIsFree }: Facts,
  profile: LoadedProfile | undefined,
): string {
  const rate = profile?.limits.requestsPerSecond;
  const limit = rate === undefined ? '' : ` at ${rate} a second`;
  const waited = timeIsFree || waits === 0 ? '' : `, and about ${span(waits)} of waiting, which all checks share`;
  return `  about ${requests.toLocaleString('en')} calls${limit}: ${span(seconds)}${waited}`;
}

function span(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} hours` : `${Math.round(seconds / 86_400)} days`;
}
