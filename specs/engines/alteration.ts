import fc from 'fast-check';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { notApplicable, observation } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { objectOf } from '../../generators/object.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly, tellPresentation } from '../../generators/presentation.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { oneOf } from '../model/addressees.ts';
import { spelt } from '../world/presentations.ts';
import { accepted } from '../expectations/acceptance.ts';
import { listingAt } from '../expectations/open-listings.ts';
import { isTokenShaped, refusedAsClientError, refusedByContrast } from '../expectations/refusal.ts';
import { areServedToNobody, probedEachWay, richerCalls } from '../expectations/richer-calls.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';

/**
 * A credential that is nearly a right one, or a right one in the place of another kind. Unless it may be called malformed
 * it is answered with 401. What is no token by its form may be under Bearer.
 */
export interface NearMiss {
  /** In the words of a finding. */
  readonly what: string;
  readonly authorization: string;
  /** Which requirement it breaks to serve it; unless given, the first that the row proves. */
  readonly requirement?: RequirementId;
  readonly mayBeMalformed?: true;
  /** Where the near miss is an altered credential: then reports show it by the label of that and what was altered. */
  readonly altered?: { readonly of: string; readonly to: string; readonly how: string };
  /** How the same credential is served, where the stage calls with another one. */
  readonly live?: string;
}

/** A right credential, and at least one listing that serves it. */
export interface Right {
  readonly authorization: string;
  readonly open: readonly Listing[];
}

interface Probe {
  readonly requirement: RequirementId;
  readonly subject: string;
  readonly mayBeMalformed: boolean;
  readonly wrong: Exchange;
  readonly right: Exchange;
}

/** Each near miss at each listing that is open to the right credential. */
interface AlterationRow<Stage extends Right> extends CheckRow {
  /** One after another, where the next ends what was there before. */
  readonly stages: (scene: Scene) => AsyncIterable<Stage>;
  readonly misses: (stage: Stage) => readonly NearMiss[];
  /** The first right credential in forms that may be served or refused. */
  readonly free?: (stage: Stage) => readonly (readonly [freedom: FreedomId, what: string, authorization: string])[];
}

export function alteration<Stage extends Right>(row: AlterationRow<Stage>): SuiteCheck {
  const { stages, misses, free, ...definition } = row;
  return check({
    ...definition,
    async gather(scene) {
      const probes: Probe[] = [];
      const either = [];
      for await (const stage of stages(scene)) {
        for (const turn of stage.open.keys()) probes.push(...(await probed(scene, row, stage, turn, misses(stage))));
        if (either.length > 0) continue;
        const { path } = listingAt(stage.open, 0);
        for (const [freedom, form, authorization] of free?.(stage) ?? []) {
          const what = `a right credential with ${form}`;
          const call = await scene.call(path, { authorization, note: `${what}, which is free` });
          either.push({ freedom, what, call });
        }
      }
      return { probes, either };
    },
    *judge({ probes, either }) {
      yield* areRefused(probes);
      for (const { freedom, what, call } of either)
        yield observation(freedom, `${what} was ${accepted(call) ? 'served' : 'refused'}`, call);
    },
  });
}

/** Near misses that are drawn, each at one of the open listings. */
interface DrawnAlterationRow<Stage extends Right, Drawn> extends CheckRow {
  readonly stage: (scene: Scene) => Promise<Stage>;
  readonly cases: fc.Arbitrary<Drawn>;
  readonly maxCases?: number;
  /** None where the drawn one changes nothing of this credential. */
  readonly misses: (stage: Stage, drawn: Drawn) => readonly NearMiss[];
  readonly describe?: (drawn: Drawn) => string;
}

export function drawnAlteration<Stage extends Right, Drawn>(row: DrawnAlterationRow<Stage, Drawn>): SuiteCheck {
  const { stage: arrange, misses, cases, describe, ...definition } = row;
  return check({
    ...definition,
    cases: objectOf({ drawn: cases, turn: fc.nat(19) }),
    ...(describe === undefined ? {} : { describe: ({ drawn }: { drawn: Drawn; turn: number }) => describe(drawn) }),
    arrange,
    gather: (scene, { drawn, turn }, stage) => probed(scene, row, stage, turn, misses(stage, drawn)),
    *judge(probes) {
      if (probes.length === 0) yield notApplicable('what was drawn changes nothing of this credential');
      yield* areRefused(probes);
    },
  });
}

