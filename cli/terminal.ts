import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface AskOptions {
  /** Whether the typed text is hidden. */
  readonly secret?: boolean;
}

/** A person left a question with Ctrl-C or ended the input. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/**
 * Asks a person at the terminal of this process and returns the typed text, without spaces around it.
 *
 * @throws Declined if the person leaves the question with Ctrl-C or ends the input
 */
export async function askAtTerminal(question: string, { secret = false }: AskOptions = {}): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (secret) process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, output: secret ? silence : process.stdout, terminal: true });
  const left = new Promise<never>((_resolve, reject) => {
    const leave = (): void => reject(new Declined('the question was not answered'));
    lines.once('SIGINT', leave);
    lines.once('close', leave);
  });
  try {
    return (await Promise.race([lines.question(secret ? '' : question), left])).trim();
  } finally {
    left.catch(() => undefined); // closing rejects it, too
    lines.close();
    if (secret) process.stdout.write('\n');
  }
}
