import type { Disturbance } from '../disturbance.ts';
import { disturbanceOf } from '../disturbance.ts';
import type { Finding } from '../judgement.ts';
import type { Step } from '../steps.ts';
import type { CaseOutcome } from './case.ts';
import type { Silence } from './silence.ts';
import type { WeatherRules } from './weather-rules.ts';
import { usualRules } from './weather-rules.ts';

/**
 * What disturbed answers mean. A disturbed answer shows nothing by itself. What may be sent again without harm was sent
 * again in place; anything else is done anew with its whole case. A disturbed answer is the tenant's own where it came to
 * the first sending of one step in five doings, without exception, and a good request was served right after each.
 *
 * Everything here is decided from recorded doings alone.
 */

/** One doing of a case, as far as the weather is concerned. */
export interface Doing {
  /** Which case it was; doings of one case have the same drawn values. */
  readonly of: number;
  readonly steps: readonly Step[];
  /** Steps whose first answer was taken as it is. */
  readonly asIs: ReadonlySet<string>;
}

/** What is to be done next with a case. */
export type Course =
  /** One of its doings, by its place among them, is judged. */
  | { readonly kind: 'judge'; readonly doing: number }
  /** It is done once more, and what was found to be the tenant's own answers is taken as it is. */
  | { readonly kind: 'as-is' }
  | { readonly kind: 'again'; readonly pauseMs: number }
  | { readonly kind: 'unclear'; readonly reason: string; readonly silence?: Silence };

/** What may be the tenant's own answer: no time is given within which it must answer, and the suite's own limits are not its. */
const attributable: ReadonlySet<Disturbance> = new Set(['closed', 'limited', 'server-error']);

/** What comes at once, so that a case can be done again and again. */
const quick: ReadonlySet<Disturbance> = new Set(['closed', 'server-error']);

function mayBeOwn({ disturbance, contrast, resolved }: Step): boolean {
  if (disturbance === undefined || !attributable.has(disturbance)) return false;
  // who was put off and then answered was answered
  if (resolved) return disturbance !== 'limited';
  return contrast !== undefined && contrast !== 'nowhere';
}

/** The steps, by their keys, at which a disturbed answer is the tenant's own. */
export function ownAnswers(doings: readonly Doing[], rules: WeatherRules = usualRules): ReadonlySet<string> {
  const last = doings.at(-1);
  if (last === undefined) return new Set();
  const mine = doings.filter(({ of }) => of === last.of);
  const keys = last.steps.flatMap((step) => (mayBeOwn(step) ? step.key : []));
  return new Set(keys.filter((key) => isOwn(key, mine, rules) || isOwn(key, doings, rules)));
}

function isOwn(key: string, doings: readonly Doing[], { doings: enough, spreadMs }: WeatherRules): boolean {
  const met = doings.flatMap(({ steps }) => {
    const step = steps.find((one) => one.key === key);
    return step === undefined ? [] : { step, steps };
  });
  const last = met.at(-1);
  if (last === undefined) return false;
  if (last.step.stood === true) return true;
  if (met.length < enough) return false;
  if (!met.every(({ step }) => mayBeOwn(step) && step.disturbance === last.step.disturbance)) return false;
  const began = met.map(({ step }) => step.began);
  return !needsSpread(key, met) || Math.max(...began) - Math.min(...began) >= spreadMs;
}

/** Whether these doings have to be spread over some time, since not only this step was disturbed meanwhile. */
function needsSpread(key: string, met: readonly { readonly step: Step; readonly steps: readonly Step[] }[]): boolean {
  return met.some(
    ({ step, steps }) =>
      (!step.resolved && step.contrast === 'elsewhere') ||
      steps.some((other) => other.key !== key && isDisturbed(other)),
  );
}

/** Whether the first answer was disturbed, or no later one was better. */
export function isDisturbed({ disturbance, resolved }: Step): boolean {
  return disturbance !== undefined || !resolved;
}

