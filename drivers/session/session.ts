import type { Place } from '../../core/run/host.ts';
import type { CheckHost } from '../../core/run/run-check.ts';
import type { ServedPlaces } from '../../core/serving.ts';
import type { Branch } from '../../core/timeline.ts';
import { Patience } from '../world/propagation.ts';
import { openScene } from '../world/open-scene.ts';
import type { Scene } from '../world/scene.ts';
import type { ControlKind } from '../../schemas/types/report.ts';
import type { ControlDisturbance } from '../control/weather.ts';
import { badValueIn } from '../survey/bad-values.ts';
import type { Survey } from '../survey/survey.ts';
import type { Need, Needing, Way } from './need.ts';
import { Journal } from '../../core/journal.ts';
import { versionedListings } from '../world/listing.ts';
import { lacking, wanting } from './need.ts';
import { endStates, heldStatesIn } from './held-states.ts';
import type { Target } from './target.ts';
import type { OpenScene } from '../../core/run/manner.ts';

/** What a check is run against, until it has ended. */
export interface CheckVisit {
  readonly host: CheckHost<Need, Scene>;
  /** What the target would have to have besides for a check to be exercised, each way once. */
  readonly wanting: (check: Needing) => readonly Way[];
  /** Lets those come who wait for everybody to be gone: the check waits for its turn, and nothing of it is in hand. */
  readonly makeWay?: () => void;
  close(): Promise<void>;
}

/** A check that is about to be run. */
export interface Visitor {
  readonly id: string;
  readonly needs: readonly Need[];
  /** The requirements of a check; who comes without any looks everywhere, whether anything is served there or not. */
  readonly proves?: readonly string[];
  /** Whether the clock may move for others in the middle of a case. */
  readonly atAnyTime?: boolean;
}

/** Two thirds of the life of an access token: what cases share has one, and at a tenant that limits calls they last. */
const arrangementLasts = 600_000;

/** So many cases that change nothing that they share are under way at the same time: enough for waits to overlap. */
export const casesAtATime = 16;

/** What the report says of a target. */
export interface TargetFacts {
  readonly name: string;
  readonly baseUrl: string;
  readonly control: ControlKind;
  readonly tenantId?: string;
  readonly fault?: string;
  readonly variant?: string;
  /** How the controls were disturbed so far; absent where they were not. */
  readonly controlWeather?: {
    readonly disturbances: readonly ControlDisturbance[];
    readonly unsteady: readonly string[];
  };
  /** What it serves, once that was found out. */
  readonly survey?: ServedPlaces;
}

/** An open target: gives each check what it runs against. */
export interface Session {
  readonly facts: TargetFacts;
  /** What the control can do. */
  readonly operations: readonly string[];
  /** How many checks run at the same time; all of them where they share one clock. */
  readonly concurrency: number;
  /** How many cases of different checks may be under way at this moment. */
  readonly room: () => number;
  /** What the tenant serves, found out once; undefined where a person would have to do much for it. */
  survey(): Promise<Survey | undefined>;
  /** Announces the checks that will visit, so that a shared clock waits for each of them. */
  expect(checks: readonly Visitor[]): void;
  visit(check: Visitor, signal?: AbortSignal): Promise<CheckVisit>;
  /**
   * Another visit, once nobody else is there, of a check that came to nothing among the others; undefined when there
   * were too many of them to be of use, but for those that only the weather kept from a verdict. Only where checks share
   * a tenant.
   */
  readonly visitAlone?: (check: Visitor, signal?: AbortSignal, inWeather?: boolean) => Promise<CheckVisit | undefined>;
  close(): Promise<void>;
}

/** A check's visit to a target: one branch of its time, a scene for each case. */
export async function visitTarget(
  target: Target,
  { id, proves, atAnyTime = false }: Visitor,
  signal?: AbortSignal,
): Promise<CheckVisit> {
  const began = target.realTime.now();
  const branch = await target.timeline.open(id, signal, !atAnyTime);
  const patience = new Patience(target.delays);
  const openOn =
    (own: Branch): OpenScene<Scene> =>
    async (journal, manner = {}) => {
      // what has begun is gone on with before more is begun: a queue of requests would age what was issued unseen
      await own.turn();
      target.learnSecrets(journal);
      const scene = openScene(target, journal, own, began, {
        patience,
        manner,
        ...(proves === undefined ? {} : { proves: new Set(proves) }),
      });
      const close = async (): Promise<void> => {
        await scene.end();
        // a person has more to do than to tidy up
        if (target.control.kind === 'manual') return;
        const held = heldStatesIn(journal.own);
        if (isShared(target)) target.heldStates.push(...held);
        else await endStates(target, held, own.ended);
      };
      return { scene, close };
    };
  let pauses = 0;
  /** Where no time has to go by, some calls shift what a tenant does at every so-manieth call against the doings. */
  const shift = async (own: Branch): Promise<void> => {
    const scene = openScene(target, new Journal(), own, began, { patience, isBeside: true });
    for (let call = pauses++; call >= 0; call--) await scene.call(versionedListings[0].path);
  };
  /** Between two doings of a case nothing of it is in hand, so that the clock may move for others. */
  const placeOn = (own: Branch): Place<Scene> => ({
    open: openOn(own),
    pause: (ms) => (target.isDirect ? shift(own) : own.aside(target.realTime.pause(ms, own.ended))),
    aside: async (event) => {
      const { moment } = own;
      const value = await own.aside(event);
      return { value, moved: own.moment > moment };
    },
  });
  const host: CheckHost<Need, Scene> = {
    ...placeOn(branch),
    missing: (check) => lacking(target, check),
    together: (parts) => branch.together(parts.map((part) => (own) => part(placeOn(own)))),
    timeIsFree: target.time !== 'real',
    casesAtATime: isShared(target) ? casesAtATime : 1,
    patience,
    arrangementLasts,
    isDirect: target.isDirect,
    controlMayFail: !target.isDirect,
    silence: target.silence,
    badValueIn: ({ exchanges }) => target.survey && badValueIn(target.survey, target.baseUrl, exchanges),
  };
  return {
    host,
    wanting: (check) => wanting(target, check),
    close: () => {
      branch.close();
      return Promise.resolve();
    },
  };
}

/** Whether others use the tenant too, and nobody is asked to do one thing after another. */
function isShared({ alone, control }: Target): boolean {
  return !alone && control.kind !== 'manual';
}
