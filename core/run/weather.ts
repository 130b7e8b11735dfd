import type { Disturbance } from '../disturbance.ts';
import { disturbanceOf } from '../disturbance.ts';
import type { Finding } from '../judgement.ts';
import type { Step } from '../steps.ts';
import type { CaseOutcome } from './case.ts';
import type { Silence } from './silence.ts';
import type { WeatherRules } from './weather-rules.ts';
import { usualRules } from './weather-rules.ts';

// The meaning of disturbed answers. A disturbed answer shows nothing by itself. Requests that may be sent again
// without harm were sent again in place. Otherwise the whole case is repeated. A disturbed answer is the tenant's own
// if it came to the first sending of one step in five doings, without exception, and a correct request was served right
// after each.
//
// Everything here is decided from recorded doings alone.

/** One run of a case, as far as the weather is concerned. */
export interface Doing {
  /** Number of the case. Doings of one case have the same drawn values. */
  readonly of: number;
  readonly steps: readonly Step[];
  /** Keys of the steps whose disturbed first answer was given to the check as it came. */
  readonly asIs: ReadonlySet<string>;
}

/** The next action for a case. */
export type Course =
  /** One of its doings, given by its place among them, is judged. */
  | { readonly kind: 'judge'; readonly doing: number }
  /** The case is run once more. Answers that were found to be the tenant's own are given to the check as they come. */
  | { readonly kind: 'as-is' }
  /**
   * The case is run once more after a pause. By then the disturbance may be over; if it is not, the answer may be the
   * tenant's own.
   */
  | { readonly kind: 'again'; readonly pauseMs: number }
  /**
   * The case is not run any more, and none of its doings can be judged. `silence` is set if the case was not repeated
   * because the tenant answers nothing at present.
   */
  | { readonly kind: 'unclear'; readonly reason: string; readonly silence?: Silence };

/**
 * Disturbances that may be the tenant's own answer. The tenant has no time limit for an answer, and the suite's own
 * limits are not the tenant's.
 */
const attributable: ReadonlySet<Disturbance> = new Set(['closed', 'limited', 'server-error']);

/** Disturbances that appear without waiting, so that a case can be repeated often. */
const quick: ReadonlySet<Disturbance> = new Set(['closed', 'server-error']);

function mayBeOwn({ disturbance, contrast, resolved }: Step): boolean {
  if (disturbance === undefined || !attributable.has(disturbance)) return false;
  // a request that was limited first and answered later was answered
  if (resolved) return disturbance !== 'limited';
  return contrast !== undefined && contrast !== 'nowhere';
}

/** Returns the keys of the steps at which a disturbed answer is the tenant's own. */
export function ownAnswers(doings: readonly Doing[], rules: WeatherRules = usualRules): ReadonlySet<string> {
  const last = doings.at(-1);
  if (last === undefined) return new Set();
  const doingsOfCase = doings.filter(({ of }) => of === last.of);
  const keys = last.steps.flatMap((step) => (mayBeOwn(step) ? step.key : []));
  return new Set(keys.filter((key) => isOwn(key, doingsOfCase, rules) || isOwn(key, doings, rules)));
}

function isOwn(key: string, doings: readonly Doing[], { doings: neededDoings, spreadMs }: WeatherRules): boolean {
  const met = doings.flatMap(({ steps }) => {
    const step = steps.find((one) => one.key === key);
    return step === undefined ? [] : { step, steps };
  });
  const last = met.at(-1);
  if (last === undefined) return false;
  if (last.step.stood === true) return true;
  if (met.length < neededDoings) return false;
  if (!met.every(({ step }) => mayBeOwn(step) && step.disturbance === last.step.disturbance)) return false;
  const began = met.map(({ step }) => step.began);
  return !needsSpread(key, met) || Math.max(...began) - Math.min(...began) >= spreadMs;
}

/** Reports whether these doings have to be spread over time, since not only this step was disturbed meanwhile. */
function needsSpread(key: string, met: readonly { readonly step: Step; readonly steps: readonly Step[] }[]): boolean {
  return met.some(
    ({ step, steps }) =>
      (!step.resolved && step.contrast === 'elsewhere') ||
      steps.some((other) => other.key !== key && isDisturbed(other)),
  );
}

