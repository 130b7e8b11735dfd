import { rootCertificates } from 'node:tls';
import type { Exchange } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Silence } from '../../core/run/silence.ts';
import type { PassingOfTime } from '../../core/timeline.ts';
import { Timeline } from '../../core/timeline.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { chromiumBrowser } from '../browser/chromium.ts';
import type { PersonOptions } from '../browser/person.ts';
import { personSignIn } from '../browser/person.ts';
import type { UsersBrowser } from '../browser/with-browser.ts';
import { withBrowser } from '../browser/with-browser.ts';
import { HttpClient } from '../client/client.ts';
import { SilenceWatch } from '../client/silence-watch.ts';
import { isUnreachable } from '../client/trouble.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import { AdaptiveInFlight } from '../client/in-flight.ts';
import { pacedAt, unlimited } from '../client/pace.ts';
import { inTurn, mostOperations } from '../control/at-a-time.ts';
import { Control } from '../control/control.ts';
import type { Perform } from '../control/manual.ts';
import { MovableClock } from '../control/movable-clock.ts';
import { noControl } from '../control/none.ts';
import { openControl } from '../control/open.ts';
import type { FixtureGrants } from '../fixtures/fixture-grants.ts';
import { keptInFile } from '../fixtures/grant-file.ts';
import { GrantKeeper, keptInMemory } from '../fixtures/grant-keeper.ts';
import { isOverTls } from '../profile/address.ts';
import type { LoadedProfile, LoadedTenant } from '../profile/load.ts';
import type { Survey } from '../survey/survey.ts';
import { surveyOnce } from '../survey/once.ts';
import { versionedListings } from '../world/listing.ts';
import { WalkLimits } from '../world/walk-limits.ts';
import { IdentityPlace } from './identities.ts';
import { endHeldStates } from './held-states.ts';
import { SilenceGate } from './silence-gate.ts';
import { ReceiverPlace } from './receiving.ts';
import { servedIn } from './served.ts';
import type { CheckToRun, HostedCheck, Session, TargetFacts } from './session.ts';
import { hostAt } from './session.ts';
import type { RealTime } from './target.ts';
import type { TargetParts } from './target.ts';
import { Target } from './target.ts';
import { needsToBeAlone, Turns } from './turns.ts';

export interface SharedOptions {
  readonly proxy?: ProxySettings;
  readonly runId: string;
  /** The longest that a check may really wait, in seconds; by default nothing is waited for. */
  readonly allowedWait?: number;
  /** Folder in which the newest tokens of the fixtures outlive the run; without it they live as long as the run. */
  readonly keepIn?: string;
  /** Tells a person at the terminal which page to open, for control.browser person. */
  readonly ask?: PersonOptions['ask'];
  /** Asks a person at the terminal to carry out operations, for control.type manual. */
  readonly perform?: Perform;
  readonly realTime: RealTime;
  /** The survey of an earlier session with the same tenant. */
  readonly survey?: Survey;
}

/**
 * The concurrency without a lower limit: checks that wait together on one clock must all be present. The timeline
 * admits their cases.
 */
const all = 10_000;
/** The most requests that are under way at the same time; each has a connection. */
const mostRequests = 64;
/**
 * The most checks that are repeated alone and get the same verdict as among others, or none. If there are more, the
 * other checks are not the cause.
 */
const mostRepeatedInVain = 8;

