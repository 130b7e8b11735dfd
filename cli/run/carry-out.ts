import type { ManualReply, ManualRequest } from '../../drivers/control/manual.ts';
import type { OutputMember } from '../../schemas/control/outputs.ts';
import { outputMembers } from '../../schemas/control/outputs.ts';
import { validator } from '../../schemas/validate.ts';
import type { Console } from '../console.ts';
import { Declined } from '../terminal.ts';

type Ask = NonNullable<Console['ask']>;
type Input = Readonly<Record<string, unknown>>;

/** The question after a person was told what to do. */
export const whenDone = 'Press Enter when it is done; type no if it cannot be done: ';

/** Tells a person what to do at the tenant, and asks for the values that the suite needs afterwards. */
export async function carryOut(
  { operation, input }: ManualRequest,
  ask: Ask,
  say: (text: string) => void,
): Promise<ManualReply> {
  say(`\nPlease do this at the tenant: ${operation}\n${lines(input as Input)}`);
  try {
    const done = await ask(whenDone);
    if (isNo(done)) return { cannot: 'be done' };
    for (;;) {
      const output = await outputOf(outputMembers(operation), input as Input, ask);
      if (output === undefined) return { cannot: 'be done' };
      const wrong = validator(`${operation}.output`)(output);
      if (wrong.length === 0) return { output };
      say(`  ${wrong.map(({ sentence }) => sentence).join('; ')}\n`);
    }
  } catch (error) {
    if (error instanceof Declined) return { cannot: 'be waited for' };
    throw error;
  }
}

function lines(input: Input): string {
  return Object.entries(input)
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('');
}

/** Asks for the output of an operation; undefined if it turns out that the operation could not be done. */
async function outputOf(
  members: readonly OutputMember[],
  input: Input,
  ask: Ask,
): Promise<Record<string, unknown> | undefined> {
  const output: Record<string, unknown> = {};
  for (const member of members) {
    const { name, kind, required } = member;
    const usual = input[name];
    const known = typeof usual === 'string' ? usual : undefined;
    const proposal = known === undefined ? '' : ` [${known}]`;
    const given = await ask(`  ${name}${hint(member)}${proposal}: `, { secret: kind === 'secret' });
    if (kind !== 'truth' && isNo(given) && !(await isMeant(given, name, ask))) return undefined;
    const answer = given === '' ? (known ?? '') : given;
    if (answer !== '' || (required && kind === 'list')) output[name] = read(kind, answer);
  }
  return output;
}

/**
 * Asks whether "no" is the value itself. More often it is the answer of a person for whom the operation did not work.
 */
async function isMeant(given: string, name: string, ask: Ask): Promise<boolean> {
  for (;;) {
    const answer = await ask(`  Is "${given}" the ${name} itself? yes, or no if the operation could not be done: `);
    if (/^y(es)?$/i.test(answer)) return true;
    if (isNo(answer)) return false;
  }
}

function isNo(answer: string): boolean {
  return /^no?$/i.test(answer);
}

const forms: Readonly<Record<OutputMember['kind'], string>> = {
  text: '',
  secret: 'not shown',
  time: 'such as 2026-11-20T08:00:00Z',
  truth: 'yes or no',
  list: 'with commas between them',
};

function hint({ description, kind, required }: OutputMember): string {
  const hints = [description.replace(/\.$/, ''), forms[kind], required ? '' : 'if known'].filter((part) => part !== '');
  return hints.length === 0 ? '' : ` (${hints.join('; ')})`;
}

function read(kind: OutputMember['kind'], answer: string): unknown {
  if (kind === 'truth') return /^y(es)?$/i.test(answer) ? true : isNo(answer) ? false : answer;
  if (kind !== 'list') return answer;
  return answer === '' ? [] : answer.split(',').map((part) => part.trim());
}
