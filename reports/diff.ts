import type { Basis, Verdict } from '../core/verdict.ts';
import { verdictOfFinding, worst } from '../core/verdict.ts';
import { formerCheck } from '../specs/former-checks.ts';
import type { BehaviourChange } from './diff-behaviour.ts';
import { behaviourChanges, sameCases } from './diff-behaviour.ts';
import type { Report, ReportedCheck, RequirementVerdict } from './report.ts';

/** A requirement or a check whose verdict is another one now. */
export interface VerdictChange {
  readonly id: string;
  /** Undefined where the older report does not know it. */
  readonly before: RequirementVerdict | undefined;
  /** Undefined where the newer report does not know it. */
  readonly after: RequirementVerdict | undefined;
  /** `regression`: worse of the tenant; `improvement`: better; `other`: it says nothing of the tenant. */
  readonly kind: 'regression' | 'improvement' | 'other';
  /** What the newer report found wrong. */
  readonly observed?: string;
}

/** A requirement of which the catalogue says otherwise now whether the specification states it. */
export interface BasisChange {
  readonly id: string;
  readonly before: Basis;
  readonly after: Basis;
}

export interface ReportDiff {
  readonly requirements: readonly VerdictChange[];
  readonly checks: readonly VerdictChange[];
  readonly behaviour: readonly BehaviourChange[];
  /** What was stated is derived now, or the other way round: that a failure became a warning by it says nothing of the tenant. */
  readonly bases?: readonly BasisChange[];
  /** What makes the two hard to compare, in sentences. */
  readonly caveats: readonly string[];
}

/** How well a tenant stands with a verdict; undefined for verdicts that say nothing of it. */
const standing: Readonly<Record<RequirementVerdict, number | undefined>> = {
  passed: 3,
  warning: 2,
  waived: 1,
  failed: 0,
  inconclusive: undefined,
  broken: undefined,
  'not-exercised': undefined,
  planned: undefined,
};

/** Compares two reports: verdicts by requirement and by check, and what changed in behaviour while both passed. */
export function diffReports(older: Report, newer: Report): ReportDiff {
  const bases = basisChanges(older, newer);
  const basisNow = new Map(bases.map(({ id, after }) => [id, after]));
  const judged = older.requirements.map(({ id, verdict }) => ({
    id,
    verdict,
    onBasisNow: onBasis(verdict, basisNow.get(id)),
  }));
  const came = withoutFormer(older.checks).map((check) => ({ ...check, onBasisNow: checkOnBasis(check, basisNow) }));
  return {
    requirements: verdictChanges(judged, newer.requirements, (id) => observedOf(newer, id)),
    checks: verdictChanges(came, newer.checks, (id) => foundBy(newer.checks.find((check) => check.id === id))),
    behaviour: behaviourChanges(older, newer),
    ...(bases.length === 0 ? {} : { bases }),
    caveats: caveatsOf(older, newer),
  };
}

/** What a check found that is not there any more counts for the check that stands for it. */
function withoutFormer(checks: readonly ReportedCheck[]): ReportedCheck[] {
  const before = (id: string): ReportedCheck[] => checks.filter((one) => formerCheck(one.id)?.now === id);
  return checks
    .filter(({ id }) => formerCheck(id) === undefined)
    .map((check) => {
      const joined = before(check.id).filter(({ verdict }) => standing[verdict] !== undefined);
      return joined.length === 0
        ? check
        : { ...check, verdict: worst([check, ...joined].map(({ verdict }) => verdict)) };
    });
}

/** Whether anything is worse of the tenant than it was. */
export function hasRegression({ requirements, checks }: ReportDiff): boolean {
  return [...requirements, ...checks].some(({ kind }) => kind === 'regression');
}

function basisChanges(older: Report, newer: Report): BasisChange[] {
  const before = new Map(older.requirements.map(({ id, basis }) => [id, basis]));
  return newer.requirements.flatMap(({ id, basis }): BasisChange[] => {
    const was = before.get(id);
    return was === undefined || was === basis ? [] : [{ id, before: was, after: basis }];
  });
}

