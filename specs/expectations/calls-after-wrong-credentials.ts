import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted } from './acceptance.ts';

/** Calls without a valid credential, as other clients may make them over a connection that a proxy shares. */
const strangers: readonly (readonly [who: string, authorization: string | undefined])[] = [
  ['a call without a credential', undefined],
  ['a call with an unknown token', bearer('nobody-was-ever-given-this')],
  ['a call with an unknown key', basic('nobody-was-ever-given-this')],
  ['a call with an unknown scheme', 'Nobody knows-this'],
];

/**
 * Calls with one credential on one connection, before and after each stranger's call on it, and on another connection.
 */
export interface BesideStrangers {
  readonly path: string;
  readonly before: Exchange;
  readonly after: readonly { readonly who: string; readonly call: Exchange }[];
  readonly elsewhere: Exchange;
}

export async function callsAfterWrongCredentials(
  scene: Scene,
  path: string,
  authorization: string,
): Promise<BesideStrangers> {
  await scene.settle(() => scene.call(path, { authorization }), accepted);
  return scene.onOneConnection(async (over) => {
    const before = await scene.call(path, { authorization, over });
    const after = [];
    for (const [who, wrong] of strangers) {
      const credential = wrong === undefined ? {} : { authorization: wrong };
      await scene.call(path, { ...credential, over, note: who });
      after.push({ who, call: await scene.call(path, { authorization, over }) });
    }
    return { path, before, after, elsewhere: await scene.call(path, { authorization }) };
  });
}

/** Demands that a right credential is served on a connection on which strangers sent wrong credentials. */
export function* isServedAfterWrongCredentials(
  { path, before, after, elsewhere }: BesideStrangers,
  requirement: RequirementId,
  what: string,
): Generator<Judgement<RequirementId, never>> {
  const served = accepted(before) && accepted(elsewhere);
  if (!(yield* premise(served, `GET ${path} with ${what} on another connection ${answer(elsewhere)}`))) return;
  if (after.every(({ call }) => accepted(call))) yield held(requirement);
  for (const { who, call } of after) {
    // a client that makes many wrong calls may be slowed down (FRE-12)
    if (call.response?.status !== 401) continue;
    yield finding(requirement, `GET ${path} with ${what} after ${who} on its connection`, answer(call), 'a page', call);
  }
}
