import type { Console } from '../../cli/console.ts';
import { main } from '../../cli/main.ts';
import type { Ended } from './command.ts';

/** The answers of a person at the terminal, chosen by the text of the question. */
export type Answers = (question: string, secret: boolean) => string;

/** Runs the command in this process, for calls that end before a run. With answers, a person is at the terminal. */
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
