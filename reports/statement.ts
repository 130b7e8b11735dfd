import type { ResultStatement, TestVerdict } from '../schemas/types/statement.ts';
import { digestOf, sha256 } from './digest.ts';
import type { Report } from './report.ts';

export type { ResultStatement } from '../schemas/types/statement.ts';

export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

/** Names of the subjects of a statement. */
export const subjects = { report: 'conformance.json', target: 'target', evidence: 'evidence' } as const;

/**
 * Returns the result of a run in a form that programs outside this suite can read: an in-toto Statement with the
 * test-result predicate. It binds the report, the target, the evidence, the suite, the catalogue and the target profile
 * by digest.
 *
 * @param bytes of the report as it is stored on disk
 */
export function statementOf(report: Report, bytes: Uint8Array): ResultStatement {
  const { tool, target, catalogue, checks } = report;
  const idsWith = (...verdicts: readonly string[]): string[] =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return {
    _type: statementType,
    subject: [
      {
        name: subjects.report,
        digest: { sha256: sha256(bytes) },
        mediaType: 'application/json',
        annotations: { outcome: report.outcome, startedAt: report.startedAt, finishedAt: report.finishedAt },
      },
      {
        name: subjects.target,
        uri: target.baseUrl,
        digest: { sha256: digestOf(target) },
        annotations: {
          name: target.name,
          control: target.control,
          ...(target.tenantId === undefined ? {} : { tenantId: target.tenantId }),
        },
      },
      { name: subjects.evidence, digest: { sha256: digestOf(evidenceOf(report)) } },
    ],
    predicateType,
    predicate: {
      result: resultOf(report),
      configuration: [
        {
          name: 'suite',
          uri: `pkg:npm/lab-platform-conformance@${tool.version}`,
          annotations: {
            name: tool.name,
            version: tool.version,
            seed: String(report.seed),
            runsPerProperty: String(report.runsPerProperty),
          },
        },
        {
          name: 'catalogue',
          uri: `urn:labconform:catalogue:${catalogue.version}`,
          annotations: { version: catalogue.version },
          ...(catalogue.digest === undefined ? {} : { digest: { sha256: catalogue.digest } }),
        },
        ...(target.profileDigest === undefined
          ? []
          : [{ name: 'target-profile', digest: { sha256: target.profileDigest } }]),
      ],
      passedTests: idsWith('passed'),
      warnedTests: idsWith('warning', 'waived'),
      failedTests: idsWith('failed'),
    },
  };
}

/** Returns everything that was recorded of the tenant, regardless of its verdicts. */
function evidenceOf({ checks, observations, behaviours = [] }: Report): unknown {
  return {
    checks: checks.map(({ id, failure, furtherFailures = [], behaviour = [] }) => ({
      id,
      failures: [...(failure === undefined ? [] : [failure]), ...furtherFailures].map(
        ({ requirement, evidence, operations = [], gathered }) => ({ requirement, evidence, operations, gathered }),
      ),
      behaviour,
    })),
    behaviours,
    observations: observations.map(({ freedom, evidence }) => ({ freedom, evidence })),
  };
}

/**
 * Returns the result of the statement. Only a conforming tenant without warnings and waivers passed. A run that
 * exercised only a part of the catalogue gets a warning.
 */
function resultOf({ outcome, summary }: Report): TestVerdict {
  if (outcome === 'partly-exercised') return 'WARNED';
  if (outcome !== 'conforming') return 'FAILED';
  return summary.warning + summary.waived > 0 ? 'WARNED' : 'PASSED';
}
