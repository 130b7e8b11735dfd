import fc from 'fast-check';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import { notApplicable, observation } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { objectOf } from '../../generators/object.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainPresentation, describePresentation } from '../../generators/presentation.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { oneOf } from '../model/addressees.ts';
import { spelt } from '../world/presentations.ts';
import { accepted } from '../expectations/acceptance.ts';
import { listingAt } from '../expectations/open-listings.ts';
import { isTokenShaped, refusedAsClientError, refusedByContrast } from '../expectations/refusal.ts';
import { areRefusedToAll, probedEachWay, richerCalls } from '../expectations/richer-calls.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';

/**
 * A credential that is nearly right, or a right credential in the place of another kind. The tenant must answer with
 * 401. If the value may be called malformed, another client error is allowed; under Bearer, that is so for any value
 * without the form of a token.
 */
export interface NearMiss {
  /** The near miss in the words of a finding. */
  readonly what: string;
  readonly authorization: string;
  /**
   * The requirement that is broken when the near miss is served; by default, the first requirement that the row proves.
   */
  readonly requirement?: RequirementId;
  readonly mayBeMalformed?: true;
  /**
   * For an altered credential: its source, its new value and the alteration. Reports then show it by the label of the
   * source and the alteration.
   */
  readonly altered?: { readonly of: string; readonly to: string; readonly how: string };
  /** The Authorization header with which the same credential is served, if the stage calls with another credential. */
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

/** A row whose check sends each near miss to each listing that is open to the right credential. */
interface AlterationRow<Stage extends Right> extends CheckRow {
  /** The stages, one after another, because the next one may end the credentials of the previous one. */
  readonly stages: (scene: Scene) => AsyncIterable<Stage>;
  readonly misses: (stage: Stage) => readonly NearMiss[];
  /** Forms of the first right credential that may be served or refused. */
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

/** A row whose check sends drawn near misses, each to one of the open listings. */
interface DrawnAlterationRow<Stage extends Right, Drawn> extends CheckRow {
  readonly stage: (scene: Scene) => Promise<Stage>;
  readonly cases: fc.Arbitrary<Drawn>;
  readonly maxCases?: number;
  /** The near misses; none if the drawn change leaves this credential as it is. */
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
      if (probes.length === 0) yield notApplicable('the drawn change leaves this credential unchanged');
      yield* areRefused(probes);
    },
  });
}

/**
 * A row whose check sends near misses in calls other than plain ones: a following page, a sorted or filtered listing, a
 * write, and with another spelling of the scheme. A tenant may guard each of them by other code.
 */
interface RicherAlterationRow<Stage extends Served> extends CheckRow {
  readonly stage: (scene: Scene) => Promise<Stage>;
  readonly misses: (stage: Stage, scene: Scene) => readonly NearMiss[];
}

/** The right credential that is served in such calls, and its actor. */
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
      yield* areRefusedToAll(probes);
    },
  });
}

/** The ways in which near misses are sent, in turn. None of them may change a refusal. */
const waysToSend: readonly Presentation[] = [
  plainPresentation,
  { ...plainPresentation, connection: 'new' },
  { ...plainPresentation, scheme: 'lower case' },
  { ...plainPresentation, scheme: 'upper case' },
];

/**
 * Sends each near miss to a listing, and then the right credential.
 *
 * @param turn chooses the listing, and the way in which each near miss is sent
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
    const way = oneOf(waysToSend, turn + at) ?? plainPresentation;
    const sent = { authorization: spelt(miss.authorization, way), note: miss.what };
    const wrong = await (way.connection === 'new'
      ? scene.onOneConnection((over) => scene.call(path, { ...sent, over }))
      : scene.call(path, sent));
    answers.push({ miss, how: describePresentation(way), wrong });
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

/**
 * Reports whether a header has the form of a credential. Under Bearer, a value without the form of a token may be
 * called malformed.
 */
function hasForm(authorization: string): boolean {
  const [scheme, value = ''] = authorization.split(/ (.*)/s);
  return scheme !== 'Bearer' || isTokenShaped(value);
}
