import { saysNothingIsThere } from '../core/exchange.ts';
import { behaviourIn } from './behaviours.ts';
import type { Report, ReportedCheck, ReportedRequirement, Verdict } from './report.ts';
import { wording } from './root-causes.ts';
import { lacksIn } from './survey.ts';
import { mostTold } from './wording.ts';

/** What is likely to be the one cause for which checks say nothing of the tenant. */
export interface Cause {
  /** With the requirement or the setting to look at, where that is known. */
  readonly reason: string;
  /** Whether others are meant than the reason names, such as other operations of a control that fails. */
  readonly andTheLike: boolean;
  /** With what its checks ended, the worst first. */
  readonly verdicts: readonly (typeof worstFirst)[number][];
  readonly checks: readonly ReportedCheck[];
  /** Ids of the requirements of which nothing could be said, each once. */
  readonly requirements: readonly string[];
}

const worstFirst = ['broken', 'inconclusive', 'not-exercised'] as const;

/** Checks that were run and say nothing of the tenant, by cause; what the test bed is to blame for first, then by number. */
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

/** What was not exercised, by cause; the one that keeps back most requirements stands first. */
export function notExercisedCausesOf(report: Report): Cause[] {
  const reasonsOf = reasonsIn(report);
  const groups = new Groups((cause) => cause);
  const open = new Map(report.requirements.flatMap((one) => (one.verdict === 'not-exercised' ? [[one.id, one]] : [])));
  for (const check of report.checks) {
    const unsaid = check.requirements.filter((id) => open.has(id));
    if (check.verdict === 'not-exercised') for (const reason of reasonsOf(check)) groups.add(reason, unsaid, check);
    else for (const id of unsaid) for (const reason of reasonsOf(check, id)) groups.add(reason, [id]);
  }
  const told = new Set(report.checks.flatMap(({ requirements }) => requirements));
  for (const [id, { reason }] of open) if (!told.has(id)) groups.add(plain(reason), [id]);
  return groups
    .all()
    .sort((a, b) => b.requirements.length - a.requirements.length || b.checks.length - a.checks.length);
}

/** Whether something stands under several causes, so that the numbers add up to more than there is. */
export function isManifold(causes: readonly Cause[], of: 'checks' | 'requirements'): boolean {
  const all = causes.flatMap<unknown>((cause) => cause[of]);
  return new Set(all).size < all.length;
}

/** The requirements that no check covers yet. */
export function planned(report: Report): ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'planned');
}

function isUnsettled(verdict: Verdict): boolean {
  return verdict === 'broken' || verdict === 'inconclusive';
}

/** Addresses and operations of the control, which differ where one and the same thing has broken down. */
const placesOfTrouble = /https?:\/\/[^\s:]+(?::\S+)?|\b[a-z]+\.[a-z]+\b/gi;

/** Why a check says nothing, and what is behind it in words that are the same wherever it is met. */
interface Reason {
  readonly told: string;
  readonly cause: string;
}

function plain(told = 'no reason was given', cause = told): Reason {
  return { told, cause };
}

/**
 * Why a check says nothing of the tenant, or of one of its requirements: what the tenant lacks goes before all that may
 * follow from it, and a check that lacks several things has each as its reason.
 */
function reasonsIn(report: Report): (check: ReportedCheck, requirement?: string) => readonly Reason[] {
  const lacks = lacksIn(report);
  const behaviourOf = behaviourIn(report);
  /** Only checks of what demands a place ask there although nothing is there. */
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
    // one that was run is told once
    const lacking = isLeftOut ? named : verdict === 'inconclusive' ? metBy(check).slice(0, 1) : [];
    if (lacking.length > 0) return lacking.map((one) => plain(one));
    if (isLeftOut && causes.length > 0) return [plain(causes.slice(0, mostTold).join('; '))];
    return [plain((requirement === undefined ? undefined : check.reasons?.[requirement]) ?? reason)];
  };
}

interface Group {
  readonly reasons: Reason[];
  readonly checks: ReportedCheck[];
  readonly requirements: Set<string>;
}

/** What came to nothing, put together by what two causes have in common. */
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
      const isOne = reasons.every(({ told }) => told === first.told);
      return {
        reason: isOne ? first.told : first.cause,
        andTheLike: reasons.some(({ cause }) => cause !== first.cause),
        verdicts: worstFirst.filter((verdict) => checks.some((check) => check.verdict === verdict)),
        checks,
        requirements: [...requirements],
      };
    });
  }
}
