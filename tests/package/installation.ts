import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ended } from '../cli/command.ts';
import { ended } from '../cli/command.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The description of a package by `npm pack`. */
export interface Packed {
  /** Path of the tarball. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Paths in it. */
  readonly files: readonly string[];
}

/** Builds and packs the package of this repository. */
export async function pack(): Promise<Packed> {
  const folder = await emptyFolder();
  const { status, out, err } = await command('npm', ['pack', '--json', '--pack-destination', folder], repository);
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${err}`);
  // The output of the build precedes the JSON.
  const packages = JSON.parse(out.slice(out.search(/^[[{]/m))) as
    | readonly PackedPackage[]
    | Readonly<Record<string, PackedPackage>>;
  const [first] = Object.values(packages);
  if (first === undefined) throw new Error('npm pack named no package');
  return { file: join(folder, first.filename), size: first.size, files: first.files.map(({ path }) => path) };
}

interface PackedPackage {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Makes a folder outside the repository that contains only a package.json. */
export async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'labconform-package-')));
  // With this setting, npm does not ask whether the package `node` may fetch its binary.
  await writeFile(
    join(folder, 'package.json'),
    '{ "private": true, "type": "module", "allowScripts": { "node": true } }\n',
  );
  return folder;
}

/** Returns the folder of a Node.js of that version, from the npm package `node`. */
export async function nodeOf(version: string): Promise<string> {
  const folder = await emptyFolder();
  const { status, err } = await command('npm', ['install', `node@${version}`], folder);
  if (status !== 0) throw new Error(`node@${version} was not installed: ${err}`);
  return join(folder, 'node_modules', 'node', 'bin');
}

/** The folder of the Node.js that runs the tests. */
export const ownNode = dirname(process.execPath);

/** Starts a command in a folder, with one Node.js first on its path. */
export function started(name: string, args: readonly string[], cwd: string, node = ownNode): ChildProcess {
  return spawn(name, args, { cwd, env: environment(node) });
}

export function command(name: string, args: readonly string[], cwd: string, node = ownNode): Promise<Ended> {
  return ended(started(name, args, cwd, node));
}

/**
 * Returns the environment of a user's shell, with the network settings of npm and Node.js and without the variables of
 * the script that runs the tests.
 */
function environment(node: string): NodeJS.ProcessEnv {
  const ofTheScript =
    /^(npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)|INIT_CWD|NODE_(ENV|OPTIONS|PATH|V8_COVERAGE)|VITEST|TEST$)/;
  const own = Object.entries(process.env).filter(([name]) => !ofTheScript.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: `${node}${delimiter}${process.env['PATH'] ?? ''}`,
    CI: 'true',
    NO_COLOR: '1',
  };
}

/** Returns the size of a folder on the disk, in bytes. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns TypeScript's errors for a file that uses the package, with the types of Node.js that its user would have. */
export async function typeErrors(folder: string, file: string): Promise<string> {
  const typesOfNode = join(folder, 'node_modules', '@types', 'node');
  if (!existsSync(typesOfNode)) await symlink(join(repository, 'node_modules', '@types', 'node'), typesOfNode);
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const { out } = await command('node', [compiler, ...flags, file], folder);
  return out;
}
