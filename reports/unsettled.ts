import { saysNothingIsThere } from '../core/exchange.ts';
import { behaviourIn } from './behaviours.ts';
import type { Report, ReportedCheck, ReportedRequirement, Verdict } from './report.ts';
import { wording } from './root-causes.ts';
import { lacksIn } from './survey.ts';
import { mostShownReasons } from './wording.ts';

/** A cause that is likely to explain why some checks say nothing about the tenant. */
export interface Cause {
  /** The reason, with the requirement or the setting to look at if that is known. */
  readonly reason: string;
  /** Whether the group has other reasons than the named one, such as other operations of a control that fails. */
  readonly hasOtherReasons: boolean;
  /** The verdicts of the checks, the worst first. */
  readonly verdicts: readonly (typeof worstFirst)[number][];
  readonly checks: readonly ReportedCheck[];
  /** Ids of the requirements about which nothing could be said, each once. */
  readonly requirements: readonly string[];
}

const worstFirst = ['broken', 'inconclusive', 'not-exercised'] as const;

/**
 * Returns the checks that were run and say nothing about the tenant, by cause: first causes in the test bed, then by
 * number of checks.
 */
export function unsettledCausesOf(report: Report): Cause[] {
  const reasonsOf = reasonsIn(report);
  const groups = new Groups((cause) => wording(cause).replaceAll(placesOfTrouble, '…'));
  for (const check of report.checks) {
    if (!isUnsettled(check.verdict)) continue;
    const { requirements, verdict, verdicts = {} } = check;
    const unsaid = requirements.filter((id) => isUnsettled(verdicts[id] ?? verdict));
    for (const reason of reasonsOf(check)) groups.add(reason, unsaid, check);
  }
  const rank = ({ verdicts: [worst = 'not-exercised'] }: Cause): number => worstFirst.indexOf(worst);
  return groups.all().sort((a, b) => rank(a) - rank(b) || b.checks.length - a.checks.length);
}

/**
 * Returns the causes for which requirements and checks were not exercised. The cause of the most requirements comes
 * first.
 */
export function notExercisedCausesOf(report: Report): Cause[] {
  const reasonsOf = reasonsIn(report);
  const groups = new Groups((cause) => cause);
  const open = new Map(report.requirements.flatMap((one) => (one.verdict === 'not-exercised' ? [[one.id, one]] : [])));
  for (const check of report.checks) {
    const unsaid = check.requirements.filter((id) => open.has(id));
    if (check.verdict === 'not-exercised') for (const reason of reasonsOf(check)) groups.add(reason, unsaid, check);
    else for (const id of unsaid) for (const reason of reasonsOf(check, id)) groups.add(reason, [id]);
  }
  const covered = new Set(report.checks.flatMap(({ requirements }) => requirements));
  for (const [id, { reason }] of open) if (!covered.has(id)) groups.add(plain(reason), [id]);
  return groups
    .all()
    .sort((a, b) => b.requirements.length - a.requirements.length || b.checks.length - a.checks.length);
}

/** Reports whether something is listed under several causes, so that the counts add up to more than the total. */
export function hasRepeated(causes: readonly Cause[], member: 'checks' | 'requirements'): boolean {
  const all = causes.flatMap<unknown>((cause) => cause[member]);
  return new Set(all).size < all.length;
}

/** Returns the requirements that no check covers yet. */
export function planned(report: Report): ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'planned');
}

function isUnsettled(verdict: Verdict): boolean {
  return verdict === 'broken' || verdict === 'inconclusive';
}

/** Addresses and control operations. They may differ between reasons with the same cause. */
const placesOfTrouble = /https?:\/\/[^\s:]+(?::\S+)?|\b[a-z]+\.[a-z]+\b/gi;

/** Why a check says nothing, and the cause in words that are the same for every check. */
interface Reason {
  readonly text: string;
  readonly cause: string;
}

function plain(text = 'no reason was given', cause = text): Reason {
  return { text, cause };
}

/**
 * Returns a function that gives the reasons why a check says nothing about the tenant, or about one of its
 * requirements. A lack of the tenant takes precedence over all that may follow from it. A check with several lacks gets
 * a reason for each.
 */
function reasonsIn(report: Report): (check: ReportedCheck, requirement?: string) => readonly Reason[] {
  const lacks = lacksIn(report);
  const behaviourOf = behaviourIn(report);
  /**
   * Returns the missing places that a check met. Only checks of requirements that demand a place send requests there if
   * it is missing.
   */
  const metBy = (check: ReportedCheck): string[] => {
    const asked = new Set(
      behaviourOf(check).flatMap(({ request, answer }) =>
        saysNothingIsThere(Number(answer)) ? [/^\S+ [^?\s]+/.exec(request)?.[0]] : [],
      ),
    );
    return lacks.flatMap(({ place, told }) => (asked.has(place) ? [told] : []));
  };
  return (check, requirement) => {
    const { verdict, reason, cause, causes = [] } = check;
    const isLeftOut = requirement !== undefined || verdict === 'not-exercised';
    if (cause !== undefined && requirement === undefined) return [plain(reason, cause)];
    const named = lacks.flatMap(({ told }) => (causes.includes(told) ? [told] : []));
    // a check that was run gets one reason
    const lacking = isLeftOut ? named : verdict === 'inconclusive' ? metBy(check).slice(0, 1) : [];
    if (lacking.length > 0) return lacking.map((one) => plain(one));
    if (isLeftOut && causes.length > 0) return [plain(causes.slice(0, mostShownReasons).join('; '))];
    return [plain((requirement === undefined ? undefined : check.reasons?.[requirement]) ?? reason)];
  };
}

interface Group {
  readonly reasons: Reason[];
  readonly checks: ReportedCheck[];
  readonly requirements: Set<string>;
}

/** Reasons in groups: the causes of one group have the same sign. */
class Groups {
  readonly #signOf: (cause: string) => string;
  readonly #groups = new Map<string, Group>();

  constructor(signOf: (cause: string) => string) {
    this.#signOf = signOf;
  }

  add(reason: Reason, requirements: readonly string[], check?: ReportedCheck): void {
    const sign = this.#signOf(reason.cause);
    const group = this.#groups.get(sign) ?? { reasons: [], checks: [], requirements: new Set() };
    this.#groups.set(sign, group);
    group.reasons.push(reason);
    if (check !== undefined) group.checks.push(check);
    for (const id of requirements) group.requirements.add(id);
  }

  all(): Cause[] {
    return [...this.#groups.values()].map(({ reasons, checks, requirements }) => {
      const [first = plain()] = reasons;
      const isOne = reasons.every(({ text }) => text === first.text);
      return {
        reason: isOne ? first.text : first.cause,
        hasOtherReasons: reasons.some(({ cause }) => cause !== first.cause),
        verdicts: worstFirst.filter((verdict) => checks.some((check) => check.verdict === verdict)),
        checks,
        requirements: [...requirements],
      };
    });
  }
}
