import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, type Ended, printed, start } from '../cli/command.ts';
import { root } from './schemas.ts';
import { actionFile, type Step } from './templates.ts';

export type Variables = Readonly<Record<string, string>>;

/** Makes a folder for PATH that contains the checkout's command and the Node.js of the tests. */
export async function commandsIn(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await symlink(process.execPath, join(bin, 'node'));
  await symlink(join(root, 'cli/labconform.js'), join(bin, 'labconform'));
  return bin;
}

/** Writes a command of that name, which only notes its arguments, one a line. */
export async function recordingCommand(bin: string, name: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$@" >>"$NOTES"\n`);
  await chmod(join(bin, name), 0o755);
}

/** Runs a shell with a script, as the service or the cluster starts it. */
export function shell(command: readonly string[], cwd: string, bin: string, variables: Variables): Promise<Ended> {
  const [program = '', ...args] = command;
  return ended(
    spawn(program, args, {
      cwd,
      env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: cwd, CI: 'true', NO_COLOR: '1', ...variables },
    }),
  );
}

export interface StepEnded extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly path: string;
}

/** Runs a step of action.yml like the runner: with its inputs filled in, its bash flags, and files for outputs. */
export async function runStep(
  id: string,
  inputs: Variables,
  cwd: string,
  bin: string,
  variables: Variables = {},
): Promise<StepEnded> {
  const action = await actionFile();
  const step = action.runs.steps.find((one) => one.id === id);
  if (step?.run === undefined || step.shell !== 'bash') throw new Error(`no step ${id} of bash`);
  const files = Object.fromEntries(
    ['output', 'summary', 'path'].map((name) => [name, join(cwd, `${id}.${name}`)] as const),
  ) as Record<'output' | 'summary' | 'path', string>;
  for (const file of Object.values(files)) await writeFile(file, '');
  await writeFile(join(cwd, `${id}.sh`), step.run);
  const result = await shell(['bash', '--noprofile', '--norc', '-eo', 'pipefail', join(cwd, `${id}.sh`)], cwd, bin, {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_PATH: files.path,
    RUNNER_TEMP: join(cwd, 'temp'),
    ...filledIn(step, { ...defaultsOf(action.inputs), ...inputs }),
    ...variables,
  });
  const text = await readFile(files.output, 'utf8');
  const pairs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return {
    ...result,
    outputs: Object.fromEntries(pairs),
    summary: await readFile(files.summary, 'utf8'),
    path: await readFile(files.path, 'utf8'),
  };
}

function defaultsOf(inputs: Readonly<Record<string, { readonly default?: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']));
}

function filledIn({ env = {} }: Step, inputs: Variables): Variables {
  return Object.fromEntries(
    Object.entries(env).map(([name, expression]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
      const value = inputs[input];
      if (value === undefined) throw new Error(`${name}: ${expression} is no input`);
      return [name, value];
    }),
  );
}

/** Serves a tenant and writes its profile to that folder. Returns the function that stops the tenant. */
export async function servedTenant(folder: string, args: readonly string[] = []): Promise<() => Promise<unknown>> {
  const tenant = start(['tenant', '--control-token', controlToken, ...args], folder);
  const stopped = ended(tenant);
  const {
    baseUrl = '',
    controlUrl = '',
    caFile = '',
  } = JSON.parse(await printed(tenant, /^\{/)) as Record<string, string>;
  await writeFile(
    join(folder, 'target.yaml'),
    [
      'name: served',
      `baseUrl: ${baseUrl}`,
      `tls: { caFile: ${caFile} }`,
      `control: { type: http, url: "${controlUrl}", token: "\${CONTROL_TOKEN}" }`,
      'limits: { propagationSeconds: 0 }',
    ].join('\n'),
  );
  return () => {
    tenant.kill('SIGINT');
    return stopped;
  };
}

export const controlToken = 'open sesame';