/** Opens one tenant for all checks. Its clock, if it can be moved, moves only when all of them wait. */
export async function openShared(profile: LoadedProfile, options: SharedOptions): Promise<Session> {
  const { baseUrl, limits } = profile;
  const { realTime, runId } = options;
  const networkTo = ({ caPem: authority, limits: { timeoutSeconds } }: LoadedTenant) => ({
    timeoutSeconds,
    // the control, or a second tenant, may be served under a public authority
    ...(authority === undefined ? {} : { ca: [...rootCertificates, authority] }),
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
  });
  const network = networkTo(profile);
  const opened = await openControl(profile, network, realTime, options.perform);
  const adapter = opened?.adapter ?? noControl(baseUrl);
  const otherOpened =
    profile.otherTenant &&
    (await openControl(profile.otherTenant, networkTo(profile.otherTenant), realTime, options.perform));
  const other = profile.otherTenant && {
    baseUrl: profile.otherTenant.baseUrl,
    ...(otherOpened === undefined ? {} : { control: new Control(otherOpened.adapter, otherOpened.tries) }),
  };
  const browser = openBrowser(profile, options);
  const requests = new AdaptiveInFlight({ most: mostRequests, now: realTime.now });
  // the same server may or may not handle both: each gets as many calls as it answers in time
  const operations = new AdaptiveInFlight({ most: mostOperations, now: realTime.now });
  const acting = browser === undefined ? adapter : withBrowser(adapter, browser);
  const control = new Control(acting.kind === 'manual' ? acting : inTurn(acting, operations), opened?.tries);
  const movable = control.description.clock === 'controllable' && control.supports('clock.advance');
  const clock = new MovableClock(control, {
    now: realTime.now,
    ...(opened?.weather === undefined ? {} : { weather: opened.weather }),
  });
  const passing: PassingOfTime = movable
    ? { advance: (seconds) => clock.advance(seconds), ran: () => realTime.now() / 1000 }
    : { wait: (seconds, signal) => realTime.pause(seconds * 1000, signal) };
  const hearing = new SilenceWatch(baseUrl, realTime.now);
  const silence = (): Silence | undefined => hearing.silence;
  const client = new HttpClient({
    ...network,
    observe: (exchange) => hearing.ended(exchange),
    connections: mostRequests,
    inFlight: requests,
    pace:
      limits.requestsPerSecond === undefined
        ? unlimited
        : pacedAt(limits.requestsPerSecond, realTime.now, realTime.pause),
    ...realTime,
  });
  await reach(client, baseUrl, realTime);
  // if answers are late, no part of a check waits for another
  const room = (): number => requests.limit + operations.limit;
  const timeline = new Timeline(passing, () => realTime.pause(50), room);
  const identities = new IdentityPlace({ place: profile.identityProvider, runId, today: realTime.today });
  const receivers = new ReceiverPlace(realTime.now, profile.receiver);
  const parts: TargetParts = {
    baseUrl,
    client,
    control,
    walks: new WalkLimits(client.room),
    timeline,
    settings: profile,
    realTime,
    time: movable ? 'shared' : 'real',
    allowedWait: options.allowedWait ?? 0,
    moved: () => clock.moved,
    shown: () => clock.shown,
    silence,
    ...(other === undefined ? {} : { other }),
    fixtureGrants: {
      ...askPerson(profile, options),
      keeper: new GrantKeeper(options.keepIn === undefined ? keptInMemory() : keptInFile(options.keepIn, profile.name)),
    },
    identities: identities.ofTenant(),
    receivers,
    runId,
    learnSecrets: ({ secrets }) => {
      for (const { kind, value } of profile.secrets) secrets.learn(kind, value);
    },
  };
  const target = new Target(parts);
  const surveyed = surveyOnce(target, options.survey);
  const turns = new Turns();
  let timesAlone = 0;
  /**
   * Returns the target for a check alone. The next check must not see changes to the trusted provider, and names are
   * numbered anew.
   */
  const targetAlone = async ({ proves }: CheckToRun): Promise<Target> => {
    const alone = new Target({
      ...parts,
      alone: true,
      identities: identities.ofTenant(),
      runId: `${runId}-${++timesAlone}`,
    });
    if (proves !== undefined) await surveyed(alone);
    return alone;
  };
  const hostAlone = async (check: CheckToRun, signal: AbortSignal | undefined): Promise<HostedCheck> => {
    const leave = await turns.alone(signal);
    return hostUntil(await targetAlone(check), check, signal, leave);
  };
  let repeatedInVain = 0;
  const looks = new SilenceGate(() => silence() !== undefined);
  const controlWeather = (): Pick<TargetFacts, 'controlWeather'> => {
    const all = [opened, otherOpened].flatMap((one) => one?.weather ?? []);
    const disturbances = all.flatMap((one) => one.disturbances);
    const unsteady = all.flatMap((one) => one.unsteady);
    return disturbances.length + unsteady.length === 0 ? {} : { controlWeather: { disturbances, unsteady } };
  };
  /** Reports whether a check must run alone. While a person is busy with one check, another's tokens would expire. */
  const needsTurn = (check: CheckToRun): boolean => control.kind === 'manual' || needsToBeAlone(check);
  return {
    get facts() {
      return {
        name: profile.name,
        baseUrl,
        control: control.kind,
        ...(control.kind === 'none' ? {} : { tenantId: control.description.tenantId }),
        ...controlWeather(),
        ...(target.survey === undefined ? {} : { survey: servedIn(target.survey) }),
      };
    },
    operations: control.description.operations,
    concurrency: all,
    // a person is not asked for two things at the same time
    room: control.kind === 'manual' ? () => 1 : room,
    expect: (checks) => {
      const together = checks.filter((check) => !needsTurn(check));
      timeline.expect(together.map(({ id }) => id));
      turns.expect(together);
    },
    survey: () => surveyed(target),
    host: async (check, signal) => {
      if (check.proves !== undefined) await surveyed(target);
      if (needsTurn(check)) return hostAlone(check, signal);
      return hostUntil(target, check, signal, () => turns.gone(check.id));
    },
    hostAlone: async (check, signal, inWeather = false) => {
      if (control.kind === 'manual') return undefined;
      const isAlone = !inWeather || needsTurn(check);
      const leave = await (isAlone ? turns.alone(signal) : turns.together(signal));
      // the checks before this one in turn have shown what repetitions are worth
      const isWorthIt = inWeather || repeatedInVain < mostRepeatedInVain;
      const endLook = isWorthIt ? await looks.enter(inWeather) : undefined;
      if (endLook === undefined) {
        leave();
        return undefined;
      }
      // states that other checks have left may have disturbed this one too
      if (isAlone) await endHeldStates(target, target.heldStates.splice(0), signal);
      const hosted = await hostUntil(isAlone ? await targetAlone(check) : target, check, signal, () => {
        endLook();
        leave();
      });
      return inWeather ? hosted : { ...hosted, wasInVain: () => void repeatedInVain++ };
    },
    close: async () => {
      await client.close();
      await browser?.close();
      await opened?.close?.();
      await otherOpened?.close?.();
      await identities.close();
      await receivers.close();
    },
  };
}

