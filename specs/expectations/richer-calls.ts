import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { demand } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aProject, grant } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { Change } from '../../generators/credential.ts';
import { changed, describeChange } from '../../generators/credential.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted } from './acceptance.ts';
import { filteredCall, followingCall, sortedCall } from './following-call.ts';
import { filledProject } from './page-by-page.ts';
import { aWriting, respelt } from './standing.ts';

/** A call that is more than the plain call of a listing, and that was served with a right credential. */
export interface RicherCall {
  /** The call in the words of a finding. */
  readonly how: string;
  readonly again: (as: string) => Promise<Exchange>;
  /** The listing whose following page it requests. */
  readonly follows?: string;
  /** True if it creates a record when it is served. */
  readonly creates?: true;
  /** Reports whether it was served: a refusal may have the status of a success (FRE-17, FRE-18). */
  readonly served: (exchange: Exchange) => boolean;
}

/**
 * Returns a following page, a sorted listing, a filtered listing and, if the profile has a write probe, the creation of
 * a record. A tenant may check credentials differently in each of these than in a plain listing.
 *
 * @throws PremiseUnmet if not even a following page is served
 */
export async function richerCalls(scene: Scene, authorization: string, actor: App | User): Promise<RicherCall[]> {
  await filledProject(scene, actor);
  const following = await followingCall(scene, authorization, 0);
  const calls: RicherCall[] = [
    {
      how: `GET ${following.path} for a following page`,
      again: following.again,
      follows: following.path,
      served: accepted,
    },
  ];
  for (const index of [0, 3]) {
    const sorted = await sortedCall(scene, authorization, index);
    if (sorted !== undefined) {
      calls.push({ how: `GET ${sorted.path} with a sort order`, again: sorted.again, served: accepted });
    }
  }
  const project = await aProject(scene);
  await grant(scene, project, actor);
  const filtered = await filteredCall(scene, authorization, project);
  if (filtered !== undefined) {
    calls.push({ how: `GET ${filtered.path} with a filter`, again: filtered.again, served: accepted });
  }
  const writing = await aWriting(scene, authorization, actor);
  if (writing !== undefined)
    calls.push({ how: 'the write probe', again: writing.again, served: writing.wrote, creates: true });
  return calls;
}

/** A richer call with a wrong credential; the same call was served with a right one. */
export interface RicherProbe {
  readonly requirement: RequirementId;
  readonly subject: string;
  readonly probe: Exchange;
  readonly served: boolean;
}

/**
 * Returns a credential with a letter in the other case, with text appended, and without its end: a faulty look-up that
 * accepts one of these may differ between kinds of calls.
 */
export function nearMissesOf(scene: Scene, credential: string): readonly (readonly [what: string, value: string])[] {
  const letter = credential.search(/[a-z][^a-z]*$/i);
  const changes: readonly Change[] = [
    ...(letter < 0 ? [] : [{ kind: 'case changed', at: (letter + 0.5) / credential.length, by: 0 } as const]),
    { kind: 'four appended', at: 1, by: 0 },
    { kind: 'cut short', at: 1, by: 0 },
  ];
  return changes.flatMap((change) => {
    const mutant = changed(credential, change);
    if (mutant === undefined) return [];
    scene.journal.secrets.learnNearMiss(credential, mutant, describeChange(change));
    return [[describeChange(change), mutant] as const];
  });
}

/** Makes each of the calls with each of the credentials. */
export async function probed(
  calls: readonly RicherCall[],
  credentials: readonly (readonly [requirement: RequirementId, what: string, authorization: string])[],
): Promise<RicherProbe[]> {
  const probes: RicherProbe[] = [];
  for (const { how, again, served } of calls) {
    for (const [requirement, what, authorization] of credentials) {
      const probe = await again(authorization);
      probes.push({ requirement, subject: `${how} with ${what}`, probe, served: served(probe) });
    }
  }
  return probes;
}

/**
 * Probes as {@link probed} does, and repeats the calls that create nothing with another spelling of the scheme, in
 * lower and in upper case alternately: a tenant may check each spelling differently.
 */
export async function probedEachWay(
  calls: readonly RicherCall[],
  credentials: readonly (readonly [requirement: RequirementId, what: string, authorization: string])[],
): Promise<RicherProbe[]> {
  const others = credentials.map(([requirement, what, authorization], at) => {
    const spellings = respelt(authorization);
    return [requirement, `${what}, under another spelling`, spellings[at % spellings.length] ?? authorization] as const;
  });
  const harmless = calls.filter(({ creates }) => creates !== true);
  return [...(await probed(harmless, others)), ...(await probed(calls, credentials))];
}

/**
 * Demands that no probe was served. The status of the refusal is judged with plain calls: a page token may be examined
 * before the credential (FRE-136).
 */
export function* areRefusedToAll(probes: readonly RicherProbe[]): Generator<Demanded<RequirementId>> {
  for (const { requirement, subject, probe, served } of probes) {
    yield demand(!served, requirement, subject, `${answer(probe)} and was served`, 'a refusal', probe);
  }
}
