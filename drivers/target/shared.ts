import { rootCertificates } from 'node:tls';
import { Journal } from '../../core/journal.ts';
import type { PassingOfTime } from '../../core/timeline.ts';
import { Timeline } from '../../core/timeline.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { chromiumBrowser } from '../browser/chromium.ts';
import type { PersonOptions } from '../browser/person.ts';
import { personSignIn } from '../browser/person.ts';
import type { UsersBrowser } from '../browser/with-browser.ts';
import { withBrowser } from '../browser/with-browser.ts';
import { HttpClient } from '../client/client.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import { pacedAt, unlimited } from '../client/pace.ts';
import { Control } from '../control/control.ts';
import type { Perform } from '../control/manual.ts';
import { noControl } from '../control/none.ts';
import { openControl } from '../control/open.ts';
import type { FixtureGrants } from '../fixtures/delegated-user.ts';
import { keptInFile } from '../fixtures/grant-file.ts';
import { GrantKeeper, keptInMemory } from '../fixtures/grant-keeper.ts';
import type { LoadedProfile, LoadedTenant } from '../profile/load.ts';
import { versionedListings } from '../world/listing.ts';
import { IdentityPlace } from './identities.ts';
import { ReceiverPlace } from './receiving.ts';
import type { CheckVisit, Session, Visitor } from './session.ts';
import { visitTarget } from './session.ts';
import type { RealTime } from './target.ts';
import type { TargetParts } from './target.ts';
import { Target } from './target.ts';
import { needsToBeAlone, Turns } from './turns.ts';

export interface SharedOptions {
  readonly proxy?: ProxySettings;
  readonly runId: string;
  /** The longest that a check may really wait, in seconds; nothing is waited for unless it is given. */
  readonly allowedWait?: number;
  /** Folder in which the newest tokens of the fixtures outlive the run; without it they live as long as the run. */
  readonly keepIn?: string;
  /** Tells a person at the terminal what to open, for control.browser person. */
  readonly ask?: PersonOptions['ask'];
  /** Has a person at the terminal carry operations out, for control.type manual. */
  readonly perform?: Perform;
  readonly realTime: RealTime;
}

/** Checks that wait together on one clock must all be there, so there is no lower limit; the timeline lets them in. */
const all = 10_000;
/** So many parts of checks run at the same time, and each has a connection: where answers are late, none waits for another. */
const mostRunning = 32;
/** So many checks that came to nothing among others are run once more: where there are more, others are not the cause. */
const mostLooksAgain = 8;