/** What the same finding would have been called by the basis that its requirement has now. */
function onBasis<V extends RequirementVerdict>(verdict: V, now: Basis | undefined): V | 'failed' | 'warning' {
  const isBroken = verdict === 'failed' || verdict === 'warning' || verdict === 'waived';
  return now === undefined || !isBroken ? verdict : verdictOfFinding(now);
}

/** Undefined where no basis changed of what the check found broken. */
function checkOnBasis({ verdicts = {} }: ReportedCheck, now: ReadonlyMap<string, Basis>): Verdict | undefined {
  const changed = Object.entries(verdicts).map(([id, verdict]) => onBasis(verdict, now.get(id)));
  const same = Object.values(verdicts).every((verdict, at) => verdict === changed[at]);
  return same ? undefined : worst(changed);
}

interface Judged {
  readonly id: string;
  readonly verdict: RequirementVerdict;
}

function verdictChanges(
  older: readonly (Judged & { readonly onBasisNow?: RequirementVerdict | undefined })[],
  newer: readonly Judged[],
  observed: (id: string) => string | undefined,
): VerdictChange[] {
  const before = new Map(older.map(({ id, verdict }) => [id, verdict]));
  const onBasisNow = new Map(older.map((one) => [one.id, one.onBasisNow]));
  const after = new Map(newer.map(({ id, verdict }) => [id, verdict]));
  const ids = [...new Set([...after.keys(), ...before.keys()])];
  return ids.flatMap((id): VerdictChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (was === is) return [];
    const rebased = onBasisNow.get(id);
    // a waiver takes nothing away from what the tenant does
    const isOnlyTheBasis = rebased !== undefined && rebased !== was && rebased === (is === 'waived' ? 'failed' : is);
    const kind = isOnlyTheBasis ? 'other' : kindOf(rebased ?? was, is);
    const found = is === 'failed' || is === 'warning' ? observed(id) : undefined;
    return [{ id, before: was, after: is, kind, ...(found === undefined ? {} : { observed: found }) }];
  });
}

/** A failure that nobody looked for before is no regression: how the tenant stood then is not known. */
function kindOf(before: RequirementVerdict | undefined, after: RequirementVerdict | undefined): VerdictChange['kind'] {
  const was = before === undefined ? undefined : standing[before];
  const is = after === undefined ? undefined : standing[after];
  if (was === undefined || is === undefined) return 'other';
  return is < was ? 'regression' : 'improvement';
}

function observedOf(report: Report, requirement: string): string | undefined {
  const finding = report.checks.flatMap(({ findings }) => findings).find((one) => one.requirement === requirement);
  return finding === undefined ? undefined : `${finding.subject} ${finding.observed}, expected ${finding.expected}`;
}

function foundBy(check: ReportedCheck | undefined): string | undefined {
  const finding = check?.findings[0];
  return finding === undefined ? undefined : `${finding.requirement}: ${finding.subject} ${finding.observed}`;
}

function caveatsOf(older: Report, newer: Report): string[] {
  const caveats: string[] = [];
  const say = (what: string, before: string | number, after: string | number): void => {
    if (before !== after) caveats.push(`${what}: ${before} before, ${after} now`);
  };
  say('target', older.target.name, newer.target.name);
  say('address', older.target.baseUrl, newer.target.baseUrl);
  say('suite', older.tool.version, newer.tool.version);
  say('catalogue', catalogueName(older), catalogueName(newer));
  if (!sameCases(older, newer)) {
    caveats.push(
      `other cases were drawn: seed ${older.seed} with ${older.runsPerProperty} a property before, seed ${newer.seed} with ${newer.runsPerProperty} now; so answers are compared over all checks together, and one that only some cases get may differ`,
    );
  }
  return caveats;
}

function catalogueName({ catalogue: { version, digest } }: Report): string {
  return digest === undefined ? version : `${version} (${digest.slice(0, 12)})`;
}
