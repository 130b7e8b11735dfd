import { randomUUID } from 'node:crypto';
import type { CheckResult } from '../core/result.ts';
import { Interrupted, PremiseUnmet, TestBedTrouble } from '../core/trouble.ts';
import type { WithoutResult } from '../core/without-result.ts';
import { withoutResult } from '../core/without-result.ts';
import type { ProxySettings } from '../drivers/client/dispatcher.ts';
import type { ManualReply, ManualRequest, Perform } from '../drivers/control/manual.ts';
import type { LoadedProfile } from '../drivers/profile/load.ts';
import { openEmbedded } from '../drivers/session/embedded.ts';
import type { Session } from '../drivers/session/session.ts';
import type { SharedOptions } from '../drivers/session/shared.ts';
import { findFault, findVariant } from '../drivers/control/embedded.ts';
import { realTime } from '../drivers/real-time.ts';
import type { SuiteCheck } from './check.ts';
import { checksOf } from './checks/of-profile.ts';
import type { ProfileName } from './requirements/index.ts';
import type { GivenTime } from './time.ts';

/** The settings of a run. They are plain data, because they are sent to the worker in which the checks run. */
export interface SuiteConfig {
  /** Undefined for the embedded reference tenant. */
  readonly profile?: LoadedProfile;
  readonly proxy?: ProxySettings;
  readonly fault?: string;
  readonly variant?: string;
  readonly seed: number;
  readonly runs: number;
  readonly runId: string;
  /** The longest real wait of a check, in seconds. */
  readonly allowedWait?: number;
  /** Present if the run must end within a time limit. */
  readonly time?: GivenTime;
  /** Folder that keeps the newest tokens of the fixtures after the run; absolute. */
  readonly keepIn?: string;
  /**
   * Name of the channel on which the process that started the run receives requests to a person, and replies to them.
   */
  readonly asksOn?: string;
  /** Ids of the checks to run, in their order. */
  readonly checks: readonly string[];
}

/** A message on the channel between the checks and the person at the terminal. */
export type AskedOfPerson =
  | { readonly kind: 'sign-in'; readonly address: string; readonly email: string }
  | { readonly kind: 'operation'; readonly id: string; readonly request: ManualRequest }
  /** The reply to the operation with that id. */
  | { readonly kind: 'reply'; readonly id: string; readonly reply: ManualReply };

/** An open target, or the reason why no check can be run at all. */
export type Opening = { readonly session: Session } | WithoutResult;

/** Returns the checks of a run. Only the checks of their profiles are loaded. */
export async function selectedChecks({ checks }: SuiteConfig): Promise<readonly SuiteCheck[]> {
  const profiles = new Set(checks.map((id) => id.split('/')[0] as ProfileName));
  const loaded = (await Promise.all([...profiles].map(checksOf))).flat();
  const byId = new Map(loaded.map((check) => [check.id, check]));
  return checks.flatMap((id) => byId.get(id) ?? []);
}

/** Opens the target. If that fails, returns the verdict and the reason that every check then reports. */
export async function openSession(config: SuiteConfig): Promise<Opening> {
  const { profile, proxy, seed, runId, fault, variant, allowedWait, keepIn, asksOn } = config;
  try {
    const session =
      profile === undefined
        ? await openEmbedded({
            seed,
            runId,
            realTime,
            fault: fault === undefined ? undefined : await findFault(fault),
            variant: variant === undefined ? undefined : await findVariant(variant),
          })
        : await (
            await import('../drivers/session/shared.ts')
          ).openShared(profile, {
            runId,
            realTime,
            ...(allowedWait === undefined ? {} : { allowedWait }),
            ...(keepIn === undefined ? {} : { keepIn }),
            ...(asksOn === undefined ? {} : { ask: askOn(asksOn), perform: performOn(asksOn) }),
            ...(proxy === undefined ? {} : { proxy }),
          });
    return { session };
  } catch (error) {
    if (error instanceof PremiseUnmet) return { verdict: 'inconclusive', reason: error.message };
    if (error instanceof TestBedTrouble) return { verdict: 'broken', reason: error.message };
    throw error;
  }
}

/**
 * Returns a function that sends sign-in requests over a channel: checks may run in another thread than the terminal.
 */
function askOn(name: string): NonNullable<SharedOptions['ask']> {
  return (request) => {
    const channel = new BroadcastChannel(name);
    post(channel, { kind: 'sign-in', ...request });
    channel.close();
  };
}

/** Returns a function that sends an operation over a channel and waits for the person's reply. */
function performOn(name: string): Perform {
  return async (request, signal) => {
    const id = randomUUID();
    const channel = new BroadcastChannel(name);
    const { promise, resolve, reject } = Promise.withResolvers<ManualReply>();
    channel.addEventListener('message', (event) => {
      const message = (event as MessageEvent).data as AskedOfPerson;
      if (message.kind === 'reply' && message.id === id) resolve(message.reply);
    });
    const end = (): void => reject(new Interrupted('the check has ended'));
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
    else post(channel, { kind: 'operation', id, request });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', end);
      channel.close();
    }
  };
}

function post(channel: { postMessage(message: unknown): void }, message: AskedOfPerson): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there is no origin
  channel.postMessage(message);
}

/**
 * Returns a result that can be sent to another thread. A result that cannot be cloned would make the others fail too.
 */
export function portable(check: SuiteCheck, result: CheckResult): CheckResult {
  try {
    structuredClone(result);
    return result;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return withoutResult(check, {
      verdict: 'broken',
      reason: `the suite itself failed: the result of the check is no plain data (${why.split('\n')[0] ?? ''})`,
    });
  }
}
