import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { accessTokenIn } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { refresh, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import { callsAfterRevocation, isRevoked, refreshAfterRevocation } from '../../expectations/standing.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** What is drawn of tokens that an app has held for some time, beside their age. */
export const olderTokenAxes = {
  afterwards: fc.constantFrom(0, 0, 5, 901, 4000, 90_000),
  refreshes: fc.nat(1),
  /** How often as much time passed before that, at the end of which the tokens were refreshed. */
  earlier: fc.nat(1),
  listing: fc.nat(4),
};

/** What became of tokens that an app had held for some time, and of a refresh of others. */
export interface OlderTokens {
  readonly calls: readonly Exchange[];
  readonly answered: Exchange;
  readonly control: Exchange;
}

/** Lets tokens become older, stops them, and tries them some time later; the control is stopped by nothing. */
export async function stoppedWhenOlder(
  scene: Scene,
  path: string,
  { grant, control }: { readonly grant: Grant; readonly control: Grant },
  drawn: { readonly age: number; readonly afterwards: number; readonly refreshes: number; readonly earlier: number },
  stop: () => Promise<void>,
): Promise<OlderTokens> {
  const { age, afterwards, refreshes, earlier } = drawn;
  let [stopped, spared] = [grant, control];
  for (let count = 0; count < earlier; count++) {
    await scene.elapse(age);
    [stopped, spared] = [await refreshed(scene, stopped), await refreshed(scene, spared)];
  }
  if (refreshes > 0) stopped = await refreshed(scene, stopped);
  await scene.elapse(age);
  const before = await scene.call(path, { authorization: stopped.authorization });
  await stop();
  if (afterwards > 0) await scene.elapse(afterwards);
  const calls = accepted(before) ? await callsAfterRevocation(scene, stopped.authorization, [path]) : [];
  const answered = await refreshAfterRevocation(scene, stopped);
  return { calls, answered, control: await refresh(scene, spared.app, spared.refreshToken) };
}

/** One of the two tokens that are stopped: which requirement says so, and what is tried with it. */
interface Stopped {
  readonly requirement: RequirementId;
  readonly subject: string;
}

/** Judges that both tokens are stopped while the control is refreshed. */
export function* olderTokensAreStopped(
  { calls, answered, control }: OlderTokens,
  { access, refresh, spared }: { readonly access: Stopped; readonly refresh: Stopped; readonly spared: string },
): Generator<Judgement<RequirementId, never>> {
  yield* isRevoked(calls, access.requirement, access.subject);
  yield* obtainsNoToken(answered, refresh.requirement, refresh.subject);
  yield* premise(accessTokenIn(control) !== undefined, `${spared} ${answer(control)} too`);
}