/** Opens a target for a check. Calls `leave` once: when the check makes way, when it ends, or if it cannot begin. */
async function hostUntil(
  target: Target,
  check: CheckToRun,
  signal: AbortSignal | undefined,
  leave: () => void,
): Promise<HostedCheck> {
  let isThere = true;
  const letOthersIn = (): void => {
    if (isThere) leave();
    isThere = false;
  };
  const hosted = await hostAt(target, check, signal).catch((reason: unknown) => {
    // checks that wait for this one to end must not wait without limit
    letOthersIn();
    throw reason;
  });
  return {
    ...hosted,
    letOthersIn,
    close: async () => {
      await hosted.close();
      letOthersIn();
    },
  };
}

/**
 * Makes sure that there is a tenant before its checks begin, so that one sentence says what is wrong.
 *
 * @throws PremiseUnmet if no connection can be made, if the certificate is not trusted, or if a server that is called
 *   over plain HTTP speaks TLS
 */
async function reach(client: HttpClient, baseUrl: string, realTime: RealTime): Promise<void> {
  const recorder = { journal: new Journal(), began: realTime.now() };
  const found = await whyNotServed(baseUrl, (address) => {
    const url = `${address}${versionedListings[0].path}`;
    return client.send({ method: 'GET', url, headers: {}, note: 'is the tenant there?' }, recorder);
  });
  if (found === undefined) return;
  await client.close();
  throw new PremiseUnmet(`${baseUrl}: ${found}`);
}

/** Returns why an address cannot be called, or undefined if it can. */
async function whyNotServed(baseUrl: string, ask: (address: string) => Promise<Exchange>): Promise<string | undefined> {
  const { response, trouble } = await ask(baseUrl);
  if (trouble !== undefined && isUnreachable(trouble)) return `the tenant could not be reached: ${trouble.message}`;
  // a server that expects TLS closes the connection or answers with 400
  if (isOverTls(baseUrl) || (response !== undefined && response.status !== 400)) return undefined;
  const overTls = baseUrl.replace(/^http:/, 'https:');
  const asked = await ask(overTls);
  const isTls = asked.response !== undefined || asked.trouble?.kind === 'certificate';
  return isTls ? `the server there speaks TLS: set baseUrl to ${overTls}` : undefined;
}

/** Opens the browser that is used instead of the control's own; it starts when it is first needed. */
function openBrowser(profile: LoadedProfile, options: SharedOptions): UsersBrowser | undefined {
  const { baseUrl, caPem, browser: script, limits, fixtures } = profile;
  if (profile.control.browser !== 'chromium' || script === undefined) return undefined;
  return chromiumBrowser({
    baseUrl,
    script,
    users: fixtures.users,
    timeoutSeconds: limits.timeoutSeconds,
    realTime: options.realTime,
    ...(caPem === undefined ? {} : { caPem }),
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
  });
}

/** Returns the person who signs in for the fixtures, if the profile names one and a person can be asked. */
function askPerson({ control, fixtures }: LoadedProfile, { ask }: SharedOptions): Pick<FixtureGrants, 'person'> {
  const redirectUri = fixtures.app?.redirectUri;
  if (control.browser !== 'person' || ask === undefined || redirectUri === undefined) return {};
  return { person: personSignIn({ redirectUri, ask }) };
}
