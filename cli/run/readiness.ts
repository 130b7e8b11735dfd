import { Journal } from '../../core/journal.ts';
import { ConfigurationError, PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { Patience } from '../../drivers/examination/until-ready.ts';
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
  /** Seconds to wait for a tenant that is still starting. */
  readonly waitFor?: number;
  readonly quiet?: true;
}

/** The result of examining a target before its checks begin. */
export interface Readiness {
  /** The reason why no check can be exercised, with what to do. */
  readonly outOfReach?: string;
}

/**
 * Checks before a run that there is a tenant, that its control takes the token and belongs to the same tenant, and that
 * no waiting is allowed in vain.
 *
 * @throws ConfigurationError if the profile names a token or a control of another tenant
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

/** Prints a note if real waiting was allowed that no check needs. */
export function warnOfNeedlessWaits(
  { allowWaits }: Pick<ReadinessOptions, 'allowWaits'>,
  timeIsFree: boolean,
  { err }: Pick<Console, 'err'>,
): void {
  if (allowWaits !== undefined && timeIsFree) err(`labconform: ${needlessWaits}\n`);
}

/** Returns how long to wait for services that are still starting, and how to report it. */
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

/**
 * Returns the description of the tenant's control.
 * @throws ConfigurationError if the control of one of the tenants refuses its token
 */
async function demandToken(
  { proxy }: SuiteConfig,
  profile: LoadedProfile,
  { target = '' }: ReadinessOptions,
  patience: Omit<Patience, 'name'>,
): Promise<ControlDescription | undefined> {
  const { describeControl } = await import('../../drivers/examination/describe-control.ts');
  const ask = async (tenant: LoadedProfile | LoadedProfile['otherTenant'], key: string) => {
    const described = tenant && (await describeControl(tenant, proxy, patience, key));
    if (described !== undefined && 'refused' in described)
      throw new ConfigurationError(visible(`${target}: ${key}.token: ${described.refused}`));
    // every check reports what else is wrong with the control
    return described !== undefined && 'description' in described ? described.description : undefined;
  };
  const description = await ask(profile, 'control');
  await ask(profile.otherTenant, 'otherTenant.control');
  return description;
}

/**
 * Checks that the control and the fixtures belong to the tenant. Refused fixtures are reported.
 * @throws ConfigurationError if the control makes its objects at another tenant
 */
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
    const { oneTenantFix } = await import('../../drivers/examination/fixes.ts');
    throw new ConfigurationError(visible(`${target}: baseUrl: ${found.evidence}; ${oneTenantFix}`));
  }
  for (const line of found?.refused ?? []) say(line);
}

/**
 * Does work at the target as a check would. The result is undefined if the target cannot be opened, which every check
 * reports.
 */
async function inScene<T>(
  config: SuiteConfig,
  work: (scene: Scene, journal: Journal) => Promise<T>,
): Promise<T | undefined> {
  const { openSession } = await import('../../specs/adapter.ts');
  // the names of the run itself are different, because the tenant may remember these
  const opening = await openSession({ ...config, runId: `${config.runId}-r` });
  if (!('session' in opening)) return undefined;
  const { session } = opening;
  try {
    const hosted = await session.host({ id: 'readiness', needs: [] });
    const journal = new Journal();
    const { scene, close } = await hosted.host.open(journal);
    try {
      return await work(scene, journal);
    } catch (error) {
      // an error here occurs in the checks too, which can report it
      if (error instanceof PremiseUnmet || error instanceof TestBedTrouble || error instanceof Unsupported)
        return undefined;
      throw error;
    } finally {
      await close();
      await hosted.close();
    }
  } finally {
    await session.close();
  }
}
