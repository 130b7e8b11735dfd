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
import { checks } from './checks/index.ts';
import type { GivenTime } from './time.ts';

/** All that a run is told; plain data, since it crosses to the worker in which the checks run. */
export interface SuiteConfig {
  /** Undefined: the embedded reference tenant. */
  readonly profile?: LoadedProfile;
  readonly proxy?: ProxySettings;
  readonly fault?: string;
  readonly variant?: string;
  readonly seed: number;
  readonly runs: number;
  readonly runId: string;
  /** The longest that a check may really wait, in seconds. */
  readonly allowedWait?: number;
  /** Given where the run is to end within a time. */
  readonly time?: GivenTime;
  /** Folder in which the newest tokens of the fixtures outlive the run; absolute. */
  readonly keepIn?: string;
  /** Name of the channel by which the process that started the run hears what a person is asked to do, and replies. */
  readonly asksOn?: string;
  /** Ids of the checks to run, in their order. */
  readonly checks: readonly string[];
}

/** What goes over the channel between the checks and the person at the terminal. */
export type AskedOfPerson =
  | { readonly kind: 'sign-in'; readonly address: string; readonly email: string }
  | { readonly kind: 'operation'; readonly id: string; readonly request: ManualRequest }
  /** To the operation of that id. */
  | { readonly kind: 'reply'; readonly id: string; readonly reply: ManualReply };

/** An open target, or why no check can be run at all. */
export type Opening = { readonly session: Session } | WithoutResult;

export function selectedChecks(config: SuiteConfig): readonly SuiteCheck[] {
  const chosen = new Set(config.checks);
  return checks.filter((check) => chosen.has(check.id));
}

/** Opens the target; what keeps it from being opened is told by every check. */
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

/** Asks by a channel, since checks may run in another thread than the one that has the terminal. */
function askOn(name: string): NonNullable<SharedOptions['ask']> {
  return (request) => {
    const channel = new BroadcastChannel(name);
    post(channel, { kind: 'sign-in', ...request });
    channel.close();
  };
}

/** Asks by a channel, and waits for what the person replies. */
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

/** The result as it can be handed to another thread: one that cannot would take those of others with it. */
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
