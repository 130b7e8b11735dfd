import type { Exchange } from '../../core/exchange.ts';

import type { Grant } from '../../drivers/world/delegated.ts';
import { refresh } from '../../drivers/world/delegated.ts';
import type { Scene } from '../../drivers/world/scene.ts';

import type { AgedProbe, Dated } from './age.ts';
import { dated, exactly, probeFrom, probeUpTo, waitForAge } from './age.ts';
import type { LifetimeProbes } from './lifetime.ts';
import { amplePatience, tries } from './lifetime.ts';
import { handsOutTokens } from './spent-refresh-token.ts';

/** Prepares functions that each create a grant: the slow part is done in advance, and one exchange remains. */
export type PrepareGrants = (count: number) => Promise<readonly (() => Promise<Grant>)[]>;

/** Presents the refresh token of a grant. That spends the token, so each probe has a grant of its own. */
export function presented(scene: Scene, { app, refreshToken, answered }: Grant, note?: string): Promise<Exchange> {
  // at the path that issued it: that the other path knows it too is only inferred (VER-10)
  const path = new URL(answered.request.url).pathname;
  return refresh(scene, app, refreshToken, { path, ...(note === undefined ? {} : { note }) });
}

/** Probes refresh tokens on both sides of their ends, like access tokens, but each probe with a token of its own. */
export async function refreshLifetimeProbes(
  scene: Scene,
  lifetime: number,
  prepare: PrepareGrants,
): Promise<LifetimeProbes> {
  const costly = scene.target.time === 'real';
  for (let attempt = 1; ; attempt++) {
    const patience = costly ? amplePatience : 2 * 3 ** (attempt - 1);
    const grants: Dated<Grant>[] = [];
    for (const [index, issue] of (await prepare(6)).entries()) {
      const before = grants.at(-1);
      // the last two in the other half of a second: see isExplainedByRounding
      if (index === 4 && before !== undefined) await waitForAge(scene, before.moment, 0.5);
      grants.push(await dated(scene, issue));
    }
    const [first, middle, edgeOne, endOne, edgeTwo, endTwo] = grants;
    const fresh = first && (await presented(scene, first.outcome));
    const within = middle && (await probeUpTo(scene, middle.moment, lifetime - 1, patience, tried(scene, middle)));
    if (fresh === undefined || within === undefined) throw new RangeError('fewer grants were prepared than asked for');
    const sure = within.atMost <= lifetime - 1;
    // the other probes are made only if this one is conclusive
    if (!sure && !costly && attempt < tries) continue;
    const edge = await probedFrom(scene, [edgeOne, edgeTwo], lifetime - 1);
    const contrast = [within, ...edge].every(({ exchange }) => handsOutTokens(exchange))
      ? undefined
      : await anew(scene, prepare);
    const beyond = await probedFrom(scene, [endOne, endTwo], lifetime);
    const found = { lifetime, fresh, edge, beyond };
    return { ...found, ...(sure ? { within } : {}), ...(contrast === undefined ? {} : { contrast }) };
  }
}

/** Creates a grant and presents its refresh token at once. */
export async function anew(scene: Scene, prepare: PrepareGrants): Promise<Exchange | undefined> {
  const [issue] = await prepare(1);
  return issue && presented(scene, await issue());
}

/** Probes of the refresh tokens of two grants, one before its end and the other after it. */
export interface BothSides {
  readonly within: AgedProbe;
  readonly contrast?: Exchange;
  readonly beyond: AgedProbe;
}

/** Probes both sides of the end of a refresh token's life at less cost: a minute before it and a second after it. */
export async function bothSides(scene: Scene, lifetime: number, prepare: PrepareGrants): Promise<BothSides> {
  const [one, other] = await prepare(2);
  if (one === undefined || other === undefined) throw new RangeError('fewer grants were prepared than asked for');
  const [young, old] = [await dated(scene, one), await dated(scene, other)];
  const within = await probeUpTo(scene, young.moment, lifetime - 60, 2, tried(scene, young));
  const contrast = handsOutTokens(within.exchange) ? undefined : await anew(scene, prepare);
  const beyond = await probeFrom(scene, old.moment, lifetime + 1, tried(scene, old));
  return { within, beyond, ...(contrast === undefined ? {} : { contrast }) };
}

function tried(scene: Scene, { outcome }: Dated<Grant>): () => Promise<Exchange> {
  return () => presented(scene, outcome);
}

async function probedFrom(
  scene: Scene,
  grants: readonly (Dated<Grant> | undefined)[],
  age: number,
): Promise<AgedProbe[]> {
  const probes: AgedProbe[] = [];
  for (const grant of grants) {
    if (grant !== undefined) probes.push(await probeFrom(scene, grant.moment, age, tried(scene, grant), exactly));
  }
  return probes;
}
