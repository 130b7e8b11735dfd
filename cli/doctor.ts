import { styleText } from 'node:util';
import { ConfigurationError } from '../core/trouble.ts';
import type { Examined } from '../drivers/examination/examined.ts';
import { note, ok, wrong } from '../drivers/examination/examined.ts';
import { examine } from '../drivers/examination/examine.ts';
import { measureLatency } from '../drivers/examination/latency.ts';
import { isOverTls } from '../drivers/profile/address.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import type { LoadedTenant } from '../drivers/profile/resolved.ts';
import type { Session } from '../drivers/target/session.ts';
import { demandFreePlaces } from '../drivers/target/free-places.ts';
import { hindranceOfDeliveries } from '../drivers/world/arrival.ts';
import { visible, visibleJson } from '../reports/visible.ts';
import type { SuiteConfig } from '../specs/adapter.ts';
import { openSession } from '../specs/adapter.ts';
import { checks } from '../specs/checks/index.ts';
import { gainInWords, stepsOf } from '../specs/gains.ts';
import { planOf, secondsOf } from '../specs/plan.ts';
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { lookAt } from './look-at.ts';
import { configure } from './run/command.ts';
import { defaultRuns } from './run/options.ts';
import { span } from './span.ts';
import { throughput } from './throughput.ts';

export interface DoctorOptions {
  readonly target?: string;
  readonly json?: true;
}

/**
 * `labconform doctor`: looks at all that a run depends on, and says what is wrong and how to mend it. To see whether
 * users get through the pages and deliveries arrive it makes a user and two apps; the refresh token of the fixtures is spent, and the next one kept.
 * 0 where nothing is wrong, 1 where something is.
 */
export async function doctor(options: DoctorOptions, environment: Environment, console: Console): Promise<number> {
  // nobody is asked here to sign in, whoever is there
  const { asksOn: _, ...config } = await configure({ runs: 1, ...options }, environment, [], { answers: true });
  const { profile } = config;
  const json = options.json === true;
  const examined: Examined[] = [];
  const tell = (...some: readonly Examined[]): void => {
    examined.push(...some);
    if (!json) for (const one of some) console.out(line(one, console));
  };
  if (!json) console.out(`labconform doctor: ${profile?.name ?? 'the embedded reference tenant'}\n\n`);
  tell(
    ...(profile === undefined ? [] : [ok('profile', `${options.target ?? ''} is right`), ...(await places(profile))]),
  );
  tell(...(await reached(config)));
  const stands = (...parts: readonly string[]): boolean =>
    !examined.some(({ state, part }) => state === 'wrong' && parts.includes(part));
  const reachable = stands('otherTenant') ? config : withoutOther(config);
  if (stands('baseUrl', 'control')) tell(...(await opened(reachable)));
  if (stands('baseUrl', 'control', 'receiver')) tell(...(await deliveries(reachable)));
  const count = examined.filter(({ state }) => state === 'wrong').length;
  if (json) console.out(`${visibleJson(JSON.stringify({ examined, wrong: count }, null, 2))}\n`);
  else console.out(`\n${verdict(count)}\n`);
  return count === 0 ? 0 : 1;
}

/** The tenant by itself, then with its control, then with the second tenant: which of them can't be reached. */
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
      : wrong('baseUrl', alone, mendingOf(profile, alone));
  // a control that describes itself leaves the tenant's own trouble, which was told
  if (controlled !== undefined && controlled !== alone)
    return [answers, wrong('control', controlled, mendingOfControl(profile, controlled))];
  if (alone !== undefined) return [answers];
  const together = otherTenant === undefined ? undefined : await trouble(config);
  if (otherTenant === undefined || together === undefined) return [answers];
  return [answers, wrong('otherTenant', together, mendingOfControl(otherTenant, together, 'otherTenant.control'))];
}

/** What keeps a target from being opened. */
async function trouble(config: SuiteConfig): Promise<string | undefined> {
  const opening = await openSession(config);
  if (!('session' in opening)) return opening.reason;
  await opening.session.close();
  return undefined;
}

function mendingOf({ caPem }: LoadedProfile, reason: string): string {
  return mendingOfCertificate(reason, caPem) ?? 'see that baseUrl is right, and that this machine may reach it';
}

