import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import { mostClockSkew } from '../../drivers/profile/resolved.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { AgedProbe } from './age.ts';
import { dated, exactly, probeFrom, probeUpTo, waitForAge } from './age.ts';

/** The operations to issue and to try a credential that can be used many times. */
export interface Reusable<T> {
  /** Seconds of validity. */
  readonly lifetime: number;
  readonly issue: () => Promise<T>;
  /**
   * Does the slow preparation in advance. Each returned function then issues one credential. Without it, `issue` does
   * all.
   */
  readonly prepare?: (count: number) => Promise<readonly (() => Promise<T>)[]>;
  readonly call: (credential: T) => Promise<Exchange>;
  readonly accepts: (exchange: Exchange) => boolean;
}

export interface LifetimeProbes {
  readonly lifetime: number;
  /** The exchange with the probed credential when it was new. */
  readonly fresh: Exchange;
  /** The probe before the last second of its life. */
  readonly within?: AgedProbe;
  /** The probes at the beginning of the last second of two credentials. */
  readonly edge: readonly AgedProbe[];
  /** The probes at the ends of the two lives. */
  readonly beyond: readonly AgedProbe[];
  /** The exchange with a credential that was issued after another had been refused early. */
  readonly contrast?: Exchange;
}

/** One requirement for both sides of the end of a life, or one for each. */
export type LifetimeRequirement = RequirementId | { readonly early: RequirementId; readonly late: RequirementId };

function sideOf(requirement: LifetimeRequirement, side: 'early' | 'late'): RequirementId {
  return typeof requirement === 'string' ? requirement : requirement[side];
}

/** The number of tries. Each gives the tenant three times as much time to answer as the one before. */
export const tries = 5;
/** The patience of a first try that is ample, for a tenant at which a second try would take real waiting time. */
export const amplePatience = 20;

/**
 * Probes a credential on both sides of its end, and two credentials around the beginning of their last second.
 *
 * @param lastSecond whether that second is probed too, which takes another credential
 */
export async function lifetimeProbes<T>(
  scene: Scene,
  of: Reusable<T>,
  { lastSecond = true }: { readonly lastSecond?: boolean } = {},
): Promise<LifetimeProbes> {
  const { lifetime, issue, call, accepts } = of;
  const costly = scene.target.time === 'real';
  for (let attempt = 1; ; attempt++) {
    const patience = costly ? amplePatience : 2 * 3 ** (attempt - 1);
    const [first = issue, second = issue] = (await of.prepare?.(2)) ?? [];
    const one = await dated(scene, first);
    const both = [one];
    if (lastSecond) {
      await waitForAge(scene, one.moment, 0.5); // another fraction of the second: see isExplainedByRounding
      both.push(await dated(scene, second));
    }
    const fresh = await scene.settle(() => call(one.outcome), accepts);
    const within = await probeUpTo(scene, one.moment, lifetime - 1, patience, () => call(one.outcome));
    const sure = within.atMost <= lifetime - 1;
    // the other probes are made only if this one is conclusive
    if (!sure && !costly && attempt < tries) continue;
    const edge: AgedProbe[] = [];
    for (const { moment, outcome } of lastSecond ? both : []) {
      edge.push(await probeFrom(scene, moment, lifetime - 1, () => call(outcome), exactly));
    }
    const contrast = [within, ...edge].every(({ exchange }) => accepts(exchange))
      ? undefined
      : await scene.settle(async () => call(await issue()), accepts);
    const beyond: AgedProbe[] = [];
    for (const { moment, outcome } of both) {
      beyond.push(await probeFrom(scene, moment, lifetime, () => call(outcome), exactly));
    }
    const found = { lifetime, fresh, edge, beyond };
    return { ...found, ...(sure ? { within } : {}), ...(contrast === undefined ? {} : { contrast }) };
  }
}

