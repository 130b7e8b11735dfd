import type { Basis, Verdict } from '../core/verdict.ts';
import { verdictOfFinding, worst } from '../core/verdict.ts';
import { formerCheck } from '../specs/former-checks.ts';
import type { BehaviourChange } from './diff-behaviour.ts';
import { behaviourChanges, sameCases } from './diff-behaviour.ts';
import type { Report, ReportedCheck, RequirementVerdict } from './report.ts';

/** A requirement or a check whose verdict changed. */
export interface VerdictChange {
  readonly id: string;
  /** Undefined if the older report does not know the id. */
  readonly before: RequirementVerdict | undefined;
  /** Undefined if the newer report does not know the id. */
  readonly after: RequirementVerdict | undefined;
  /** `regression`: worse for the tenant; `improvement`: better; `other`: the change says nothing about the tenant. */
  readonly kind: 'regression' | 'improvement' | 'other';
  /** The finding of the newer report. */
  readonly observed?: string;
}

/** A requirement whose basis in the catalogue changed. */
export interface BasisChange {
  readonly id: string;
  readonly before: Basis;
  readonly after: Basis;
}

export interface ReportDiff {
  readonly requirements: readonly VerdictChange[];
  readonly checks: readonly VerdictChange[];
  readonly behaviour: readonly BehaviourChange[];
  /**
   * Requirements that changed from stated to derived, or the other way round. A failure that became a warning only
   * because of such a change says nothing about the tenant.
   */
  readonly bases?: readonly BasisChange[];
  /** Sentences about differences that make the two reports hard to compare. */
  readonly caveats: readonly string[];
}

/**
 * Rank of a verdict, higher if it is better for the tenant; undefined for verdicts that say nothing about the tenant.
 */
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

/**
 * Compares two reports: verdicts by requirement and by check, and behaviour that changed in checks that passed both
 * times.
 */
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

/**
 * Returns the checks by their present ids. The verdict of a check that no longer exists counts for the check that
 * replaced it.
 */
function withoutFormer(checks: readonly ReportedCheck[]): ReportedCheck[] {
  const byPresentId = Map.groupBy(checks, ({ id }) => formerCheck(id)?.now ?? id);
  return [...byPresentId].flatMap(([id, same]) => {
    const check = same.find((one) => one.id === id) ?? same[0];
    if (check === undefined) return [];
    const others = same.filter((one) => one !== check && standing[one.verdict] !== undefined);
    return [{ ...check, id, verdict: worst([check, ...others].map(({ verdict }) => verdict)) }];
  });
}

/** Reports whether anything about the tenant is worse than before. */
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

/** Returns the verdict that the same finding would have on the present basis of its requirement. */
function onBasis<V extends RequirementVerdict>(verdict: V, now: Basis | undefined): V | 'failed' | 'warning' {
  const isBroken = verdict === 'failed' || verdict === 'warning' || verdict === 'waived';
  return now === undefined || !isBroken ? verdict : verdictOfFinding(now);
}

/**
 * Returns the verdict of a check on the present bases; undefined if no basis changed for the requirements that it found
 * broken.
 */
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
    // a waiver does not change the behaviour of the tenant
    const isOnlyTheBasis = rebased !== undefined && rebased !== was && rebased === (is === 'waived' ? 'failed' : is);
    const kind = isOnlyTheBasis ? 'other' : kindOf(rebased ?? was, is);
    const found = is === 'failed' || is === 'warning' ? observed(id) : undefined;
    return [{ id, before: was, after: is, kind, ...(found === undefined ? {} : { observed: found }) }];
  });
}

/**
 * Returns the kind of a change. A failure without an earlier verdict is no regression, because the earlier behaviour of
 * the tenant is not known.
 */
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
  const noteChange = (subject: string, before: string | number, after: string | number): void => {
    if (before !== after) caveats.push(`${subject}: ${before} before, ${after} now`);
  };
  noteChange('target', older.target.name, newer.target.name);
  noteChange('address', older.target.baseUrl, newer.target.baseUrl);
  noteChange('suite', older.tool.version, newer.tool.version);
  noteChange('catalogue', catalogueName(older), catalogueName(newer));
  if (!sameCases(older, newer)) {
    caveats.push(
      `different cases were drawn: seed ${older.seed} with ${older.runsPerProperty} a property before, seed ${newer.seed} with ${newer.runsPerProperty} now; so the answers of all checks are compared together, and an answer that only some cases get may differ`,
    );
  }
  return caveats;
}

function catalogueName({ catalogue: { version, digest } }: Report): string {
  return digest === undefined ? version : `${version} (${digest.slice(0, 12)})`;
}
