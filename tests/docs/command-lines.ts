import { inProcess } from '../cli/in-process.ts';
import type { Block } from './markdown.ts';

/** The words after `labconform` in a call on a page. */
export type Call = readonly string[];

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'yaml', 'groovy', '']);

/** Returns the calls in a fenced block. `npm run conformance --` counts as `labconform run`. */
export function callsIn({ language, text }: Block): readonly Call[] {
  if (!shells.has(language)) return [];
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, ''))
    .flatMap((line) => line.split(/&&|\|\||;/))
    .flatMap(callIn);
}

const command =
  /^\s*(?:(?:-\s+)?(?:run|command):\s+|-\s+)?(?:[A-Z_]+=\S+\s+)*(?:npx\s+(?:--\S+\s+\S+\s+)*)?(labconform|npm run labconform(?: --)?|npm run conformance(?: --)?)(?=\s|$)(.*)$/;

function callIn(part: string): Call[] {
  const [, name, rest] = command.exec(part) ?? [];
  if (name === undefined || rest === undefined) return [];
  const words = rest
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '&');
  return [name.startsWith('npm run conformance') ? ['run', ...words] : words];
}

/** The subcommands and flags of a command, from its own help. */
export interface CommandHelp {
  readonly subcommands: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
}

/** Reads the subcommands and flags of the command from the program's help. */
export async function helpOf(words: readonly string[]): Promise<CommandHelp> {
  const { out } = await inProcess([...words, '--help']);
  const [, commands = ''] = /^Commands:\n([^]*)$/m.exec(out) ?? [];
  const [, options = ''] = /^Options:\n((?: .*\n?)*)/m.exec(out) ?? [];
  return {
    subcommands: new Set([...commands.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)),
    flags: new Set(
      [...options.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm)].flatMap(([, short, long = '']) =>
        short === undefined ? [long] : [short, long],
      ),
    ),
  };
}

/** Returns the subcommands and flags of a call that the program does not have. */
export async function unknownIn(call: Call): Promise<readonly string[]> {
  const path: string[] = [];
  let taken = await helpOf(path);
  let rest = [...call];
  while (taken.subcommands.size > 0 && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const [name] = rest;
    if (!taken.subcommands.has(name)) return [`subcommand ${[...path, name].join(' ')}`];
    path.push(name);
    rest = rest.slice(1);
    taken = await helpOf(path);
  }
  const flags = rest.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/, ''));
  return flags.filter((flag) => !taken.flags.has(flag)).map((flag) => `flag ${flag} of labconform ${path.join(' ')}`);
}

/** Returns the ids that a call names: of a fault, a variant, a check, or the argument of explain. */
export function idsIn(call: Call): readonly string[] {
  const named = call.filter((_, at) => /^--(fault|variant|check)$/.test(call[at - 1] ?? ''));
  return call[0] === 'explain' ? [...named, ...call.slice(1, 2)] : named;
}

/** Reports whether the program knows an id. A word in capitals is a placeholder and counts as known. */
export async function isInCatalogue(id: string): Promise<boolean> {
  return /^[A-Z]+$/.test(id) || (await inProcess(['explain', id])).status === 0;
}