/** Demands that a credential is accepted before its lifetime is over, and refused afterwards. */
export function* respectsLifetime(
  { lifetime, fresh, within, edge, beyond, contrast }: LifetimeProbes,
  accepts: (exchange: Exchange) => boolean,
  requirement: LifetimeRequirement,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(accepts(fresh), `${subject} was not accepted when the credential was new`))) return;
  const served = contrast === undefined || accepts(contrast);
  const late = beyond.find(({ exchange }) => accepts(exchange));
  if (late !== undefined) yield* accepted(late, lifetime, sideOf(requirement, 'late'), subject);
  else if (served && beyond.length > 0 && typeof requirement !== 'string') yield held(requirement.late);
  if (within === undefined) {
    yield { kind: 'premise', text: `the clock ran past ${lifetime - 1} s before the credential could be probed` };
    return;
  }
  const early = accepts(within.exchange) ? unexplained(edge, lifetime, accepts) : within;
  if (early === undefined) {
    yield held(sideOf(requirement, 'early'));
    return;
  }
  if (yield* premise(contrast !== undefined && accepts(contrast), 'a new credential was not accepted then either')) {
    yield* refused(early, lifetime, sideOf(requirement, 'early'), subject);
  }
}

/**
 * Demands that a probe at a known age agrees with the lifetime; nothing is judged if the age may lie on either side.
 */
export function* agreesWithLifetime(
  { aged, contrast }: { readonly aged: AgedProbe; readonly contrast?: Exchange },
  lifetime: number,
  accepts: (exchange: Exchange) => boolean,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (accepts(aged.exchange)) {
    if (aged.atLeast >= lifetime) yield* accepted(aged, lifetime, requirement, subject);
    else if (aged.atMost < lifetime) yield held(requirement);
  } else if (aged.atLeast >= lifetime) yield held(requirement);
  else if (aged.atMost <= lifetime - 1 && contrast !== undefined && accepts(contrast)) {
    yield* refused(aged, lifetime, requirement, subject);
  }
}

/**
 * Reports whether early refusals can result from counting in whole seconds, which is free (FRE-128). Such a tenant
 * takes up to a second from a life, depending on the fraction of the second in which the credential was issued. Two
 * credentials that were issued at different fractions cannot both have lost that much.
 */
export function isExplainedByRounding(refusals: readonly AgedProbe[], lifetime: number): boolean {
  const [one, other] = refusals.map(({ born, atMost }) => ({
    from: born.after,
    length: born.before - born.after + Math.max(0, atMost - (lifetime - 1)),
  }));
  if (one === undefined || other === undefined) return true;
  return modulo(other.from - one.from) <= one.length || modulo(one.from - other.from) <= other.length;
}

function unexplained(
  edge: readonly AgedProbe[],
  lifetime: number,
  accepts: (exchange: Exchange) => boolean,
): AgedProbe | undefined {
  const refusals = edge.filter(({ exchange, atMost }) => !accepts(exchange) && atMost < lifetime);
  return isExplainedByRounding(refusals, lifetime) ? undefined : refusals[0];
}

function modulo(seconds: number): number {
  return seconds - Math.floor(seconds);
}

function* accepted(
  aged: AgedProbe,
  lifetime: number,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  const late = aged.atLeast - lifetime;
  const observed = `${answer(aged.exchange)}, at least ${late < 1 ? late.toFixed(2) : late.toFixed(1)} s too late`;
  // if the clocks of servers differ, one server may still serve a credential that another one has ended
  const spare = late > mostClockSkew ? '' : ' (limits.clockSkewSeconds is for servers whose clocks differ)';
  const expected = `refusal, since it lasts ${lifetime} s${spare}`;
  yield finding(requirement, `${subject} at an age of ${aged.atLeast.toFixed(2)} s`, observed, expected, aged.exchange);
}

function* refused(
  aged: AgedProbe,
  lifetime: number,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  yield finding(
    requirement,
    `${subject} at an age of ${aged.atMost.toFixed(1)} s`,
    answer(aged.exchange),
    `acceptance, since it lasts ${lifetime} s`,
    aged.exchange,
  );
}
