import type { Console } from '../../cli/console.ts';
import { main } from '../../cli/main.ts';
import type { Ended } from './command.ts';

/** What somebody at the terminal answers: one text after the other, by what the question has in it. */
export type Answers = (question: string, secret: boolean) => string;

/** The command within this process, for what ends before anything is run; with answers, somebody is at the terminal. */
export async function inProcess(args: readonly string[], answers?: Answers): Promise<Ended> {
  let [out, err] = ['', ''];
  const console: Console = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    interactive: false,
    ...(answers === undefined ? {} : { answers: true, ask: answering(answers, (text) => (out += text)) }),
    color: false,
    columns: 100,
  };
  const status = await main(args, console);
  return { status, out, err };
}

function answering(answers: Answers, show: (text: string) => void): NonNullable<Console['ask']> {
  return (question, { secret = false } = {}) => {
    const answer = answers(question, secret);
    show(`${question}${secret ? '' : answer}\n`);
    return Promise.resolve(answer);
  };
}
