import { Journal } from '../../core/journal.ts';
import { ConfigurationError, PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { Patience } from '../../drivers/examination/awaited.ts';
import type { LoadedProfile } from '../../drivers/profile/load.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { ControlDescription } from '../../schemas/types/control.ts';
import { visible } from '../../reports/visible.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { Console } from '../console.ts';

export interface ReadinessOptions {
  /** The file of the profile. */
  readonly target?: string;
  /** Seconds. */
  readonly allowWaits?: number;
  /** Seconds for which a tenant is waited for that is still starting. */
  readonly waitFor?: number;
  readonly quiet?: true;
}

/** What was found out of a target before its checks begin. */
export interface Readiness {
  /** Why no check can be exercised, with what to do. */
  readonly outOfReach?: string;
}

/**
 * Makes sure before a run that there is a tenant, that its control takes the token and is of the same tenant, and that time
 * is not waited for in vain.
 *
 * @throws ConfigurationError where the profile names a token, or a control, that is another tenant's
 */
export async function readinessOf(
  config: SuiteConfig,
  options: ReadinessOptions,
  { err }: Pick<Console, 'err'>,
  time: RealTime,
): Promise<Readiness> {
  const say = (line: string): void => err(`labconform: ${visible(line)}\n`);
  const { profile, proxy } = config;
  if (profile === undefined) {
    if (options.allowWaits !== undefined) say(needlessWaits);
    if (options.waitFor !== undefined) say('--wait-for has no effect here: the embedded tenant is ready at once');
    return {};
  }
  const patience = patienceOf(options, say, time);
  const { whyOutOfReach } = await import('../../drivers/examination/reach.ts');
  const outOfReach = await whyOutOfReach(profile, proxy, patience);
  if (outOfReach !== undefined) return { outOfReach };
  const description = await demandToken(config, profile, options, patience);
  if (options.allowWaits !== undefined && description !== undefined && isMovable(description)) say(needlessWaits);
  await demandOneTenant(config, profile, description, { ...options, time, say });
  return {};
}

const needlessWaits =
  "--allow-waits does nothing here: the tenant's clock can be moved, so that no check waits for real time to pass";

/** Says where real waiting was allowed that nothing needs. */
export function tellOfNeedlessWaits(
  { allowWaits }: Pick<ReadinessOptions, 'allowWaits'>,
  timeIsFree: boolean,
  { err }: Pick<Console, 'err'>,
): void {
  if (allowWaits !== undefined && timeIsFree) err(`labconform: ${needlessWaits}\n`);
}

/** How long is waited for what is still starting, and who hears of it. */
export function patienceOf(
  { waitFor, quiet }: Pick<ReadinessOptions, 'waitFor' | 'quiet'>,
  say: (line: string) => void,
  time: RealTime,
): Omit<Patience, 'name'> {
  return {
    until: waitFor === undefined ? undefined : time.now() + waitFor * 1000,
    time,
    say: quiet === true ? () => {} : say,
  };
}

function isMovable({ clock, operations }: ControlDescription): boolean {
  return clock === 'controllable' && operations.includes('clock.advance');
}

/** @throws ConfigurationError where the control of one of the tenants refuses its token */
async function demandToken(
  { proxy }: SuiteConfig,
  profile: LoadedProfile,
  { target = '' }: ReadinessOptions,
  patience: Omit<Patience, 'name'>,
): Promise<ControlDescription | undefined> {
  const { describedBy } = await import('../../drivers/examination/described.ts');
  const ask = async (tenant: LoadedProfile | LoadedProfile['otherTenant'], key: string) => {
    const described = tenant && (await describedBy(tenant, proxy, patience, key));
    if (described !== undefined && 'refused' in described)
      throw new ConfigurationError(visible(`${target}: ${key}.token: ${described.refused}`));
    // what else is wrong with it is told by every check
    return described !== undefined && 'description' in described ? described.description : undefined;
  };
  const description = await ask(profile, 'control');
  await ask(profile.otherTenant, 'otherTenant.control');
  return description;
}

/** @throws ConfigurationError where what the control makes is another tenant's. Fixtures that are refused are told. */
async function demandOneTenant(
  config: SuiteConfig,
  profile: LoadedProfile,
  description: ControlDescription | undefined,
  { target = '', time, say }: ReadinessOptions & Pick<Patience, 'time' | 'say'>,
): Promise<void> {
  const { isSameAddress } = await import('../../drivers/examination/addresses.ts');
  const { app, users } = profile.fixtures;
  const mayBeTwo = description !== undefined && !isSameAddress(description.baseUrl, profile.baseUrl);
  const hasFixtures = app !== undefined || users.some(({ apiKey }) => apiKey !== undefined);
  if (!mayBeTwo && !hasFixtures) return;
  const found = await inScene(config, async (scene, journal) => {
    const { evidenceOfTwoTenants } = await import('../../drivers/examination/one-tenant.ts');
    const evidence = mayBeTwo ? await evidenceOfTwoTenants(scene, profile, config.proxy, time) : undefined;
    if (evidence !== undefined) return { evidence: journal.redact(evidence) };
    const { refusedFixtures } = await import('../../drivers/examination/credentials.ts');
    const refused = hasFixtures ? await refusedFixtures(scene, time) : [];
    return { refused: refused.map(({ part, found, mend }) => journal.redact(`${part}: ${found}; ${mend ?? ''}`)) };
  });
  if (found?.evidence !== undefined) {
    const { mendOneTenant } = await import('../../drivers/examination/mending.ts');
    throw new ConfigurationError(visible(`${target}: baseUrl: ${found.evidence}; ${mendOneTenant}`));
  }
  for (const line of found?.refused ?? []) say(line);
}

/** Does something at the target as a check would; nothing where the target can't be opened, which every check tells. */
async function inScene<T>(
  config: SuiteConfig,
  work: (scene: Scene, journal: Journal) => Promise<T>,
): Promise<T | undefined> {
  const { openSession } = await import('../../specs/adapter.ts');
  // the run's own session counts its names anew, at a tenant that may remember these
  const opening = await openSession({ ...config, runId: `${config.runId}-r` });
  if (!('session' in opening)) return undefined;
  const { session } = opening;
  try {
    const visit = await session.visit({ id: 'readiness', needs: [] });
    const journal = new Journal();
    const { scene, close } = await visit.host.open(journal);
    try {
      return await work(scene, journal);
    } catch (error) {
      // what goes wrong here goes wrong in the checks, which have a place to tell it
      if (error instanceof PremiseUnmet || error instanceof TestBedTrouble || error instanceof Unsupported)
        return undefined;
      throw error;
    } finally {
      await close();
      await visit.close();
    }
  } finally {
    await session.close();
  }
}
