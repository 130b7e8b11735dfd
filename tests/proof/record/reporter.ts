import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import type { ProofFigures } from '../../../docs/proof-figures.ts';
import { realTime } from '../../../drivers/real-time.ts';
import { faults } from '../../../tenant/faults/index.ts';
import { variants } from '../../../tenant/variants/index.ts';
import type { Ended } from './collect.ts';
import { collect, none } from './collect.ts';

const file = fileURLToPath(new URL('../../../docs/proof.json', import.meta.url));

/**
 * `npm run proof:record`: writes the figures of a run of the proof into docs/proof.json, from which docs/proof.md is
 * made.
 */
export default class ProofRecord implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const ended = modules.flatMap((one) => [...one.children.allTests()]).flatMap(endedOf);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const older = text === undefined ? none : (JSON.parse(text) as ProofFigures);
    const figures = collect(
      older,
      ended,
      await originOf(),
      (of, profile) => (of === 'fault' ? faults : variants).filter(({ id }) => id.startsWith(`${profile}/`)).length,
    );
    await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`);
    process.stdout.write('wrote docs/proof.json; run npm run docs to make docs/proof.md from it\n');
  }
}

type OneTest = ReturnType<TestModule['children']['allTests']> extends Iterable<infer T> ? T : never;

/** Returns the result of a test that was run and has a record, or nothing. */
function endedOf(one: OneTest): Ended[] {
  const told = one.meta().proof;
  const { state } = one.result();
  return told === undefined || state === 'skipped' || state === 'pending' ? [] : [{ told, passed: state === 'passed' }];
}

async function originOf(): Promise<{ date: string; commit: string }> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude', '*']);
  return { date: realTime.today().toISOString().slice(0, 10), commit: stdout.trim() };
}
