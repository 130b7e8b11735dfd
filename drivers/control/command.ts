import type { ExecFileException } from 'node:child_process';
import { execFile } from 'node:child_process';
import { parseJson } from '../../core/json-text.ts';
import { Interrupted, Unsupported } from '../../core/trouble.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import type { ControlDescription } from '../../schemas/types/control.ts';
import { atATime } from './at-a-time.ts';
import type { ControlAdapter } from './control.ts';
import { descriptionOf, saying } from './description.ts';
import type { FailureFacts } from './failure.ts';
import { ControlFailure } from './failure.ts';

export interface CommandControlOptions {
  /** The executable and its first arguments. */
  readonly command: readonly string[];
  /** Where it is run, and from where its path counts. */
  readonly folder: string;
  /** Of the tenant, where the executable does not describe itself. */
  readonly baseUrl: string;
  /** Seconds that an operation may take. */
  readonly timeoutSeconds: number;
}

/** Each operation is a process of its own. */
const mostAtATime = 8;
const mostOutput = 4 * 1024 * 1024;
/** The exit status by which an executable says that it does not support an operation (EX_UNAVAILABLE). */
const unavailable = 69;
/** What says so in the output, as in the body of a 501. */
const notSupported = 'not_supported';

/**
 * An executable of the operator's, run once for each operation: the operation's name is its last argument, the input
 * stands on its standard input, and the output is what it prints.
 *
 * @throws TestBedTrouble where it can't be run or describes itself otherwise than the protocol asks
 */
export async function openCommandControl(options: CommandControlOptions): Promise<ControlAdapter> {
  const turn = atATime(mostAtATime);
  const run = async (operation: string, input: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    const { status, output } = await turn(() => execute(options, operation, input, signal));
    if (status === unavailable || errorOf(output) === notSupported) {
      throw new Unsupported(`the control does not support ${operation} (exit status ${status})`);
    }
    if (status === 0) return output;
    const byHand = saying(output) || ', run it by hand to see why';
    const cause = `${named(options)} ended ${operation} with exit status ${status}`;
    // an executable has no other way to decline, and none to say that it has done nothing
    throw new ControlFailure(`${cause}${byHand}`, { kind: `exit status ${status}`, cause, refusal: true });
  };
  return { kind: 'command', description: await describe(options, () => run('describe', {}, undefined)), operate: run };
}

/** An executable that knows operations only is tried with each of them, but for its clock: that it could be moved is not known. */
async function describe(options: CommandControlOptions, ask: () => Promise<unknown>): Promise<ControlDescription> {
  try {
    return descriptionOf(await ask(), named(options));
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    const operations = CONTROL_OPERATIONS.filter((name) => !name.startsWith('clock.'));
    const { baseUrl } = options;
    return { protocol: 'tenant-control/1', tenantId: 'unknown', baseUrl, clock: 'real', operations };
  }
}

function named({ command }: CommandControlOptions): string {
  return `the control ${command[0] ?? ''}`;
}

function errorOf(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'error' in output ? output.error : undefined;
}

interface Ending {
  readonly status: number;
  readonly output: unknown;
}

async function execute(
  options: CommandControlOptions,
  operation: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<Ending> {
  const { command, folder, timeoutSeconds } = options;
  const [file = '', ...args] = command;
  const settings = { cwd: folder, timeout: timeoutSeconds * 1000, maxBuffer: mostOutput, ...(signal && { signal }) };
  const { error, text } = await new Promise<{ error: ExecFileException | null; text: string }>((resolve) => {
    // what it writes to standard error is its own affair: it may hold secrets
    const child = execFile(file, [...args, operation], settings, (failure, stdout) =>
      resolve({ error: failure, text: stdout }),
    );
    child.stdin?.on('error', () => {}); // who needs no input need not read it
    child.stdin?.end(JSON.stringify(input));
  });
  if (signal?.aborted === true) throw new Interrupted('the check has ended');
  if (error === null) return { status: 0, output: parsed(text, true, options, operation) };
  if (typeof error.code === 'number') {
    return { status: error.code, output: parsed(text, false, options, operation) };
  }
  const { what, ...facts } = failureOf(error, timeoutSeconds);
  throw new ControlFailure(`${named(options)} ${what}, when asked for ${operation}`, {
    ...facts,
    cause: `${named(options)} ${what}`,
  });
}

/** The machine has too much to do to begin a process. */
const crowded = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

function failureOf(
  { code, killed, signal }: ExecFileException,
  timeoutSeconds: number,
): Omit<FailureFacts, 'cause'> & { readonly what: string } {
  if (code === ('ERR_CHILD_PROCESS_STDIO_MAXBUFFER' as unknown)) {
    return { kind: 'nonsense', what: `printed more than ${mostOutput} characters`, lasting: true };
  }
  if (killed === true) return { kind: 'no answer in time', what: `did not end within ${timeoutSeconds} s` };
  if (signal !== undefined && signal !== null) return { kind: 'ended by a signal', what: `was ended by ${signal}` };
  const lasting = !crowded.has(String(code));
  return { kind: 'cannot be run', what: `can't be run (${String(code)})`, undone: true, lasting };
}

function parsed(text: string, done: boolean, options: CommandControlOptions, operation: string): unknown {
  if (text.trim() === '') return {};
  const output = parseJson(text);
  if (output !== undefined || !done) return output;
  throw new ControlFailure(`${named(options)} answered ${operation} with something that is not JSON`, {
    kind: 'nonsense',
  });
}