/**
 * What is to be done with the case that was done last, and at which steps a disturbed answer is the tenant's own.
 *
 * @param silence that the tenant answers nothing at all: then no case is done anew
 */
export function courseOf(
  doings: readonly Doing[],
  now: number,
  rules: WeatherRules = usualRules,
  silence?: Silence,
): { readonly course: Course; readonly own: ReadonlySet<string> } {
  const own = ownAnswers(doings, rules);
  const last = doings.at(-1);
  const mine = doings.filter(({ of }) => of === last?.of);
  if (last === undefined) return { own, course: { kind: 'again', pauseMs: 0 } };
  const course = courseAfter(last, mine, own, now, rules);
  // what the control did not do has nothing to do with it
  const wasTenant = last.steps.some((step) => isDisturbed(step) && step.disturbance !== 'control');
  const ends = course.kind === 'again' && silence !== undefined && wasTenant;
  return { own, course: ends ? endIn(silence, mine, own) : course };
}

function endIn(silence: Silence, mine: readonly Doing[], own: ReadonlySet<string>): Course {
  const left = whatIsLeft(mine, own);
  return left.kind === 'unclear' ? { ...left, reason: `${silence.told}: ${left.reason}`, silence } : left;
}

function courseAfter(
  last: Doing,
  mine: readonly Doing[],
  own: ReadonlySet<string>,
  now: number,
  rules: WeatherRules,
): Course {
  const judgeLast: Course = { kind: 'judge', doing: mine.length - 1 };
  const open = openIn(last);
  const foreign = open.filter(({ key }) => !own.has(key));
  if (foreign.length === 0) {
    // where the first answer was followed by a better one, the case has not seen it yet
    const seen = open.every(({ resolved }) => !resolved);
    return seen || mine.length > rules.doings ? judgeLast : { kind: 'as-is' };
  }
  const whole = foreign.every(({ resolved }) => resolved);
  const suspects = foreign.filter((step) => mayBeOwn(step) && mine.every((doing) => isSuspect(step.key, doing)));
  if (whole && suspects.length === 0) return judgeLast;
  const again: Course = { kind: 'again', pauseMs: pauseBefore(mine, suspects, now, rules) };
  const isFinal = foreign.some(({ final }) => final);
  if (mine.length < rules.doings && !isFinal) return again;
  const left = whatIsLeft(mine, own);
  const goesOn = left.kind === 'unclear' && !isFinal && mine.length < rules.mostDoings && isPassing(mine);
  return goesOn ? again : left;
}

/** Whether each doing was disturbed at other steps, by what does not take long: another one may see all of its answers. */
function isPassing(mine: readonly Doing[]): boolean {
  const disturbed = mine.map(openIn);
  const lasts = ({ key }: Step): boolean => disturbed.every((steps) => steps.some((step) => step.key === key));
  const isQuick = ({ disturbance }: Step): boolean => disturbance === undefined || quick.has(disturbance);
  return disturbed.flat().every((step) => isQuick(step) && !lasts(step));
}

/** What is said of a case that is not done any more: its last doing that saw all of its answers is judged. */
export function whatIsLeft(mine: readonly Doing[], own: ReadonlySet<string>): Course {
  const missed = (doing: Doing): Step[] => openIn(doing).filter(({ key, resolved }) => !resolved && !own.has(key));
  const best = mine.findLastIndex((doing) => missed(doing).length === 0);
  if (best >= 0) return { kind: 'judge', doing: best };
  const last = mine.at(-1);
  return { kind: 'unclear', reason: toldOf(last === undefined ? [] : missed(last), mine.length) };
}

/** The disturbed steps of a doing, but for those whose first answer was to be taken as it is. */
function openIn({ steps, asIs }: Doing): Step[] {
  return steps.filter((step) => isDisturbed(step) && !asIs.has(step.key));
}

function isSuspect(key: string, { steps }: Doing): boolean {
  const step = steps.find((one) => one.key === key);
  return step === undefined || mayBeOwn(step);
}

