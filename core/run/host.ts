import type { Check } from '../check.ts';
import type { Journal } from '../journal.ts';
import type { Basis } from '../verdict.ts';
import type { Silence } from './silence.ts';
import type { Manner, MetBadValue, OpenScene } from './manner.ts';

/** Where cases are done: a check, or a part of it that has time of its own. */
export interface Place<Scene> {
  readonly open: OpenScene<Scene>;
  /** Lets real time go by before a case is done anew, so that what disturbed it is over. */
  readonly pause?: (ms: number) => Promise<void>;
  /**
   * Waits for something while no case is in hand, so that the tenant's clock may move for others; says whether it did.
   * Nobody else moves it unless given.
   */
  readonly aside?: <T>(event: Promise<T>) => Promise<{ readonly value: T; readonly moved: boolean }>;
}

/** How a case is done, or what it shares is arranged: with the time of the part that asks for it, so that nobody else's is held. */
export interface HowToDo<Scene> {
  /** Where the check is, unless given. */
  readonly place?: Place<Scene>;
  readonly manner?: Manner;
}

/** How long a check waits for changes, where it does not always wait for as long as they may take. */
export interface HostPatience {
  /** Whether something was given up that would have been waited for longer. */
  readonly hurried: boolean;
  /** Whether changes take a while, so that one which was seen once need not have been known everywhere yet. */
  readonly slow: boolean;
  /** Whether nothing tells yet if they do. */
  readonly mayBeSlow: boolean;
  /** Whether a change may be presumed to be known everywhere already, as all were so far at this tenant; whether one was. */
  readonly mayPresume: boolean;
  readonly presumed: boolean;
  /** From now on all is waited for as long as it may take, and nothing is presumed. */
  insist(): void;
  /** From now on nothing is presumed. */
  presumeNothing(): void;
  /** Takes down whether a finding was seen with each change given its time, too; where one was not, changes take a while. */
  lookedWithCare(isSeen: boolean): void;
  /**
   * Has the work begin as if nothing had been waited for in vain yet.
   *
   * @param careful whether each change is given its time everywhere; it is at a slow tenant unless given
   */
  anew<T>(work: () => Promise<T>, careful?: boolean): Promise<T>;
}

/** Why a check is not exercised. */
export interface Missing {
  readonly reason: string;
  /** What is behind it, in words that are the same for all checks that it keeps back; the reason unless given. */
  readonly cause?: string;
}

/** What a check runs against: how its scenes are opened, and how time passes for it. */
export interface CheckHost<Need, Scene> extends Place<Scene> {
  /** What the target lacks of the needs of a check; undefined when nothing. */
  missing(check: { readonly needs: readonly Need[]; readonly maxSeconds?: number }): Missing | undefined;
  /** Runs parts of the check side by side, each with time of its own. */
  together<T>(parts: readonly ((place: Place<Scene>) => Promise<T>)[]): Promise<T[]>;
  /** Whether time passes at no cost, so that a case that waits can be done again and again. */
  readonly timeIsFree: boolean;
  /** How many cases that change nothing that they share may be under way at the same time; one unless given. */
  readonly casesAtATime?: number;
  readonly patience?: HostPatience;
  /** Real milliseconds after which what was arranged is made anew, since credentials expire; never unless given. */
  readonly arrangementLasts?: number;
  /** Whether nothing can be between the suite and the tenant, so that its doings need not be spread over time. */
  readonly isDirect?: boolean;
  /** Whether the control may say "done" and have done nothing. */
  readonly controlMayFail?: boolean;
  /** What of that which a case met is known to be bad at this tenant; nothing is unless given. */
  readonly badValueIn?: (journal: Journal) => MetBadValue | undefined;
  /** That the tenant answers nothing at all at this moment, to any caller; it is not known unless given. */
  readonly silence?: () => Silence | undefined;
}

/** What a check was given leave for; to be called when that is over. */
export type Turn = () => void;

/** What a check has of a run that is to end within a given time. */
export interface Share {
  /** So many cases of a property come first, and are not asked for. */
  readonly firstCases: number;
  /** Waits for the turn of one more case; undefined when no time is left. */
  readonly mayGoOn: () => Promise<Turn | undefined>;
  /** Waits for room to make a red case smaller and to look at it again; undefined when no time is left. */
  readonly mayLookAgain: () => Promise<Turn | undefined>;
  /** Real milliseconds that are left for further cases, and to look again at what is red. */
  readonly left: () => number;
  readonly leftForReds: () => number;
}

/** How many cases of a check are run, where so many of a property are asked for and time is no matter. */
export function casesOf({ cases, maxCases = Infinity }: Pick<Check, 'cases' | 'maxCases'>, runs: number): number {
  return cases === undefined ? 1 : Math.min(runs, maxCases);
}

/** Whether cases of a check that do not wait may be under way at the same time. */
export function mayOverlap({
  arrange,
  sideBySide = false,
}: {
  readonly arrange?: unknown;
  readonly sideBySide?: boolean;
}): boolean {
  return arrange === undefined || sideBySide;
}

/** Whether what a check lets pass has really to be waited for, so that its cases are not done again. */
export function reallyWaits(
  { maxSeconds }: Pick<Check, 'maxSeconds'>,
  { timeIsFree }: { readonly timeIsFree: boolean },
): boolean {
  return maxSeconds !== undefined && !timeIsFree;
}

export interface RunOptions {
  /** Cases per property. */
  readonly runs: number;
  readonly seed: number;
  /** Replays one case and what it shrinks to, as fast-check names it. */
  readonly path?: string;
  /** Judges the case at `path` alone, and neither its neighbours nor what it shrinks to. */
  readonly exact?: boolean;
  readonly basisOf: (requirement: string) => Basis;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Real time after which a failing case is shrunk no further. */
  readonly shrinkMs: number;
  /** Real time for which further failures of a check are searched for after its first. */
  readonly searchMs: number;
  /** What bounds it where the run is to end within a given time. */
  readonly share?: Share;
  readonly signal?: AbortSignal;
}
