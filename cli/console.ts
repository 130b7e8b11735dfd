import type { AskOptions } from './terminal.ts';

/** The output of a command: a terminal, a log, or a test. */
export interface Console {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether the output is a terminal that can redraw a line. */
  readonly interactive: boolean;
  /** Whether a person reads the output and can be asked to do something. */
  readonly answers?: boolean;
  /** Asks the person a question; undefined if there is no person. */
  readonly ask?: (question: string, options?: AskOptions) => Promise<string>;
  readonly color: boolean;
  readonly columns: number;
}

/** Returns the console of this process. It follows `NO_COLOR` and `FORCE_COLOR` as is usual. */
export function processConsole(environment: Readonly<Record<string, string | undefined>>): Console {
  const answers = process.stdin.isTTY && process.stdout.isTTY;
  const interactive = process.stdout.isTTY && environment['CI'] === undefined && environment['TERM'] !== 'dumb';
  const forced = environment['FORCE_COLOR'] !== undefined && environment['FORCE_COLOR'] !== '0';
  const refused = environment['NO_COLOR'] !== undefined && environment['NO_COLOR'] !== '';
  // a reader such as `head` may close its end early: further output is lost, but the report is still written
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive,
    answers,
    ...(answers ? { ask: async (...asked) => (await import('./terminal.ts')).askAtTerminal(...asked) } : {}),
    color: !refused && (forced || process.stdout.isTTY),
    columns: process.stdout.columns ?? 100,
  };
}