/**
 * Near misses in calls that are more than a plain one: a following page, a sorted or filtered listing, a write, and under
 * another spelling of the scheme. Each of them may be guarded by something else.
 */
interface RicherAlterationRow<Stage extends Served> extends CheckRow {
  readonly stage: (scene: Scene) => Promise<Stage>;
  readonly misses: (stage: Stage, scene: Scene) => readonly NearMiss[];
}

/** Whose right credential is served in such calls. */
interface Served {
  readonly authorization: string;
  readonly actor: App | User;
}

export function richerAlteration<Stage extends Served>(row: RicherAlterationRow<Stage>): SuiteCheck {
  const { stage: make, misses, ...definition } = row;
  return check({
    ...definition,
    async gather(scene) {
      const stage = await make(scene);
      const calls = await richerCalls(scene, stage.authorization, stage.actor);
      const credentials = misses(stage, scene).map((miss) => {
        learn(scene, miss);
        return [miss.requirement ?? row.proves[0], miss.what, miss.authorization] as const;
      });
      return probedEachWay(calls, credentials);
    },
    *judge(probes) {
      yield* areServedToNobody(probes);
    },
  });
}

/** How near misses are sent in turn: none of it matters to what is refused. */
const manners: readonly Presentation[] = [
  plainly,
  { ...plainly, connection: 'new' },
  { ...plainly, scheme: 'lower case' },
  { ...plainly, scheme: 'upper case' },
];

/**
 * Sends each near miss to a listing, and then what is right.
 *
 * @param turn chooses the listing, and how each is sent
 */
async function probed(
  scene: Scene,
  { proves }: CheckRow,
  { authorization, open }: Right,
  turn: number,
  misses: readonly NearMiss[],
): Promise<Probe[]> {
  const { path } = listingAt(open, turn);
  const answers = [];
  for (const [at, miss] of misses.entries()) {
    learn(scene, miss);
    const manner = oneOf(manners, turn + at) ?? plainly;
    const sent = { authorization: spelt(miss.authorization, manner), note: miss.what };
    const wrong = await (manner.connection === 'new'
      ? scene.onOneConnection((over) => scene.call(path, { ...sent, over }))
      : scene.call(path, sent));
    answers.push({ miss, how: tellPresentation(manner), wrong });
  }
  const rights = new Map<string, Exchange>();
  const right = async (as: string): Promise<Exchange> => {
    const known = rights.get(as) ?? (await scene.settle(() => scene.call(path, { authorization: as }), accepted));
    rights.set(as, known);
    return known;
  };
  const probes: Probe[] = [];
  for (const { miss, how, wrong } of answers) {
    probes.push({
      requirement: miss.requirement ?? proves[0],
      subject: `GET ${path} with ${miss.what}${how === undefined ? '' : `, by ${how}`}`,
      mayBeMalformed: miss.mayBeMalformed ?? !hasForm(miss.authorization),
      wrong,
      right: await right(miss.live ?? authorization),
    });
  }
  return probes;
}

function* areRefused(probes: readonly Probe[]): Generator<Judgement<RequirementId, never>> {
  for (const { requirement, subject, mayBeMalformed, wrong, right } of probes)
    yield* (mayBeMalformed ? refusedAsClientError : refusedByContrast)(wrong, right, requirement, subject);
}

function learn(scene: Scene, { altered }: NearMiss): void {
  if (altered !== undefined) scene.journal.secrets.learnNearMiss(altered.of, altered.to, altered.how);
}

/** Under Bearer anything that is no token by its form may be called malformed. */
function hasForm(authorization: string): boolean {
  const [scheme, value = ''] = authorization.split(/ (.*)/s);
  return scheme !== 'Bearer' || isTokenShaped(value);
}
