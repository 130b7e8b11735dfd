import type { Check } from '../check.ts';
import type { Journal } from '../journal.ts';
import type { Basis } from '../verdict.ts';
import type { Silence } from './silence.ts';
import type { Manner, MetBadValue, OpenScene } from './manner.ts';

/** The environment in which cases are run: that of a check, or of a part of it with time of its own. */
export interface CaseHost<Scene> {
  readonly open: OpenScene<Scene>;
  /** Lets real time pass before a case is repeated, so that its disturbance may end. */
  readonly pause?: (ms: number) => Promise<void>;
  /**
   * Waits for an event while no case is under way, so that the tenant's clock may move for others. Returns whether it
   * moved. Without this function no other check moves the clock.
   */
  readonly aside?: <T>(event: Promise<T>) => Promise<{ readonly value: T; readonly moved: boolean }>;
}

/**
 * Options of running a case, or of arranging what it shares. The host is that of the part that asks, so that only its
 * own time is held.
 */
export interface CaseOptions<Scene> {
  /** The host of the check, unless given. */
  readonly host?: CaseHost<Scene>;
  readonly manner?: Manner;
}

/** The waiting time of a check for changes, if it does not always wait for the longest time that they may take. */
export interface HostPatience {
  /** Whether the check stopped waiting for something earlier than it otherwise would. */
  readonly hurried: boolean;
  /** Whether changes take a while, so that a change that was seen once need not have been known everywhere yet. */
  readonly slow: boolean;
  /** Whether it is not known yet if changes take a while. */
  readonly mayBeSlow: boolean;
  /**
   * Whether the check may presume that a change is known everywhere already, once enough changes were seen at once at
   * this tenant; and whether it presumed that.
   */
  readonly mayPresume: boolean;
  readonly presumed: boolean;
  /** Makes the check wait for each change as long as it may take, and presume nothing, from now on. */
  insist(): void;
  /** Makes the check presume nothing from now on. */
  presumeNothing(): void;
  /**
   * Records whether a finding also appeared when each change was given its time. If one did not, changes take a while.
   */
  recordCarefulLook(isSeen: boolean): void;
  /**
   * Runs work as if the check had not waited in vain for anything yet.
   *
   * @param careful whether each change is given its time everywhere; unless given, it is at a slow tenant
   */
  anew<T>(work: () => Promise<T>, careful?: boolean): Promise<T>;
}

/** The reason why a check is not exercised. */
export interface Missing {
  readonly reason: string;
  /** The cause, in words that are the same for all checks that it prevents; the reason unless given. */
  readonly cause?: string;
}

/** The environment of a check, which opens its scenes and lets time pass for it. */
export interface CheckHost<Need, Scene> extends CaseHost<Scene> {
  /** Returns the lack of this target that prevents a check; undefined if there is none. */
  missing(check: { readonly needs: readonly Need[]; readonly maxSeconds?: number }): Missing | undefined;
  /** Runs parts of the check in parallel, each with time of its own. */
  together<T>(parts: readonly ((host: CaseHost<Scene>) => Promise<T>)[]): Promise<T[]>;
  /** Whether time passes at no cost, so that a case that waits can be repeated. */
  readonly timeIsFree: boolean;
  /** Number of cases that change nothing that they share and may be under way at the same time; one unless given. */
  readonly casesAtATime?: number;
  readonly patience?: HostPatience;
  /** Real milliseconds after which the arrangement is made anew, since credentials expire; never unless given. */
  readonly arrangementLifetime?: number;
  /** Whether nothing can be between the suite and the tenant, so that runs of a case need not be spread over time. */
  readonly isDirect?: boolean;
  /** Whether the control may report an operation as done that it did not carry out. */
  readonly controlMayFail?: boolean;
  /**
   * Returns a value that a case met and that is known to be bad at this tenant. Without this function none is known.
   */
  readonly badValueIn?: (journal: Journal) => MetBadValue | undefined;
  /** Returns the silence of a tenant that answers no caller at this moment. Without this function it is not known. */
  readonly silence?: () => Silence | undefined;
}

/** Ends a turn. The check calls it when the work of the turn is over. */
export type Turn = () => void;

/** The share of a check in a run that is to end within a given time. */
export interface Share {
  /** Number of cases of a property that come first and need no turn. */
  readonly firstCases: number;
  /** Waits for the turn of one more case; undefined when no time is left. */
  readonly mayGoOn: () => Promise<Turn | undefined>;
  /** Waits for room to shrink a red case and to look at it again; undefined when no time is left. */
  readonly mayLookAgain: () => Promise<Turn | undefined>;
  /** Returns the real milliseconds left for further cases; `leftForReds`, those left to look again at red cases. */
  readonly left: () => number;
  readonly leftForReds: () => number;
}

/** Returns the number of cases of a check to run, for a number of cases per property, if time does not matter. */
export function casesOf({ cases, maxCases = Infinity }: Pick<Check, 'cases' | 'maxCases'>, runs: number): number {
  return cases === undefined ? 1 : Math.min(runs, maxCases);
}

/** Reports whether cases of a check that do not wait may be under way at the same time. */
export function mayOverlap({
  arrange,
  sideBySide = false,
}: {
  readonly arrange?: unknown;
  readonly sideBySide?: boolean;
}): boolean {
  return arrange === undefined || sideBySide;
}

/**
 * Reports whether the suite really has to wait for the time that a check lets pass, so that its cases are not repeated.
 */
export function hasToWait(
  { maxSeconds }: Pick<Check, 'maxSeconds'>,
  { timeIsFree }: { readonly timeIsFree: boolean },
): boolean {
  return maxSeconds !== undefined && !timeIsFree;
}

export interface RunOptions {
  /** Cases per property. */
  readonly runs: number;
  readonly seed: number;
  /** Path of one case in the notation of fast-check: this case is replayed, and the cases to which it shrinks. */
  readonly path?: string;
  /** Judges only the case at `path`, and neither its neighbours nor the cases to which it shrinks. */
  readonly exact?: boolean;
  readonly basisOf: (requirement: string) => Basis;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Real milliseconds after which a failing case is shrunk no further. */
  readonly shrinkMs: number;
  /** Real milliseconds for which further failures of a check are searched for after its first. */
  readonly searchMs: number;
  /** The limits of the check, if the run is to end within a given time. */
  readonly share?: Share;
  readonly signal?: AbortSignal;
}
