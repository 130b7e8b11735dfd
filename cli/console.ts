import type { AskOptions } from './terminal.ts';

/** What a command writes to: a terminal, a log, or a test. */
export interface Console {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A terminal that can redraw a line. */
  readonly interactive: boolean;
  /** Somebody reads it and can be asked to do something. */
  readonly answers?: boolean;
  /** Asks the person who answers; present where there is one. */
  readonly ask?: (question: string, options?: AskOptions) => Promise<string>;
  readonly color: boolean;
  readonly columns: number;
}

/** The console of this process. `NO_COLOR` and `FORCE_COLOR` are heeded as is usual. */
export function processConsole(environment: Readonly<Record<string, string | undefined>>): Console {
  const answers = process.stdin.isTTY && process.stdout.isTTY;
  const interactive = process.stdout.isTTY && environment['CI'] === undefined && environment['TERM'] !== 'dumb';
  const forced = environment['FORCE_COLOR'] !== undefined && environment['FORCE_COLOR'] !== '0';
  const refused = environment['NO_COLOR'] !== undefined && environment['NO_COLOR'] !== '';
  // a reader such as `head` may leave early: what goes on then does so unheard, and the report is written all the same
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
