import type { Command } from 'commander';
import { Option } from 'commander';
import { writerNames } from '../../reports/writers.ts';
import type { Console } from '../console.ts';
import { readFormats } from '../run/options.ts';
import type { DiffOptions } from './diff.ts';
import type { MergeOptions } from './merge.ts';
import type { RenderOptions } from './render.ts';
import type { SignOptions } from './sign.ts';
import type { VerifyOptions } from './verify.ts';

type Work = (...given: unknown[]) => Promise<number>;

/** Adds the commands of `labconform report`, which work on reports that are already written. */
export function addReportCommands(
  report: Command,
  console: Console,
  action: (work: Work) => (...given: unknown[]) => Promise<void>,
): void {
  const sub = (name: string, description: string): Command =>
    report.command(name).description(description).exitOverride().copyInheritedSettings(report);
  const formats = `formats of the report: ${writerNames.join(', ')}`;

  sub('render', 'writes a stored report in other formats')
    .argument('<report>', 'for example conformance-report/conformance.json')
    .addOption(new Option('--format <name...>', formats).argParser(readFormats).makeOptionMandatory())
    .addOption(new Option('--report-dir <dir>', 'folder to write to; the folder of the report by default'))
    .action(
      action(async (file, options) =>
        (await import('./render.ts')).render(file as string, options as RenderOptions, console),
      ),
    );

  sub('merge', 'merges the reports of the shards of a run into one')
    .argument('<report...>', 'the reports of the shards, in any order')
    .addOption(new Option('--report-dir <dir>', 'where it is written').default('conformance-report'))
    .addOption(new Option('--format <name...>', `${formats}; all by default`).argParser(readFormats))
    .action(
      action(async (files, options) =>
        (await import('./merge.ts')).merge(files as string[], options as MergeOptions, console),
      ),
    );

  sub('diff', 'shows what changed from the older to the newer of two reports')
    .argument('<old>', 'the older report')
    .argument('<new>', 'the newer one')
    .addOption(new Option('--fail-on <what>', 'exit with 1 if something got worse').choices(['regression']))
    .addOption(new Option('--json', 'print JSON, for programs'))
    .action(
      action(async (older, newer, options) =>
        (await import('./diff.ts')).diff(older as string, newer as string, options as DiffOptions, console),
      ),
    );

  sub('sign', 'writes a signed statement of the result next to the report')
    .argument('<report>', 'for example conformance-report/conformance.json')
    .addOption(new Option('--key <file>', 'private key, PEM: Ed25519 or ECDSA').makeOptionMandatory())
    .action(
      action(async (file, options) =>
        (await import('./sign.ts')).sign(file as string, options as SignOptions, console),
      ),
    );

  sub('verify', 'checks a report: its verdicts, its evidence, and its signature if there is one')
    .argument('<report>', 'for example conformance-report/conformance.json')
    .addOption(new Option('--key <file>', 'public key to check the signature with, PEM: Ed25519 or ECDSA'))
    .action(
      action(async (file, options) =>
        (await import('./verify.ts')).verify(file as string, options as VerifyOptions, console),
      ),
    );
}