/** Reports whether the first answer of a step was disturbed, or no later one was better. */
export function isDisturbed({ disturbance, resolved }: Step): boolean {
  return disturbance !== undefined || !resolved;
}

/**
 * Returns the next action for the case that was run last, and the steps at which a disturbed answer is the tenant's
 * own.
 *
 * @param silence the silence of a tenant that answers nothing at all: then no case is repeated
 */
export function courseOf(
  doings: readonly Doing[],
  now: number,
  rules: WeatherRules = usualRules,
  silence?: Silence,
): { readonly course: Course; readonly own: ReadonlySet<string> } {
  const own = ownAnswers(doings, rules);
  const last = doings.at(-1);
  const doingsOfCase = doings.filter(({ of }) => of === last?.of);
  if (last === undefined) return { own, course: { kind: 'again', pauseMs: 0 } };
  const course = courseAfter(last, doingsOfCase, own, now, rules);
  // a failure of the control has nothing to do with the silence of the tenant
  const wasTenant = last.steps.some((step) => isDisturbed(step) && step.disturbance !== 'control');
  const ends = course.kind === 'again' && silence !== undefined && wasTenant;
  return { own, course: ends ? endIn(silence, doingsOfCase, own) : course };
}

function endIn(silence: Silence, doingsOfCase: readonly Doing[], own: ReadonlySet<string>): Course {
  const left = remainingCourse(doingsOfCase, own);
  return left.kind === 'unclear' ? { ...left, reason: `${silence.told}: ${left.reason}`, silence } : left;
}

function courseAfter(
  last: Doing,
  doingsOfCase: readonly Doing[],
  own: ReadonlySet<string>,
  now: number,
  rules: WeatherRules,
): Course {
  const judgeLast: Course = { kind: 'judge', doing: doingsOfCase.length - 1 };
  const open = openIn(last);
  const foreign = open.filter(({ key }) => !own.has(key));
  if (foreign.length === 0) {
    // if a better answer followed the first one, the case has not seen the first one yet
    const seen = open.every(({ resolved }) => !resolved);
    return seen || doingsOfCase.length > rules.doings ? judgeLast : { kind: 'as-is' };
  }
  const whole = foreign.every(({ resolved }) => resolved);
  const suspects = foreign.filter(
    (step) => mayBeOwn(step) && doingsOfCase.every((doing) => isSuspect(step.key, doing)),
  );
  if (whole && suspects.length === 0) return judgeLast;
  const again: Course = { kind: 'again', pauseMs: pauseBefore(doingsOfCase, suspects, now, rules) };
  const isFinal = foreign.some(({ final }) => final);
  if (doingsOfCase.length < rules.doings && !isFinal) return again;
  const left = remainingCourse(doingsOfCase, own);
  const goesOn =
    left.kind === 'unclear' && !isFinal && doingsOfCase.length < rules.mostDoings && isPassing(doingsOfCase);
  return goesOn ? again : left;
}

/**
 * Reports whether no step was disturbed in every doing, and each disturbance was quick: another doing may see all its
 * answers.
 */
function isPassing(doingsOfCase: readonly Doing[]): boolean {
  const disturbed = doingsOfCase.map(openIn);
  const lasts = ({ key }: Step): boolean => disturbed.every((steps) => steps.some((step) => step.key === key));
  const isQuick = ({ disturbance }: Step): boolean => disturbance === undefined || quick.has(disturbance);
  return disturbed.flat().every((step) => isQuick(step) && !lasts(step));
}

/** Returns the course of a case that is not run any more: its last doing that saw all its answers is judged. */
export function remainingCourse(doingsOfCase: readonly Doing[], own: ReadonlySet<string>): Course {
  const missed = (doing: Doing): Step[] => openIn(doing).filter(({ key, resolved }) => !resolved && !own.has(key));
  const best = doingsOfCase.findLastIndex((doing) => missed(doing).length === 0);
  if (best >= 0) return { kind: 'judge', doing: best };
  const last = doingsOfCase.at(-1);
  return { kind: 'unclear', reason: reasonOf(last === undefined ? [] : missed(last), doingsOfCase.length) };
}

/** Returns the disturbed steps of a doing, except those whose first answer was to be given to the check as it came. */
function openIn({ steps, asIs }: Doing): Step[] {
  return steps.filter((step) => isDisturbed(step) && !asIs.has(step.key));
}

