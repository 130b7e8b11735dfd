import { createPublicKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { ConfigurationError } from '../../core/trouble.ts';
import { secondJudgement } from '../../reports/second-judgement.ts';
import { keyId, signed } from '../../reports/statement-envelope.ts';
import { statementOf } from '../../reports/statement.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import type { Console } from '../console.ts';
import { readKey } from './keys.ts';
import { readReport } from './read.ts';

export interface SignOptions {
  readonly key: string;
}

/** Returns the path of the statement of a report, which is next to the report. */
export function envelopePath(report: string): string {
  return `${report.replace(/\.json$/, '')}.intoto.json`;
}

/**
 * Runs `labconform report sign`: writes the signed statement of a result next to the report. A report that contradicts
 * itself is not signed.
 */
export async function sign(path: string, options: SignOptions, console: Console): Promise<number> {
  const key = await readKey('private', options.key);
  const { report, bytes } = await readReport(path);
  const { differences } = secondJudgement(report, checks, catalogue);
  if (differences.length > 0) {
    throw new ConfigurationError(
      `${path}: it contradicts itself and is not signed: ${differences[0] ?? ''} (labconform report verify lists all contradictions)`,
    );
  }
  const statement = statementOf(report, bytes);
  const file = envelopePath(path);
  await writeFile(file, `${JSON.stringify(signed(statement, key), null, 2)}\n`);
  console.out(`${file}: ${statement.predicate.result}, signed with key ${keyId(createPublicKey(key)).slice(0, 16)}\n`);
  return 0;
}
