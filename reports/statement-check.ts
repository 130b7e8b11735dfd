import { satisfies, validator } from '../schemas/validate.ts';
import { canonicalJson } from './digest.ts';
import type { Report } from './report.ts';
import type { Envelope } from './statement-envelope.ts';
import { payloadOf, payloadType } from './statement-envelope.ts';
import type { ResultStatement } from './statement.ts';
import { statementOf, subjects } from './statement.ts';

/**
 * Returns sentences about the points in which a statement does not match this report. Everything in the statement is
 * drawn up again from the report and compared: its digests, its configuration and its result.
 */
export function statementDifferences(envelope: Envelope, report: Report, bytes: Uint8Array): string[] {
  if (envelope.payloadType !== payloadType) {
    return [`the payload is ${JSON.stringify(envelope.payloadType)}, expected ${payloadType}`];
  }
  const statement = parsed(payloadOf(envelope));
  if (statement === undefined) return ['the payload is not JSON'];
  if (!satisfies('statement', statement)) {
    return validator('statement')(statement).map(
      ({ sentence }) => `the statement is not about a test result: ${sentence}`,
    );
  }
  const wanted = statementOf(report, bytes);
  return [...subjectDifferences(statement, wanted), ...predicateDifferences(statement, wanted)];
}

function subjectDifferences(found: ResultStatement, wanted: ResultStatement): string[] {
  const sentences: Readonly<Record<string, string>> = {
    [subjects.report]: 'the report is not the one that was signed: its SHA-256 differs',
    [subjects.target]: 'the target is not the one that was signed',
    [subjects.evidence]: 'the evidence is not the one that was signed',
  };
  const stated = new Map(found.subject.map((subject) => [subject.name, subject]));
  return wanted.subject
    .filter(({ name, digest }) => stated.get(name)?.digest.sha256 !== digest.sha256)
    .map(({ name }) => sentences[name] ?? `${name} is not the one that was signed`);
}

function predicateDifferences(found: ResultStatement, wanted: ResultStatement): string[] {
  const { result, configuration, passedTests, warnedTests, failedTests } = wanted.predicate;
  const differences: string[] = [];
  if (found.predicate.result !== result) {
    differences.push(`the result is ${found.predicate.result}, but ${result} follows from the report`);
  }
  const stated = new Map(found.predicate.configuration.map((part) => [part.name, part]));
  for (const part of configuration) {
    if (canonicalJson(stated.get(part.name)) !== canonicalJson(part)) {
      differences.push(`the ${part.name} is not the one that was signed`);
    }
  }
  const lists = { passedTests, warnedTests, failedTests };
  for (const [name, ids] of Object.entries(lists)) {
    if (canonicalJson(found.predicate[name as keyof typeof lists]) !== canonicalJson(ids)) {
      differences.push(`${name} are not those of the report`);
    }
  }
  return differences;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