/** The longest pause between two doings of which nothing else is wanted than that the weather be over. */
const longestPauseMs = 2000;
/** So many doings come soon one after another: most that is disturbed by accident is found out by then. */
const soon = 3;

/**
 * At first a little, since what disturbed it may be over at once; more where it goes on and the doings have to be spread.
 *
 * @param suspects steps that were disturbed in every doing so far
 */
function pauseBefore(
  mine: readonly Doing[],
  suspects: readonly Step[],
  now: number,
  { doings, spreadMs }: WeatherRules,
): number {
  const short = Math.min(250 * 2 ** (mine.length - 1), longestPauseMs);
  const met = mine.flatMap(({ steps }) => steps.filter(({ key }) => suspects.some((one) => one.key === key)));
  const [first] = met;
  if (first === undefined || mine.length < soon) return short;
  const alone = mine.every(({ steps }) => steps.filter(isDisturbed).length <= 1);
  const here = met.every(({ contrast, resolved }) => resolved || contrast === 'here');
  if (alone && here) return short;
  return Math.max(short, (first.began + spreadMs - now) / Math.max(1, doings - mine.length));
}

const words: Readonly<Record<Disturbance, string>> = {
  closed: 'a connection that was closed without an answer',
  'kept-connection': 'an idle connection that was closed at that moment',
  'time-out': 'no answer in time',
  limited: 'a rate limit',
  'server-error': 'a server error',
  'cut-off': 'an answer beyond the limits of the suite',
  control: 'a failure of the control',
};

function toldOf(foreign: readonly Step[], times: number): string {
  const step = foreign.find(({ resolved }) => !resolved) ?? foreign[0];
  const how = step?.disturbance === undefined ? 'a disturbance' : words[step.disturbance];
  const often = times === 1 ? 'once' : `${times} times`;
  return `the case was run ${often} and disturbed each time, the last time by ${how} at ${step?.endpoint ?? 'an unknown place'}`;
}

/**
 * What of an outcome may be said where disturbed answers in it are the tenant's own. No time is given within which it
 * must answer, and it may limit the rate, so neither is a finding; and a connection that is cut each time shows no
 * refusal.
 */
export function underOwnAnswers(outcome: CaseOutcome, steps: readonly Step[]): CaseOutcome {
  if (!steps.some(isDisturbed)) return outcome;
  const exchanges = new Map(outcome.journal.exchanges.map((one) => [one.number, one]));
  const isNone = ({ exchange }: Finding): boolean => {
    const shown = exchange === undefined ? undefined : exchanges.get(exchange);
    if (shown === undefined) return false;
    const by = disturbanceOf(shown);
    return by === 'time-out' || by === 'cut-off' || shown.response?.status === 429;
  };
  const findings = outcome.findings.filter((one) => !isNone(one));
  const cut = steps.some((step) => step.disturbance === 'closed' && !step.resolved);
  const left = outcome.findings.length - findings.length;
  const reason =
    left > 0 ? 'the answer behind the finding was late or rate-limited each time' : 'a connection was cut each time';
  const unclear = left > 0 || cut;
  return {
    ...outcome,
    findings,
    held: cut ? new Set() : outcome.held,
    // what a case is not about is not unclear either
    ...(unclear && outcome.hindrance === undefined && outcome.notApplicable === undefined
      ? { hindrance: { verdict: 'inconclusive', reason } }
      : {}),
  };
}

/** The findings of a disturbed doing that rest on answers alone that came: what was lost beside them takes nothing away. */
export function standing({ findings, journal }: CaseOutcome): readonly Finding[] {
  const undisturbed = new Set(
    journal.exchanges.filter((one) => disturbanceOf(one) === undefined).map(({ number }) => number),
  );
  return findings.filter(({ restsOn }) => restsOn !== undefined && restsOn.every((number) => undisturbed.has(number)));
}