/** One tenant for all checks; its clock, where it can be moved, moves only when all of them wait. */
export async function openShared(profile: LoadedProfile, options: SharedOptions): Promise<Session> {
  const { baseUrl, limits } = profile;
  const { realTime, runId } = options;
  const networkTo = ({ caPem: authority, limits: { timeoutSeconds } }: LoadedTenant) => ({
    timeoutSeconds,
    // the control, or a second tenant, may well be served under a public authority
    ...(authority === undefined ? {} : { ca: [...rootCertificates, authority] }),
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
  });
  const network = networkTo(profile);
  const opened = await openControl(profile, network, options.perform);
  const adapter = opened ?? noControl(baseUrl);
  const openedElsewhere =
    profile.otherTenant && (await openControl(profile.otherTenant, networkTo(profile.otherTenant), options.perform));
  const other = profile.otherTenant && {
    baseUrl: profile.otherTenant.baseUrl,
    ...(openedElsewhere === undefined ? {} : { control: new Control(openedElsewhere) }),
  };
  const browser = openBrowser(profile, options);
  const control = new Control(browser === undefined ? adapter : withBrowser(adapter, browser));
  const movable = control.description.clock === 'controllable' && control.supports('clock.advance');
  let moved = 0;
  const passing: PassingOfTime = movable
    ? {
        advance: async (seconds) => {
          await control.call('clock.advance', { seconds });
          moved += seconds;
        },
        ran: () => realTime.now() / 1000,
      }
    : { wait: (seconds, signal) => realTime.pause(seconds * 1000, signal) };
  const client = new HttpClient({
    ...network,
    connections: mostRunning,
    pace:
      limits.requestsPerSecond === undefined
        ? unlimited
        : pacedAt(limits.requestsPerSecond, realTime.now, realTime.pause),
    ...realTime,
  });
  await reach(client, baseUrl, realTime);
  const timeline = new Timeline(passing, () => realTime.pause(50), mostRunning);
  const identities = new IdentityPlace({ place: profile.identityProvider, runId, today: realTime.today });
  const receivers = new ReceiverPlace(profile.receiver);
  const parts: TargetParts = {
    baseUrl,
    client,
    control,
    timeline,
    settings: profile,
    realTime,
    time: movable ? 'shared' : 'real',
    allowedWait: options.allowedWait ?? 0,
    moved: () => moved,
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
  const turns = new Turns();
  let visitsAlone = 0;
  /** What is done to the trusted provider must not be met by who comes next, and names are counted anew. */
  const targetAlone = (): Target =>
    new Target({
      ...parts,
      alone: true,
      identities: identities.ofTenant(),
      runId: `${runId}-${++visitsAlone}`,
    });
  const visitAlone = async (visitor: Visitor, signal: AbortSignal | undefined): Promise<CheckVisit> => {
    const leave = await turns.alone(signal);
    return visitUntil(targetAlone(), visitor, signal, leave);
  };
  let anotherLooksLeft = control.kind === 'manual' ? 0 : mostLooksAgain;
  /** While a person is busy with one check, the tokens of another would expire. */
  const needsTurn = (visitor: Visitor): boolean => control.kind === 'manual' || needsToBeAlone(visitor);
  return {
    facts: {
      name: profile.name,
      baseUrl,
      control: control.kind,
      ...(control.kind === 'none' ? {} : { tenantId: control.description.tenantId }),
    },
    operations: control.description.operations,
    concurrency: all,
    expect: (visitors) => {
      const together = visitors.filter((visitor) => !needsTurn(visitor));
      timeline.expect(together.map(({ id }) => id));
      turns.expect(together);
    },
    visit: (visitor, signal) =>
      needsTurn(visitor)
        ? visitAlone(visitor, signal)
        : visitUntil(target, visitor, signal, () => turns.gone(visitor.id)),
    visitAlone: async (visitor, signal) => (anotherLooksLeft-- > 0 ? visitAlone(visitor, signal) : undefined),
    close: async () => {
      await client.close();
      await browser?.close();
      await opened?.close?.();
      await openedElsewhere?.close?.();
      await identities.close();
      await receivers.close();
    },
  };
}

/** A visit after which somebody is told that it is over. */
async function visitUntil(
  target: Target,
  { id }: Visitor,
  signal: AbortSignal | undefined,
  leave: () => void,
): Promise<CheckVisit> {
  const visit = await visitTarget(target, id, signal);
  return {
    host: visit.host,
    close: async () => {
      await visit.close();
      leave();
    },
  };
}

/**
 * Makes sure that there is a tenant before its checks begin, so that one sentence tells what is wrong.
 *
 * @throws PremiseUnmet where no connection can be made, or the certificate is not trusted
 */
async function reach(client: HttpClient, baseUrl: string, realTime: RealTime): Promise<void> {
  const recorder = { journal: new Journal(), began: realTime.now() };
  const note = 'is the tenant there?';
  try {
    await client.send({ method: 'GET', url: `${baseUrl}${versionedListings[0].path}`, headers: {}, note }, recorder);
  } catch (error) {
    await client.close();
    if (error instanceof PremiseUnmet) throw new PremiseUnmet(`${baseUrl}: ${error.message}`);
    throw error;
  }
}

/** The browser that takes the place of the control's own; it starts when it is first needed. */
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

/** The person who signs in for the fixtures, where the profile names one and somebody can be asked. */
function askPerson({ control, fixtures }: LoadedProfile, { ask }: SharedOptions): Pick<FixtureGrants, 'person'> {
  const redirectUri = fixtures.app?.redirectUri;
  if (control.browser !== 'person' || ask === undefined || redirectUri === undefined) return {};
  return { person: personSignIn({ redirectUri, ask }) };
}