function mendingOfControl({ control, caPem }: LoadedTenant, reason: string, key = 'control'): string {
  const certificate = mendingOfCertificate(reason, caPem);
  if (certificate !== undefined) return certificate;
  const [, status] = /answered (\d+) when asked to describe itself/.exec(reason) ?? [];
  if (status === '404') return `see that ${key}.url is the address at which it describes itself`;
  if (status !== '401' && status !== '403') return 'see that it runs and speaks the tenant control protocol, version 1';
  return control.type === 'http' && control.token !== undefined
    ? `see that ${key}.token is the one that it was started with`
    : `name the token that it was started with: ${key}: { …, token: "\${CONTROL_TOKEN}" }`;
}

/** What to do where a certificate was the matter. */
function mendingOfCertificate(reason: string, caPem: string | undefined): string | undefined {
  if (!/certificate/i.test(reason)) return undefined;
  if (/expired/i.test(reason)) return "have the certificate renewed, and see that this machine's clock is right";
  if (/not yet valid/i.test(reason)) return "see that this machine's clock is right";
  if (/altnames|Hostname/.test(reason))
    return 'write the address with a name that the certificate is for, or have one issued for this name';
  return caPem === undefined
    ? 'where a private authority issued it, name it: tls: { caFile: ./ca.pem }'
    : 'see that tls.caFile holds the authority that issued it';
}

/** The rest is looked at all the same where only the second tenant is out of reach. */
function withoutOther(config: SuiteConfig): SuiteConfig {
  if (config.profile === undefined) return config;
  const { otherTenant: _, ...profile } = config.profile;
  return { ...config, profile };
}

async function opened(config: SuiteConfig): Promise<readonly Examined[]> {
  const opening = await openSession(config);
  if (!('session' in opening)) return [wrong('baseUrl', opening.reason, 'look again')];
  try {
    const { session } = opening;
    const examined = await examine(session);
    return [...examined, ...(await additions(session)), ...(await speed(session, config.profile))];
  } finally {
    await opening.session.close();
  }
}

/** So many additions are told. */
const mostGains = 3;

/** What would have more of the tenant exercised. */
async function additions(session: Session): Promise<Examined[]> {
  const { wants } = await lookAt(session, checks);
  return stepsOf(checks, wants, mostGains).map((gain, at) =>
    note('exercised', `${at === 0 ? 'with' : 'then with'} ${gainInWords(gain)}`),
  );
}

/** How soon the tenant answers, and what that means for a run of everything. */
async function speed(session: Session, profile: LoadedProfile | undefined): Promise<Examined[]> {
  if (profile === undefined) return [];
  const latency = await measureLatency(session);
  const planned = planOf(checks, new Map(), session.operations, { runs: defaultRuns });
  const quick = planOf(checks, new Map(), session.operations, { runs: defaultRuns, shortest: true });
  const rate = throughput(latency, profile);
  const { callMs, sharedCallMs, operationMs } = latency;
  const oneByOne =
    sharedCallMs > callMs / 2 ? ', and hardly more of them in the same time when they come together' : '';
  const operation = operationMs === undefined ? '' : `, an operation after ${Math.ceil(operationMs)} ms`;
  const limit = Number.isFinite(rate.requestsPerSecond) ? ` at no more than ${rate.requestsPerSecond} a second` : '';
  const found = `a call is answered after ${Math.ceil(callMs)} ms${oneByOne}${operation}: a run of everything takes about ${span(secondsOf(planned, rate))}${limit}`;
  return [ok('speed', `${found}, the shortest with --within about ${span(secondsOf(quick, rate))}`)];
}

/** Whether the suite can listen where it is to. */
async function places({ receiver, identityProvider }: LoadedProfile): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const [part, place] of Object.entries({ receiver, identityProvider })) {
    if (place === undefined) continue;
    try {
      await demandFreePlaces({ [part]: place });
      examined.push(ok(part, `${place.listen} is free to listen at`));
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
    return [note('receiver', 'whether deliveries arrive shows in a run, when a person has set webhooks')];
  // names are counted anew, at a tenant that may remember those of what was examined before
  const opening = await openSession({ ...config, runId: `${config.runId}-deliveries` });
  if (!('session' in opening)) return [];
  try {
    if (!opening.session.operations.includes('app.setWebhook'))
      return [note('receiver', 'the control sets no webhooks, so no delivery is judged')];
    const hindrance = await hindranceOfDeliveries(opening.session);
    if (hindrance === undefined) return [ok('receiver', 'nothing keeps deliveries from arriving')];
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
  return `  ${styled} ${part.padEnd(widestPart)} ${visible(found)}\n${mend === undefined ? '' : `         ${' '.repeat(widestPart)} mend: ${visible(mend)}\n`}`;
}

function verdict(count: number): string {
  if (count === 0) return 'Nothing is wrong.';
  return count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`;
}