function isSuspect(key: string, { steps }: Doing): boolean {
  const step = steps.find((one) => one.key === key);
  return step === undefined || mayBeOwn(step);
}

/** Longest pause, in milliseconds, between two doings that only wait for the weather to end. */
const longestPauseMs = 2000;
/** Number of doings that follow one another quickly: they reveal most accidental disturbances. */
const quickDoings = 3;

/**
 * Returns the pause before the next doing, in milliseconds. It is short at first, since the disturbance may be over at
 * once, and longer if the disturbance goes on and the doings have to be spread.
 *
 * @param suspects steps that were disturbed in every doing so far
 */
function pauseBefore(
  doingsOfCase: readonly Doing[],
  suspects: readonly Step[],
  now: number,
  { doings, spreadMs }: WeatherRules,
): number {
  const short = Math.min(250 * 2 ** (doingsOfCase.length - 1), longestPauseMs);
  const met = doingsOfCase.flatMap(({ steps }) => steps.filter(({ key }) => suspects.some((one) => one.key === key)));
  const [first] = met;
  if (first === undefined || doingsOfCase.length < quickDoings) return short;
  const alone = doingsOfCase.every(({ steps }) => steps.filter(isDisturbed).length <= 1);
  const here = met.every(({ contrast, resolved }) => resolved || contrast === 'here');
  if (alone && here) return short;
  return Math.max(short, (first.began + spreadMs - now) / Math.max(1, doings - doingsOfCase.length));
}

const disturbanceInWords: Readonly<Record<Disturbance, string>> = {
  closed: 'a connection that was closed without an answer',
  'kept-connection': 'an idle connection that was closed at that moment',
  'time-out': 'no answer in time',
  limited: 'a rate limit',
  'server-error': 'a server error',
  'cut-off': 'an answer beyond the limits of the suite',
  control: 'a failure of the control',
};

function reasonOf(foreign: readonly Step[], times: number): string {
  const step = foreign.find(({ resolved }) => !resolved) ?? foreign[0];
  const kindOfDisturbance = step?.disturbance === undefined ? 'a disturbance' : disturbanceInWords[step.disturbance];
  const timesInWords = times === 1 ? 'once' : `${times} times`;
  return `the case was run ${timesInWords} and disturbed each time, the last time by ${kindOfDisturbance} at ${step?.endpoint ?? 'an unknown place'}`;
}

/**
 * Returns the part of an outcome that is valid if disturbed answers in it are the tenant's own. The tenant has no time
 * limit for an answer, and may limit the rate, so neither is a finding. A connection that is cut each time shows no
 * refusal.
 */
export function withoutDisturbedClaims(outcome: CaseOutcome, steps: readonly Step[]): CaseOutcome {
  if (!steps.some(isDisturbed)) return outcome;
  const exchanges = new Map(outcome.journal.exchanges.map((one) => [one.number, one]));
  const isNoFinding = ({ exchange }: Finding): boolean => {
    const shown = exchange === undefined ? undefined : exchanges.get(exchange);
    if (shown === undefined) return false;
    const by = disturbanceOf(shown);
    return by === 'time-out' || by === 'cut-off' || shown.response?.status === 429;
  };
  const findings = outcome.findings.filter((one) => !isNoFinding(one));
  const cut = steps.some((step) => step.disturbance === 'closed' && !step.resolved);
  const left = outcome.findings.length - findings.length;
  const reason =
    left > 0 ? 'the answer behind the finding was late or rate-limited each time' : 'a connection was cut each time';
  const unclear = left > 0 || cut;
  return {
    ...outcome,
    findings,
    held: cut ? new Set() : outcome.held,
    // a case that is not applicable is not unclear either
    ...(unclear && outcome.hindrance === undefined && outcome.notApplicable === undefined
      ? { hindrance: { verdict: 'inconclusive', reason } }
      : {}),
  };
}

/**
 * Returns the findings of a disturbed doing that rest only on answers that came: lost answers take nothing away from
 * them.
 */
export function restingOnAnswers({ findings, journal }: CaseOutcome): readonly Finding[] {
  const undisturbed = new Set(
    journal.exchanges.filter((one) => disturbanceOf(one) === undefined).map(({ number }) => number),
  );
  return findings.filter(({ restsOn }) => restsOn !== undefined && restsOn.every((number) => undisturbed.has(number)));
}
