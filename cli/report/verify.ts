import { access } from 'node:fs/promises';
import { ConfigurationError } from '../../core/trouble.ts';
import { lastLine } from '../../reports/last-line.ts';
import { secondJudgement } from '../../reports/second-judgement.ts';
import type { Envelope } from '../../reports/statement-envelope.ts';
import { statementDifferences } from '../../reports/statement-check.ts';
import { isSignedWith, keyId } from '../../reports/statement-envelope.ts';
import { visible } from '../../reports/visible.ts';
import { counted } from '../../reports/wording.ts';
import { satisfies, validator } from '../../schemas/validate.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import type { Console } from '../console.ts';
import { readKey } from './keys.ts';
import type { StoredReport } from './read.ts';
import { parseJson, readBytes, readReport } from './read.ts';
import { envelopePath } from './sign.ts';

export interface VerifyOptions {
  readonly key?: string;
}

/**
 * Runs `labconform report verify`.
 *
 * @returns 0 if the report is consistent, 1 if it is not
 */
export async function verify(path: string, options: VerifyOptions, console: Console): Promise<number> {
  const stored = await readReport(path);
  const signature = await signatureDifferences(stored, options, console);
  const second = secondJudgement(stored.report, checks, catalogue);
  for (const note of second.notes) console.out(`Note: ${visible(note)}\n`);
  console.out(`${judgedText(second.judgedAnew, second.notJudged)}\n`);
  // a report of a tenant that failed can be consistent
  console.out(`Result: ${visible(lastLine(stored.report))}\n`);
  const differences = [...signature, ...second.differences];
  for (const difference of differences) console.out(`differs: ${visible(difference)}\n`);
  const count = counted(differences.length, 'difference');
  console.out(differences.length === 0 ? `${path} is consistent.\n` : `${path} is not consistent: ${count}.\n`);
  return differences.length === 0 ? 0 : 1;
}

function judgedText(judged: number, unjudged: number): string {
  const rest =
    unjudged === 0
      ? ''
      : `; ${counted(unjudged, 'failure')} cannot be judged again from the stored evidence, and passed checks have none`;
  return `The verdicts of requirements and profiles, the summary and the outcome were computed again; ${counted(judged, 'failure')} judged again from the evidence${rest}.`;
}

async function signatureDifferences(
  { path, report, bytes }: StoredReport,
  { key: keyPath }: VerifyOptions,
  console: Console,
): Promise<string[]> {
  const file = envelopePath(path);
  const key = keyPath === undefined ? undefined : await readKey('public', keyPath);
  if (!(await exists(file))) {
    if (key !== undefined) {
      throw new ConfigurationError(
        `${file}: there is no such file, expected the signed statement of ${path}, e.g. from labconform report sign ${path} --key key.pem`,
      );
    }
    console.out('It is not signed.\n');
    return [];
  }
  const envelope = await readEnvelope(file);
  const differences: string[] = [];
  if (key === undefined)
    console.out(
      'The signature was not checked, because --key is missing. Only the contents of the statement were checked.\n',
    );
  else if (isSignedWith(envelope, key)) console.out(`Signed with key ${keyId(key).slice(0, 16)}.\n`);
  else
    differences.push(`${file}: the signature was not made with this key, or the statement was changed after signing`);
  return [...differences, ...statementDifferences(envelope, report, bytes).map((text) => `${file}: ${text}`)];
}

async function readEnvelope(file: string): Promise<Envelope> {
  const wanted = 'expected the signed statement of a report, as labconform report sign writes it';
  const value = parseJson(file, await readBytes(file, wanted), wanted);
  if (satisfies('envelope', value)) return value;
  throw new ConfigurationError(
    `${file}: ${validator('envelope')(value)[0]?.sentence ?? 'it is of another shape'}, ${wanted}`,
  );
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
