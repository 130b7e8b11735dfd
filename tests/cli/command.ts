import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../cli/labconform.js', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts `labconform` in a process of its own, like a user. */
export function start(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: 'true', NO_COLOR: '1', ...env },
  });
}

/** Waits for the end of a command and returns its status and output. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, out, err };
}

export function labconform(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return ended(start(args, cwd, env));
}

/** Resolves when the command has printed `times` lines that match, with the last of them. */
export function printed(child: ChildProcess, pattern: RegExp, times = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const line = text.split('\n').filter((one) => pattern.test(one))[times - 1];
      if (line !== undefined) resolve(line);
    });
    child.once('close', () => reject(new Error(`it ended before it printed ${String(pattern)}: ${text}`)));
  });
}
