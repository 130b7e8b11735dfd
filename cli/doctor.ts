import { styleText } from 'node:util';
import { ConfigurationError } from '../core/trouble.ts';
import type { Examined } from '../drivers/examination/examined.ts';
import { note, ok, wrong } from '../drivers/examination/examined.ts';
import { describeControl } from '../drivers/examination/describe-control.ts';
import { examine, within } from '../drivers/examination/examine.ts';
import { measureLatency } from '../drivers/examination/latency.ts';
import { controlFix, reachFix } from '../drivers/examination/fixes.ts';
import { whyOutOfReach } from '../drivers/examination/reach.ts';
import { isOverTls } from '../drivers/profile/address.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import { realTime } from '../drivers/real-time.ts';
import type { Session } from '../drivers/session/session.ts';
import { serverFix } from '../drivers/examination/trouble.ts';
import { assertPlacesFree } from '../drivers/session/free-places.ts';
import { reasonDeliveriesDoNotArrive } from '../drivers/world/arrival.ts';
import { visible, visibleJson } from '../reports/visible.ts';
import { counted } from '../reports/wording.ts';
import type { SuiteConfig } from '../specs/adapter.ts';
import { openSession } from '../specs/adapter.ts';
import { checks } from '../specs/checks/index.ts';
import { gainInWords, stepsOf } from '../specs/gains.ts';
import { planOf, secondsOf } from '../specs/plan.ts';
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { envFileOf } from './environment.ts';
import { assessLacks } from './assess-lacks.ts';
import { configure } from './run/configure.ts';
import { defaultRuns } from './run/options.ts';
import { patienceOf } from './run/readiness.ts';
import { span } from './span.ts';
import { throughput } from './throughput.ts';

export interface DoctorOptions {
  readonly target?: string;
  /** Number of seconds to wait for a tenant that is still starting. */
  readonly waitFor?: number;
  readonly json?: true;
}

/**
 * Runs `labconform doctor`: checks everything that a run depends on, and says what is wrong and how to fix it. It makes
 * a user and two apps to see whether users get through the pages and deliveries arrive. It spends the refresh token of
 * the fixtures and keeps the next one.
 *
 * @returns 0 if nothing is wrong, 2 if something has to be fixed, 3 if nothing can be said because the tenant fails
 */
export async function doctor(options: DoctorOptions, environment: Environment, console: Console): Promise<number> {
  // doctor asks no person to sign in, even if one is there
  const { asksOn: _, ...config } = await configure({ runs: 1, ...options }, environment, [], { answers: true });
  const { profile } = config;
  const json = options.json === true;
  const examined: Examined[] = [];
  const record = (...some: readonly Examined[]): void => {
    examined.push(...some);
    if (!json) for (const one of some) console.out(line(one, console));
  };
  if (!json) console.out(`labconform doctor: ${profile?.name ?? 'the embedded reference tenant'}\n\n`);
  record(
    ...(profile === undefined
      ? []
      : [ok('profile', `${options.target ?? ''} is right${variables(environment)}`), ...(await places(profile))]),
  );
  if (options.waitFor !== undefined) await wait(options.waitFor, config, console);
  record(...(await reached(config)));
  const areRight = (...parts: readonly string[]): boolean =>
    !examined.some(({ state, part }) => state === 'wrong' && parts.includes(part));
  const reachable = areRight('otherTenant') ? config : withoutOther(config);
  if (areRight('baseUrl', 'control')) record(...(await opened(reachable)));
  if (areRight('baseUrl', 'control', 'receiver')) record(...(await deliveries(reachable)));
  const wrongs = examined.filter(({ state }) => state === 'wrong');
  const count = wrongs.length;
  if (json) console.out(`${visibleJson(JSON.stringify({ examined, wrong: count }, null, 2))}\n`);
  else console.out(`\n${verdict(count)}\n`);
  if (count === 0) return 0;
  return wrongs.every(isServerFailure) ? 3 : 2;
}

const lookAgain = 'look again';

/** Reports whether a failing tenant prevented a result. Then there is nothing to fix in the profile. */
function isServerFailure({ mend }: Examined): boolean {
  return mend === serverFix || mend === lookAgain;
}

function variables(environment: Environment): string {
  const file = envFileOf(environment);
  return file?.isRead === true ? `, with variables from ${file.path}` : '';
}

/**
 * Waits for a tenant and a control that are still starting. If they are still missing afterwards, they are reported as
 * wrong.
 */
async function wait(waitFor: number, { profile, proxy }: SuiteConfig, { err }: Console): Promise<void> {
  if (profile === undefined) return;
  const patience = patienceOf({ waitFor }, (text) => err(`labconform: ${visible(text)}\n`), realTime);
  await whyOutOfReach(profile, proxy, patience);
  await describeControl(profile, proxy, patience);
}

/**
 * Tries the tenant by itself, then with its control, then with the second tenant, and returns which of them cannot be
 * reached.
 */
async function reached(config: SuiteConfig): Promise<Examined[]> {
  if (config.profile === undefined) return [];
  const { otherTenant, ...profile } = config.profile;
  const alone = await trouble({ ...config, profile: { ...profile, control: { type: 'none' } } });
  const controlled = await trouble({ ...config, profile });
  const answers =
    alone === undefined
      ? ok(
          'baseUrl',
          `${profile.baseUrl} answers${isOverTls(profile.baseUrl) ? ', and its certificate is trusted' : ''}`,
        )
      : wrong('baseUrl', alone, reachFix(profile, alone));
  // if the control itself is reachable, only the trouble of the tenant is left, which is already reported
  if (controlled !== undefined && controlled !== alone)
    return [answers, wrong('control', controlled, controlFix(profile, controlled))];
  if (alone !== undefined) return [answers];
  const together = otherTenant === undefined ? undefined : await trouble(config);
  if (otherTenant === undefined || together === undefined) return [answers];
  return [answers, wrong('otherTenant', together, controlFix(otherTenant, together, 'otherTenant.control'))];
}

