import type { Console } from '../../cli/console.ts';
import { main } from '../../cli/main.ts';
import type { Ended } from './command.ts';

/** The command within this process, for what ends before anything is run. */
export async function inProcess(args: readonly string[]): Promise<Ended> {
  let [out, err] = ['', ''];
  const console: Console = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    interactive: false,
    color: false,
    columns: 100,
  };
  const status = await main(args, console);
  return { status, out, err };
}
