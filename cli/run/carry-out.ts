import type { ManualReply, ManualRequest } from '../../drivers/control/manual.ts';
import type { OutputMember } from '../../schemas/control/outputs.ts';
import { outputMembers } from '../../schemas/control/outputs.ts';
import { validator } from '../../schemas/validate.ts';
import type { Console } from '../console.ts';
import { Declined } from '../terminal.ts';

type Ask = NonNullable<Console['ask']>;
type Input = Readonly<Record<string, unknown>>;

/** Tells a person what is to be done at the tenant, and asks for what is then to be known of it. */
export async function carryOut(
  { operation, input }: ManualRequest,
  ask: Ask,
  say: (text: string) => void,
): Promise<ManualReply> {
  say(`\nPlease do this at the tenant: ${operation}\n${lines(input as Input)}`);
  try {
    const done = await ask('Enter when it is done; no where it cannot be: ');
    if (/^no?$/i.test(done)) return { cannot: 'be done' };
    for (;;) {
      const output = await outputOf(outputMembers(operation), input as Input, ask);
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

async function outputOf(members: readonly OutputMember[], told: Input, ask: Ask): Promise<Record<string, unknown>> {
  const output: Record<string, unknown> = {};
  for (const member of members) {
    const { name, kind, required } = member;
    const usual = told[name];
    const known = typeof usual === 'string' ? usual : undefined;
    const proposal = known === undefined ? '' : ` [${known}]`;
    const given = await ask(`  ${name}${hint(member)}${proposal}: `, { secret: kind === 'secret' });
    const answer = given === '' ? (known ?? '') : given;
    if (answer !== '' || (required && kind === 'list')) output[name] = read(kind, answer);
  }
  return output;
}

const forms: Readonly<Record<OutputMember['kind'], string>> = {
  text: '',
  secret: 'not shown',
  time: 'such as 2026-11-20T08:00:00Z',
  truth: 'yes or no',
  list: 'with commas between them',
};

function hint({ description, kind, required }: OutputMember): string {
  const said = [description.replace(/\.$/, ''), forms[kind], required ? '' : 'if known'].filter((part) => part !== '');
  return said.length === 0 ? '' : ` (${said.join('; ')})`;
}

function read(kind: OutputMember['kind'], answer: string): unknown {
  if (kind === 'truth') return /^y(es)?$/i.test(answer) ? true : /^no?$/i.test(answer) ? false : answer;
  if (kind !== 'list') return answer;
  return answer === '' ? [] : answer.split(',').map((part) => part.trim());
}
