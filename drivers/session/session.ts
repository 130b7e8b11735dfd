import type { CaseHost } from '../../core/run/host.ts';
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
import { lacking, missingWays } from './need.ts';
import { endHeldStates, heldStatesIn } from './held-states.ts';
import type { Target } from './target.ts';
import type { OpenScene } from '../../core/run/manner.ts';

/** A check for which the target is open, until the check has ended. */
export interface HostedCheck {
  readonly host: CheckHost<Need, Scene>;
  /**
   * The sets of provisions that the target would need in addition to exercise a check. Each set is enough for all unmet
   * needs, and no set contains another.
   */
  readonly missingWays: (check: Needing) => readonly Way[];
  /**
   * Admits checks that wait until no other check is at the target. The check calls it while it waits for its turn and
   * none of its cases runs.
   */
  readonly letOthersIn?: () => void;
  /** Records that the check got the same verdict alone as among other checks, or no verdict. */
  readonly wasInVain?: () => void;
  close(): Promise<void>;
}

/** A check that is about to be run. */
export interface CheckToRun {
  readonly id: string;
  readonly needs: readonly Need[];
  /** The requirements that a check proves. A check without any looks at all places, whether served or not. */
  readonly proves?: readonly string[];
  /** Whether the clock may move for other checks in the middle of a case. */
  readonly clockIndependent?: boolean;
}

/**
 * Milliseconds for which an arrangement that cases share is used: two thirds of the life of the access token in it. At
 * a tenant that limits calls, cases take long.
 */
const arrangementLifetime = 600_000;

/** The number of concurrent cases that change nothing that they share: enough for their waits to overlap. */
export const casesAtATime = 16;

/** The facts about a target that the report shows. */
export interface TargetFacts {
  readonly name: string;
  readonly baseUrl: string;
  readonly control: ControlKind;
  readonly tenantId?: string;
  readonly fault?: string;
  readonly variant?: string;
  /** How the controls were disturbed so far; absent if they were not. */
  readonly controlWeather?: {
    readonly disturbances: readonly ControlDisturbance[];
    readonly unsteady: readonly string[];
  };
  /** The places that the target serves, after the survey. */
  readonly survey?: ServedPlaces;
}

/** An open target, which hosts the checks of a run. */
export interface Session {
  readonly facts: TargetFacts;
  /** The operations that the control offers. */
  readonly operations: readonly string[];
  /** How many checks run at the same time; all of them if they share one clock. */
  readonly concurrency: number;
  /** How many cases of different checks may run at this moment. */
  readonly room: () => number;
  /** Surveys the tenant once. Returns undefined if a person would have to do much for it. */
  survey(): Promise<Survey | undefined>;
  /** Announces the checks that will come, so that a shared clock waits for each of them. */
  expect(checks: readonly CheckToRun[]): void;
  host(check: CheckToRun, signal?: AbortSignal): Promise<HostedCheck>;
  /**
   * Hosts a check again, after all others have gone, if the others may have disturbed it. Returns undefined if too many
   * checks were repeated in vain, except for checks that only the weather kept from a verdict.
   * Present only if checks share a tenant.
   */
  readonly hostAlone?: (
    check: CheckToRun,
    signal?: AbortSignal,
    inWeather?: boolean,
  ) => Promise<HostedCheck | undefined>;
  close(): Promise<void>;
}

/** Opens a target for a check: one branch of its timeline, and a scene for each case. */
export async function hostAt(
  target: Target,
  { id, proves, clockIndependent = false }: CheckToRun,
  signal?: AbortSignal,
): Promise<HostedCheck> {
  const began = target.realTime.now();
  const branch = await target.timeline.open(id, signal, !clockIndependent);
  const patience = new Patience(target.delays);
  const openOn =
    (own: Branch): OpenScene<Scene> =>
    async (journal, manner = {}) => {
      // a case that has begun continues before another begins: in a queue of requests, new credentials would age unused
      await own.turn();
      target.learnSecrets(journal);
      const scene = openScene(target, journal, own, began, {
        patience,
        manner,
        ...(proves === undefined ? {} : { proves: new Set(proves) }),
      });
      const close = async (): Promise<void> => {
        await scene.end();
        // a person has more to do than to end states
        if (target.control.kind === 'manual') return;
        const held = heldStatesIn(journal.own);
        if (isShared(target)) target.heldStates.push(...held);
        else await endHeldStates(target, held, own.ended);
      };
      return { scene, close };
    };
  let pauses = 0;
  /**
   * Makes some calls instead of a pause if no time has to pass. A tenant that misbehaves at every n-th call then does
   * so at another step of the next doing.
   */
  const shift = async (own: Branch): Promise<void> => {
    const scene = openScene(target, new Journal(), own, began, { patience, isBeside: true });
    for (let call = pauses++; call >= 0; call--) await scene.call(versionedListings[0].path);
  };
  /** Returns the host of a case. Between two doings of a case nothing is under way: the clock may move for others. */
  const caseHostOn = (own: Branch): CaseHost<Scene> => ({
    open: openOn(own),
    pause: (ms) => (target.isDirect ? shift(own) : own.aside(target.realTime.pause(ms, own.ended))),
    aside: async (event) => {
      const { moment } = own;
      const value = await own.aside(event);
      return { value, moved: own.moment > moment };
    },
  });
  const host: CheckHost<Need, Scene> = {
    ...caseHostOn(branch),
    missing: (check) => lacking(target, check),
    together: (parts) => branch.together(parts.map((part) => (own) => part(caseHostOn(own)))),
    timeIsFree: target.time !== 'real',
    casesAtATime: isShared(target) ? casesAtATime : 1,
    patience,
    arrangementLifetime,
    isDirect: target.isDirect,
    controlMayFail: !target.isDirect,
    silence: target.silence,
    badValueIn: ({ exchanges }) => target.survey && badValueIn(target.survey, target.baseUrl, exchanges),
  };
  return {
    host,
    missingWays: (check) => missingWays(target, check),
    close: () => {
      branch.close();
      return Promise.resolve();
    },
  };
}

/** Reports whether other checks use the tenant too, and no person has to carry out one operation after another. */
function isShared({ alone, control }: Target): boolean {
  return !alone && control.kind !== 'manual';
}
