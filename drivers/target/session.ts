import type { OpenScene } from '../../core/case.ts';
import type { CheckHost } from '../../core/run-check.ts';
import { Journal } from '../../core/journal.ts';
import type { Branch } from '../../core/timeline.ts';
import { Patience } from '../world/patience.ts';
import { Scene } from '../world/scene.ts';
import { versionedListings } from '../world/listing.ts';
import type { ControlKind } from '../../schemas/types/report.ts';
import type { Need } from './need.ts';
import { lacking } from './need.ts';
import type { Target } from './target.ts';

/** What a check is run against, until it has ended. */
export interface CheckVisit {
  readonly host: CheckHost<Need, Scene>;
  close(): Promise<void>;
}

/** A check that is about to be run. */
export interface Visitor {
  readonly id: string;
  readonly needs: readonly Need[];
}

/** Two thirds of the life of an access token: what cases share has one, and at a tenant that limits calls they last. */
const arrangementLasts = 600_000;

/** Cases of a check that share nothing and are under way at the same time: enough for what is waited for to overlap. */
export const casesAtATime = 16;

/** What the report says of a target. */
export interface TargetFacts {
  readonly name: string;
  readonly baseUrl: string;
  readonly control: ControlKind;
  readonly tenantId?: string;
  readonly fault?: string;
  readonly variant?: string;
}

/** An open target: gives each check what it runs against. */
export interface Session {
  readonly facts: TargetFacts;
  /** What the control can do. */
  readonly operations: readonly string[];
  /** How many checks run at the same time; all of them where they share one clock. */
  readonly concurrency: number;
  /** Announces the checks that will visit, so that a shared clock waits for each of them. */
  expect(checks: readonly Visitor[]): void;
  visit(check: Visitor, signal?: AbortSignal): Promise<CheckVisit>;
  /**
   * Another visit, once nobody else is there, of a check that came to nothing among the others; undefined when there
   * were too many of them to be of use. Only where checks share a tenant.
   */
  readonly visitAlone?: (check: Visitor, signal?: AbortSignal) => Promise<CheckVisit | undefined>;
  close(): Promise<void>;
}

/** A check's visit to a target: one branch of its time, a scene for each case. */
export async function visitTarget(target: Target, checkId: string, signal?: AbortSignal): Promise<CheckVisit> {
  const began = target.realTime.now();
  const branch = await target.timeline.open(checkId, signal);
  const patience = new Patience(target.delays);
  const openOn =
    (own: Branch): OpenScene<Scene> =>
    (journal) => {
      target.learnSecrets(journal);
      const scene = new Scene(target, journal, own, began, patience);
      return Promise.resolve({ scene, close: () => scene.end() });
    };
  const host: CheckHost<Need, Scene> = {
    missing: (check) => lacking(target, check),
    open: openOn(branch),
    together: (parts) => branch.together(parts.map((part) => (own) => part(openOn(own)))),
    timeIsFree: target.time !== 'real',
    casesAtATime: isShared(target) ? casesAtATime : 1,
    patience,
    arrangementLasts,
    lookAgain: () => lookAgain(new Scene(target, new Journal(), branch, began)),
  };
  return {
    host,
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

/** Whether the tenant serves others at this moment: plain calls that have nothing to do with what was judged. */
async function lookAgain(scene: Scene): Promise<string | undefined> {
  const said: string[] = [];
  for (const { path } of [versionedListings[1], versionedListings[2]]) {
    try {
      const probe = await scene.call(path, { note: 'does the tenant serve others at this moment?' });
      if (probe.response !== undefined && probe.response.status < 500) return undefined;
      said.push(
        `GET ${path} without a credential ${probe.response === undefined ? `was not answered (${probe.trouble?.message ?? ''})` : `was answered with ${probe.response.status}`}`,
      );
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
    }
  }
  return said.join(', ');
}
