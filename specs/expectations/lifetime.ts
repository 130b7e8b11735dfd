import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding } from '../../core/judgement.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { RequirementId } from '../requirements/index.ts';

/** A moment known only to lie between two readings of the tenant's clock, in seconds. */
export interface Moment {
  readonly after: number;
  readonly before: number;
}

/** A probe of a credential at an age that is known to lie between two bounds, in seconds. */
export interface AgedProbe {
  readonly atLeast: number;
  readonly atMost: number;
  readonly exchange: Exchange;
}

export interface LifetimeProbes {
  readonly lifetime: number;
  readonly within?: AgedProbe;
  readonly beyond?: AgedProbe;
}

const tries = 5;

/**
 * Probes a credential on both sides of its end. The clock ticks while requests queue, so it is read around each probe;
 * a probe whose age may lie on either side is done again, a little earlier where a fresh credential is not to be had.
 *
 * @param born when the credential was issued
 * @param lifetime seconds of validity
 */
export async function lifetimeProbes(
  scene: Scene,
  born: Moment,
  lifetime: number,
  call: () => Promise<Exchange>,
): Promise<LifetimeProbes> {
  const skew = scene.target.settings.limits.clockSkewSeconds;
  const probe = async (): Promise<AgedProbe> => {
    const from = await scene.clock();
    const exchange = await call();
    const to = await scene.clock();
    return { atLeast: from - born.before - skew, atMost: to - born.after + skew, exchange };
  };
  const elapseToAge = async (age: number): Promise<void> => {
    const now = await scene.clock();
    const wait = age - (now - born.after);
    if (wait > 0) await scene.elapse(wait);
  };

  await elapseToAge(lifetime - 1 - skew);
  const early = await probe();
  const within = early.atMost < lifetime ? early : undefined;

  let beyond: AgedProbe | undefined;
  for (let attempt = 0; attempt < tries && beyond === undefined; attempt++) {
    await elapseToAge(lifetime + (born.before - born.after) + skew + attempt);
    const late = await probe();
    if (late.atLeast >= lifetime) beyond = late;
  }
  return { lifetime, ...(within === undefined ? {} : { within }), ...(beyond === undefined ? {} : { beyond }) };
}

/** A credential is accepted before its lifetime is over, and refused once it is. */
export function* respectsLifetime(
  { lifetime, within, beyond }: LifetimeProbes,
  accepts: (exchange: Exchange) => boolean,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (within === undefined || beyond === undefined) {
    yield { kind: 'premise', text: `the clock ran past ${lifetime} s before both sides could be probed` };
    return;
  }
  if (!accepts(within.exchange)) {
    yield finding(
      requirement,
      `${subject} at an age of ${age(within)} s`,
      answer(within.exchange),
      `acceptance, since it lasts ${lifetime} s`,
      within.exchange,
    );
    return; // nothing shows that it would have ended by itself
  }
  if (accepts(beyond.exchange)) {
    yield finding(
      requirement,
      `${subject} at an age of ${age(beyond)} s`,
      answer(beyond.exchange),
      `refusal, since it lasts ${lifetime} s`,
      beyond.exchange,
    );
  }
}

function age(probe: AgedProbe): string {
  return probe.atLeast.toFixed(1);
}
