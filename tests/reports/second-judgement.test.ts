import { beforeAll, describe, expect, test } from 'vitest';
import type { Report, ReportedCheck, ReportedFailure } from '../../reports/report.ts';
import { secondJudgement } from '../../reports/second-judgement.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { realReport } from './real-report.ts';

const broken = 'token-issuance/every-answer-has-its-members';
const sound = 'token-issuance/a-right-request-is-granted';
let report: Report;
beforeAll(async () => {
  report = await realReport('token-issuance/expires-in-as-text', [broken, sound]);
});

function differences(edited: Report): readonly string[] {
  return secondJudgement(edited, checks, catalogue).differences;
}

/** Returns the report with members of one check overwritten. */
function withCheck(id: string, edit: (check: ReportedCheck) => Partial<ReportedCheck>): Report {
  return { ...report, checks: report.checks.map((check) => (check.id === id ? { ...check, ...edit(check) } : check)) };
}

function withFailure(edit: (failure: ReportedFailure) => Partial<ReportedFailure>): Report {
  return withCheck(broken, ({ failure }) =>
    failure === undefined ? {} : { failure: { ...failure, ...edit(failure) } },
  );
}

test('a report of this suite is consistent, and its failures are judged again from their evidence', () => {
  expect(report.checks.map(({ verdict }) => verdict).sort()).toEqual(['failed', 'passed']);
  expect(secondJudgement(report, checks, catalogue)).toEqual({
    differences: [],
    notes: [],
    judgedAnew: 1,
    notJudged: 0,
  });
});

describe('an edit of a report is detected', () => {
  test('in the verdict of a check', () => {
    expect(differences(withCheck(broken, () => ({ verdict: 'passed' })))).toContainEqual(
      expect.stringMatching(/its verdict is passed, but failed follows/),
    );
  });

  test('in the verdict of a requirement within a check', () => {
    const edited = withCheck(broken, ({ verdicts = {} }) => ({
      verdict: 'passed',
      verdicts: Object.fromEntries(Object.keys(verdicts).map((id) => [id, 'passed'])),
    }));
    expect(differences(edited)).toContainEqual(expect.stringMatching(/TOK-04 is passed, but a finding says failed/));
  });

  test('in the verdict of a requirement, the outcome, the summary and a profile', () => {
    const passed = report.requirements.map((one) => ({
      ...one,
      verdict: one.id === 'TOK-04' ? ('passed' as const) : one.verdict,
    }));
    expect(differences({ ...report, requirements: passed })).toContain('TOK-04 is passed, but its checks say failed');
    expect(differences({ ...report, outcome: 'conforming' })).toEqual([
      'the outcome is conforming, but not-conforming follows from the verdicts',
    ]);
    expect(differences({ ...report, summary: { ...report.summary, failed: 0 } })).toEqual([
      'the summary counts 0 as failed, but there are 1',
    ]);
    const profiles = report.profiles.map((profile) => ({
      ...profile,
      verdict: 'passed' as const,
      exercised: 'whole' as const,
    }));
    expect(differences({ ...report, profiles })).toContainEqual(
      expect.stringMatching(/^profile token-issuance is whole, passed/),
    );
  });

  test('in the basis of a requirement, and in a requirement that was removed', () => {
    const derived = report.requirements.map((one) =>
      one.id === 'TOK-04' ? { ...one, basis: 'derived' as const } : one,
    );
    expect(differences({ ...report, requirements: derived })).toContain(
      'TOK-04: its basis is not that of the catalogue',
    );
    const without = report.requirements.filter(({ id }) => id !== 'TOK-04');
    expect(differences({ ...report, requirements: without })).toContain('TOK-04 is not in the report');
  });

  test('in the evidence of a failure', () => {
    const mended = withFailure(({ evidence }) => ({
      evidence: evidence.map((entry) =>
        entry.response === undefined
          ? entry
          : { ...entry, response: { ...entry.response, body: (entry.response.body ?? '').replace('"900"', '900') } },
      ),
    }));
    expect(differences(mended)).toEqual([expect.stringMatching(/the evidence for TOK-04 shows nothing wrong/)]);
  });

  test('in an exchange that was removed from the evidence', () => {
    const edited = withFailure(() => ({ evidence: [] }));
    expect(differences(edited)).toEqual([expect.stringMatching(/the evidence for TOK-04 cannot be judged/)]);
  });

  test('in the observed text of a finding', () => {
    const edited = withCheck(broken, ({ failure, findings }) => ({
      findings: findings.map((finding) => ({ ...finding, observed: 'was fine' })),
      ...(failure === undefined ? {} : { failure: { ...failure, observed: 'was fine' } }),
    }));
    expect(differences(edited)).toEqual([expect.stringMatching(/shows that .*but the report says that it was fine/)]);
    expect(differences(withFailure(() => ({ observed: 'was fine' })))).toContainEqual(
      expect.stringMatching(/the report describes the finding of TOK-04 in two ways/),
    );
  });

  test('in a waiver that the report does not list', () => {
    const edited = withCheck(broken, ({ verdicts = {} }) => ({
      verdict: 'waived',
      verdicts: { ...verdicts, 'TOK-04': 'waived' },
    }));
    expect(differences(edited)).toContainEqual(
      expect.stringMatching(/TOK-04 is waived, but no waiver of the report names it/),
    );
  });
});

test('a failure without stored data is counted as not judged', () => {
  const { failure } = report.checks.find(({ id }) => id === broken) ?? {};
  const { gathered, ...without } = failure ?? ({} as ReportedFailure);
  expect(gathered).toBeDefined();
  const older = withCheck(broken, () => ({ failure: without }));
  expect(secondJudgement(older, checks, catalogue)).toMatchObject({ differences: [], judgedAnew: 0, notJudged: 1 });
});

test('a report of another catalogue is judged by its own list of requirements, and a note says so', () => {
  const other = { ...report, catalogue: { ...report.catalogue, digest: 'another' } };
  const { differences, notes } = secondJudgement(other, checks, catalogue);
  expect(differences).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/another catalogue/)]);
});
