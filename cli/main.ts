import { Command, CommanderError, Option } from 'commander';
import { ConfigurationError } from '../core/trouble.ts';
import { gateNames, gates } from '../reports/gate.ts';
import { writerNames } from '../reports/writers.ts';
import { readInstant, readOrigin, readToken, wholeNumber } from './choices.ts';
import type { Console } from './console.ts';
import { processConsole } from './console.ts';
import { readEnvironment } from './environment.ts';
import type { DoctorOptions } from './doctor.ts';
import type { InspectOptions } from './inspect.ts';
import { listable } from './listable.ts';
import type { PlanOptions } from './plan.ts';
import type { ReplayOptions } from './replay.ts';
import { addReportCommands } from './report/commands.ts';
import type { RunOptions } from './run/options.ts';
import { defaultRuns, readChecks, readDuration, readFormats, readProfiles, readShard } from './run/options.ts';
import type { TenantOptions } from './tenant.ts';
import { tool } from './tool.ts';

/**
 * Runs the command line and returns the exit status. A mistake of the user is reported in a sentence, with status 2.
 */
export async function main(args: readonly string[], console: Console = processConsole(process.env)): Promise<number> {
  let status = 0;
  const complain = (mistake: string): void => console.err(`labconform: ${explained(mistake, args)}\n`);
  const program = commandLine(console, complain, (work) => async (...given: unknown[]) => {
    status = await work(...given);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigurationError) {
      console.err(`labconform: ${error.message}\n`);
      return 2;
    }
    // any other error is a mistake of the suite: it says nothing about the tenant, and the message must not suggest
    // otherwise
    console.err(`labconform: the suite itself failed: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env['LABCONFORM_DEBUG'] !== undefined && error instanceof Error) console.err(`${error.stack ?? ''}\n`);
    return 3;
  }
}

/** Returns a mistake in the call, with a note on what would be right if the mistake itself says only what was found. */
function explained(mistake: string, args: readonly string[]): string {
  const [, flag, found, why] = /^option '(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s.exec(mistake) ?? [];
  if (flag !== undefined && why !== undefined)
    return `${flag}: ${why.replace(/^Allowed choices are (.*)\.$/, `found ${JSON.stringify(found)}, expected $1`)}`;
  if (mistake.startsWith('unknown command') && !mistake.includes('Did you mean'))
    return `${mistake}; labconform --help lists all commands and options`;
  if (!/^missing required argument|argument missing$|not specified$|^too many arguments/.test(mistake)) return mistake;
  const command = args.slice(0, args[0] === 'report' ? 2 : 1).join(' ');
  const [, file] = /got 1: (\S+\.(?:ya?ml|json))\.$/.exec(mistake) ?? [];
  return file !== undefined && takesTarget.includes(command)
    ? `${mistake} Did you mean labconform ${command} --target ${file}?`
    : `${mistake.replace(/\.$/, '')}; labconform ${command} --help says what it takes`;
}

const takesTarget: readonly string[] = ['run', 'plan', 'doctor'];

type Action = (...given: unknown[]) => Promise<number>;

/**
 * Returns the commands. The code of a command is loaded when it is called, so that each starts as soon as its own
 * modules allow.
 */
function commandLine(
  console: Console,
  complain: (mistake: string) => void,
  action: (work: Action) => (...given: unknown[]) => Promise<void>,
): Command {
  const program = new Command('labconform')
    .description(
      'Checks, requirement by requirement and with evidence, whether a tenant of the laboratory data platform conforms to the specification.',
    )
    .version(tool.version)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: console.out,
      writeErr: console.err,
      outputError: (text) => complain(text.replace(/^error: /, '').trimEnd()),
    });

  const sub = (name: string, description: string): Command =>
    program.command(name).description(description).exitOverride().copyInheritedSettings(program);

  selecting(sub('run', 'runs the suite; without --target, against the embedded reference tenant'))
    .addOption(
      new Option('--seed <n>', 'seed of all cases; chosen at random and printed if not given').argParser(
        wholeNumber(-(2 ** 31), 2 ** 31 - 1, 42),
      ),
    )
    .addOption(new Option('--report-dir <dir>', 'folder for the report').default('conformance-report'))
    .addOption(
      new Option('--format <name...>', `formats of the report: ${writerNames.join(', ')}; all by default`).argParser(
        readFormats,
      ),
    )
    .addOption(
      new Option('--require <name...>', 'profiles that the run must exercise completely').argParser(readProfiles),
    )
    .addOption(
      new Option('--gate <name>', gateNames.map((name) => `${name}: ${gates[name]}`).join(' ')).choices(gateNames),
    )
    .addOption(new Option('--fail-on <what>', 'same as --gate strict').choices(['warning']))
    .addOption(new Option('--waivers <file>', 'file of known failures that may pass until a given day, YAML or JSON'))
    .addOption(
      new Option(
        '--within <duration>',
        'time limit of the run: it runs the first cases of every check, then as many more as fit, e.g. 10m',
      ).argParser(readDuration),
    )
    .addOption(waitForOption())
    .addOption(new Option('--bail', 'stop at the first failure'))
    .addOption(new Option('--quiet', 'print failures and the last line only'))
    .addOption(new Option('--fault <id>', 'embedded tenant only: run it with this fault (one wrong decision)'))
    .addOption(
      new Option(
        '--variant <id>',
        'embedded tenant only: run it with this variant (another choice that the specification allows)',
      ),
    )
    .action(
      action(async (options) => {
        const { run } = await import('./run/command.ts');
        return run(options as RunOptions, await readEnvironment(process.env), console);
      }),
    );

  selecting(
    sub(
      'plan',
      'shows what a run would exercise, skip and change, whom it would need, and how long it would take; changes nothing',
    ),
  )
    .option('--json', 'print JSON, for programs')
    .action(
      action(async (options) => {
        const { plan } = await import('./plan.ts');
        return plan(options as PlanOptions, await readEnvironment(process.env), console);
      }),
    );

  sub('init', 'asks for the settings of a target, writes its profile and a .env file for its secrets, and tests them')
    .argument('[file]', 'file to write the profile to', 'target.yaml')
    .action(action(async (file) => (await import('./init/command.ts')).init(String(file), console)));

  sub('doctor', 'checks everything that a run depends on, and says what is wrong and how to fix it')
    .addOption(targetOption())
    .addOption(waitForOption())
    .option('--json', 'print JSON, for programs')
    .action(
      action(async (options) => {
        const { doctor } = await import('./doctor.ts');
        return doctor(options as DoctorOptions, await readEnvironment(process.env), console);
      }),
    );

  sub('tenant', 'serves the reference tenant over HTTPS, and its control service, until interrupted')
    .addOption(
      new Option('--port <n>', 'port of the tenant; a free one by default')
        .argParser(wholeNumber(0, 65535, 8443))
        .default(0),
    )
    .addOption(
      new Option('--control-port <n>', 'port of the control service').argParser(wholeNumber(0, 65535, 9100)).default(0),
    )
    .addOption(
      new Option(
        '--public-url <url>',
        'public address of the tenant, if it differs from the one that it listens on',
      ).argParser(readOrigin),
    )
    .addOption(
      new Option('--control-token <token>', 'bearer token that requests to the control must carry')
        .env('LABCONFORM_CONTROL_TOKEN')
        .argParser(readToken),
    )
    .addOption(
      new Option('--now <instant>', "time of the tenant's clock at the start, RFC 3339").argParser(readInstant),
    )
    .addOption(new Option('--fault <id>', 'run with this fault (one wrong decision)'))
    .addOption(new Option('--variant <id>', 'run with this variant (another choice that the specification allows)'))
    .action(
      action(async (options) => {
        const { serveTenant } = await import('./tenant.ts');
        return serveTenant(options as TenantOptions, console);
      }),
    );

  sub('inspect', 'judges recorded traffic (HAR) and recorded webhook deliveries (JSON, NDJSON) without a tenant')
    .argument('<file...>', 'captures, in any order')
    .addOption(
      new Option(
        '--base-url <url>',
        'address of the tenant; by default, it is recognized by the paths that were called',
      ),
    )
    .addOption(new Option('--target <file>', 'target profile that names the tenant, YAML or JSON'))
    .addOption(new Option('--report-dir <dir>', 'folder for the report').default('conformance-report'))
    .addOption(
      new Option('--format <name...>', `formats of the report: ${writerNames.join(', ')}; all by default`).argParser(
        readFormats,
      ),
    )
    .addOption(new Option('--fail-on <what>', 'let warnings fail the command too').choices(['warning']))
    .addOption(new Option('--quiet', 'print failures and the last line only'))
    .action(
      action(async (files, options) => {
        const { inspect } = await import('./inspect.ts');
        return inspect(files as string[], options as InspectOptions, await readEnvironment(process.env), console);
      }),
    );

  sub('replay', 'repeats only what failed in an earlier report: fixed, still failing, or another failure')
    .argument('<report>', 'for example conformance-report/conformance.json')
    .argument('[check-id]', 'only this check')
    .addOption(new Option('--target <file>', 'profile of the target, if it is not the one of the report, YAML or JSON'))
    .addOption(
      new Option(
        '--allow-waits <duration>',
        'how long checks may wait on a tenant with a real clock, e.g. 20m',
      ).argParser(readDuration),
    )
    .action(
      action(async (file, id, options) => {
        const { replay } = await import('./replay.ts');
        const environment = await readEnvironment(process.env);
        return replay(file as string, id as string | undefined, options as ReplayOptions, environment, console);
      }),
    );

  addReportCommands(sub('report', 'works on existing reports'), console, action);

  sub('list', 'prints the catalogue')
    .argument('<what>', listable.join('|'))
    .option('--json', 'print JSON, for programs')
    .action(
      action(async (what, options) => {
        const { list } = await import('./list.ts');
        return list(String(what), (options as { json?: true }).json === true, console);
      }),
    );

  sub(
    'explain',
    'explains a requirement or check (statement, basis, method, needs, faults that prove it), or a freedom, fault or variant',
  )
    .argument('<id>', 'for example TOK-05 or transport/a-401-carries-a-challenge')
    .action(action(async (id) => (await import('./explain.ts')).explain(String(id), console)));

  return program;
}

function targetOption(): Option {
  return new Option('--target <file>', 'target profile, YAML or JSON');
}

function waitForOption(): Option {
  return new Option(
    '--wait-for <duration>',
    'how long to wait for a tenant that is still starting (no connection, or 502, 503 or 504), e.g. 60s',
  ).argParser(readDuration);
}

/** Adds the options that a run and its plan share: the selection of checks and the target. */
function selecting(command: Command): Command {
  return command
    .addOption(targetOption())
    .addOption(new Option('--profile <name...>', 'only these groups of requirements').argParser(readProfiles))
    .addOption(new Option('--check <id...>', 'only these checks').argParser(readChecks))
    .addOption(
      new Option('--runs <n>', `cases per property; ${defaultRuns} by default`).argParser(
        wholeNumber(1, 1_000_000, defaultRuns),
      ),
    )
    .addOption(new Option('--shard <i/n>', 'only the I-th of N parts of the checks').argParser(readShard))
    .addOption(
      new Option(
        '--allow-waits <duration>',
        'how long checks may wait on a tenant with a real clock, e.g. 20m',
      ).argParser(readDuration),
    );
}
