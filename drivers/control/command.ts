import type { ExecFileException } from 'node:child_process';
import { execFile } from 'node:child_process';
import { parseJson } from '../../core/json-text.ts';
import { Interrupted, Unsupported } from '../../core/trouble.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import type { ControlDescription } from '../../schemas/types/control.ts';
import { atATime } from './at-a-time.ts';
import type { ControlAdapter } from './control.ts';
import { descriptionOf, messageIn } from './description.ts';
import type { FailureFacts } from './failure.ts';
import { ControlFailure } from './failure.ts';

export interface CommandControlOptions {
  /** The executable and its first arguments. */
  readonly command: readonly string[];
  /** The folder in which the executable runs, and from which its path counts. */
  readonly folder: string;
  /** Base URL of the tenant, used if the executable does not describe itself. */
  readonly baseUrl: string;
  /** Seconds that an operation may take. */
  readonly timeoutSeconds: number;
}

/** The most operations that run at the same time. Each is a process of its own. */
const mostAtATime = 8;
const mostOutput = 4 * 1024 * 1024;
/** The exit status by which an executable says that it does not support an operation (EX_UNAVAILABLE). */
const unavailable = 69;
/** The error code for the same in the output, as in the body of a 501. */
const notSupported = 'not_supported';

/**
 * Opens a control that is an executable of the operator, run once for each operation. The operation's name is its last
 * argument, the input is sent to its standard input, and the output is read from its standard output.
 *
 * @throws TestBedTrouble if the executable cannot be run, or if its description does not follow the protocol
 */
export async function openCommandControl(options: CommandControlOptions): Promise<ControlAdapter> {
  const turn = atATime(mostAtATime);
  const run = async (operation: string, input: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    const { status, output } = await turn(() => execute(options, operation, input, signal));
    if (status === unavailable || errorOf(output) === notSupported) {
      throw new Unsupported(`the control does not support ${operation} (exit status ${status})`);
    }
    if (status === 0) return output;
    const byHand = messageIn(output) || ', run it by hand to see why';
    const cause = `${controlName(options)} ended ${operation} with exit status ${status}`;
    // an executable can decline only by its exit status, and it cannot say that it changed nothing
    throw new ControlFailure(`${cause}${byHand}`, { kind: `exit status ${status}`, cause, refusal: true });
  };
  return { kind: 'command', description: await describe(options, () => run('describe', {}, undefined)), operate: run };
}

/**
 * Returns the description of the executable. If it does not support `describe`, all operations count as offered, except
 * those of the clock: whether the clock can be moved is unknown.
 */
async function describe(options: CommandControlOptions, ask: () => Promise<unknown>): Promise<ControlDescription> {
  try {
    return descriptionOf(await ask(), controlName(options));
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    const operations = CONTROL_OPERATIONS.filter((name) => !name.startsWith('clock.'));
    const { baseUrl } = options;
    return { protocol: 'tenant-control/1', tenantId: 'unknown', baseUrl, clock: 'real', operations };
  }
}

function controlName({ command }: CommandControlOptions): string {
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
    // standard error is not read: it may hold secrets
    const child = execFile(file, [...args, operation], settings, (failure, stdout) =>
      resolve({ error: failure, text: stdout }),
    );
    child.stdin?.on('error', () => {}); // an executable that needs no input need not read it
    child.stdin?.end(JSON.stringify(input));
  });
  if (signal?.aborted === true) throw new Interrupted('the check has ended');
  if (error === null) return { status: 0, output: parseOutput(text, true, options, operation) };
  if (typeof error.code === 'number') {
    return { status: error.code, output: parseOutput(text, false, options, operation) };
  }
  const { problem, ...facts } = failureOf(error, timeoutSeconds);
  throw new ControlFailure(`${controlName(options)} ${problem}, when asked for ${operation}`, {
    ...facts,
    cause: `${controlName(options)} ${problem}`,
  });
}

/** Error codes that say that the machine is too busy to start a process. */
const busyCodes = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

function failureOf(
  { code, killed, signal }: ExecFileException,
  timeoutSeconds: number,
): Omit<FailureFacts, 'cause'> & { readonly problem: string } {
  if (code === ('ERR_CHILD_PROCESS_STDIO_MAXBUFFER' as unknown)) {
    return { kind: 'nonsense', problem: `printed more than ${mostOutput} characters`, lasting: true };
  }
  if (killed === true) return { kind: 'no answer in time', problem: `did not end within ${timeoutSeconds} s` };
  if (signal !== undefined && signal !== null) return { kind: 'ended by a signal', problem: `was ended by ${signal}` };
  const lasting = !busyCodes.has(String(code));
  return { kind: 'cannot be run', problem: `can't be run (${String(code)})`, undone: true, lasting };
}

function parseOutput(text: string, done: boolean, options: CommandControlOptions, operation: string): unknown {
  if (text.trim() === '') return {};
  const output = parseJson(text);
  if (output !== undefined || !done) return output;
  throw new ControlFailure(`${controlName(options)} answered ${operation} with something that is not JSON`, {
    kind: 'nonsense',
  });
}