/** Returns the reason why a target cannot be opened; undefined if it can. */
async function trouble(config: SuiteConfig): Promise<string | undefined> {
  const opening = await openSession(config);
  if (!('session' in opening)) return opening.reason;
  await opening.session.close();
  return undefined;
}

/**
 * Returns the configuration without the second tenant, so that the rest is examined if only that tenant is out of
 * reach.
 */
function withoutOther(config: SuiteConfig): SuiteConfig {
  if (config.profile === undefined) return config;
  const { otherTenant: _, ...profile } = config.profile;
  return { ...config, profile };
}

async function opened(config: SuiteConfig): Promise<readonly Examined[]> {
  const opening = await openSession(config);
  if (!('session' in opening)) return [wrong('baseUrl', opening.reason, lookAgain)];
  try {
    const { session } = opening;
    return [
      ...(await examine(session)),
      ...(await within('baseUrl', lookAgain, additions(session))),
      ...(await within('baseUrl', lookAgain, speed(session, config.profile))),
    ];
  } finally {
    await opening.session.close();
  }
}

/** Maximum number of additions that are shown. */
const mostGains = 3;

/** Returns the additions to the target that would exercise more of the tenant. */
async function additions(session: Session): Promise<Examined[]> {
  const { wants } = await assessLacks(session, checks);
  return stepsOf(checks, wants, mostGains).map((gain, at) =>
    note('exercised', `${at === 0 ? 'with' : 'then with'} ${gainInWords(gain)}`),
  );
}

/** Measures how soon the tenant answers, and returns what that means for a run of everything. */
async function speed(session: Session, profile: LoadedProfile | undefined): Promise<Examined[]> {
  if (profile === undefined) return [];
  const latency = await measureLatency(session);
  if (profile.control.type === 'manual') return [speedBesidePerson(session, latency.callMs)];
  const planned = planOf(checks, new Map(), session.operations, { runs: defaultRuns });
  const quick = planOf(checks, new Map(), session.operations, { runs: defaultRuns, shortest: true });
  const rate = throughput(latency, profile);
  const { callMs, sharedCallMs, operationMs } = latency;
  const oneByOne = sharedCallMs > callMs / 2 ? ', and parallel calls are hardly faster' : '';
  const operation = operationMs === undefined ? '' : `, an operation after ${Math.ceil(operationMs)} ms`;
  const limit = Number.isFinite(rate.requestsPerSecond) ? ` at no more than ${rate.requestsPerSecond} a second` : '';
  const found = `a call is answered after ${Math.ceil(callMs)} ms${oneByOne}${operation}: a run of everything takes about ${span(secondsOf(planned, rate))}${limit}`;
  return [ok('speed', `${found}, the shortest with --within about ${span(secondsOf(quick, rate))}`)];
}

/**
 * Returns the speed if a person carries the operations out, with one case for each property. The person's time cannot
 * be measured.
 */
function speedBesidePerson({ operations }: Session, callMs: number): Examined {
  const { operated } = planOf(checks, new Map(), operations, { runs: 1 });
  return ok(
    'speed',
    `a call is answered after ${Math.ceil(callMs)} ms; in a run of everything a person carries out about ${counted(operated, 'operation')}, which takes as long as they need`,
  );
}

/** Examines whether the suite can listen at its configured addresses. */
async function places({ receiver, identityProvider }: LoadedProfile): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const [part, place] of Object.entries({ receiver, identityProvider })) {
    if (place === undefined) continue;
    try {
      await assertPlacesFree({ [part]: place });
      examined.push(ok(part, `${place.listen} is free to listen on`));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const [found = '', ...mend] = error.message.split(', expected ');
      examined.push(wrong(part, found, `set ${part}.listen to ${mend.join(', ')}`));
    }
  }
  return examined;
}

async function deliveries(config: SuiteConfig): Promise<Examined[]> {
  const type = config.profile?.control.type;
  if (type === undefined || type === 'none') return [];
  if (type === 'manual')
    return [note('receiver', 'only a run can show whether deliveries arrive, after a person has set webhooks')];
  // a new run id makes new names, because the tenant may remember the names of the examination before
  const opening = await openSession({ ...config, runId: `${config.runId}-deliveries` });
  if (!('session' in opening)) return [];
  try {
    if (!opening.session.operations.includes('app.setWebhook'))
      return [note('receiver', 'the control sets no webhooks, so no delivery is judged')];
    const hindrance = await reasonDeliveriesDoNotArrive(opening.session);
    if (hindrance === undefined) return [ok('receiver', 'nothing prevents deliveries from arriving')];
    const [found = '', ...mend] = hindrance.split(', expected ');
    return [wrong('receiver', found, `set receiver.publicUrl to ${mend.join(', ')}`)];
  } finally {
    await opening.session.close();
  }
}

const styles = { ok: 'green', note: 'yellow', wrong: ['red', 'bold'] } as const;
const widestPart = 18;

function line({ part, state, found, mend }: Examined, { color }: Console): string {
  const word = state.padEnd(6);
  const styled = color ? styleText([styles[state]].flat(), word, { validateStream: false }) : word;
  return `  ${styled} ${part.padEnd(widestPart)} ${visible(found)}\n${mend === undefined ? '' : `         ${' '.repeat(widestPart)} fix: ${visible(mend)}\n`}`;
}

function verdict(count: number): string {
  if (count === 0) return 'Nothing is wrong.';
  return count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`;
}
