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

/** What `npm pack` tells of a package. */
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
  // what the build prints stands before it
  const told = JSON.parse(out.slice(out.search(/^[[{]/m))) as readonly Told[] | Readonly<Record<string, Told>>;
  const [first] = Object.values(told);
  if (first === undefined) throw new Error('npm pack told of no package');
  return { file: join(folder, first.filename), size: first.size, files: first.files.map(({ path }) => path) };
}

interface Told {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** A folder outside of the repository, with a package.json and nothing else. */
export async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'labconform-package-')));
  // npm asks nobody whether the package `node` may fetch its binary where the folder says so
  await writeFile(
    join(folder, 'package.json'),
    '{ "private": true, "type": "module", "allowScripts": { "node": true } }\n',
  );
  return folder;
}

/** The folder of a Node.js of that version, from the npm package `node`. */
export async function nodeOf(version: string): Promise<string> {
  const folder = await emptyFolder();
  const { status, err } = await command('npm', ['install', `node@${version}`], folder);
  if (status !== 0) throw new Error(`node@${version} was not installed: ${err}`);
  return join(folder, 'node_modules', 'node', 'bin');
}

/** The folder of the Node.js that runs this. */
export const ownNode = dirname(process.execPath);

/** A command in a folder, with one Node.js first on its path. */
export function started(name: string, args: readonly string[], cwd: string, node = ownNode): ChildProcess {
  return spawn(name, args, { cwd, env: environment(node) });
}

export function command(name: string, args: readonly string[], cwd: string, node = ownNode): Promise<Ended> {
  return ended(started(name, args, cwd, node));
}

/** What a user's shell would have, with how npm and Node.js get to the network, and nothing of the script that runs the tests. */
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

/** What a folder takes on the disk, in bytes. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** What TypeScript says of a file in a folder that uses the package, with the types of Node.js that its user would have. */
export async function typeErrors(folder: string, file: string): Promise<string> {
  const typesOfNode = join(folder, 'node_modules', '@types', 'node');
  if (!existsSync(typesOfNode)) await symlink(join(repository, 'node_modules', '@types', 'node'), typesOfNode);
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const { out } = await command('node', [compiler, ...flags, file], folder);
  return out;
}
