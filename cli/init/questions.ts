import type { AskOptions } from '../terminal.ts';

/** What an answer is taken for, or what would be right instead, as the words that follow "expected". */
export type Reading<T> = { readonly value: T } | { readonly expected: string };

/** Asks until an answer can be read. */
export interface Questions {
  /** @param usual what no answer stands for */
  ask<T>(question: string, read: (answer: string) => Reading<T> | Promise<Reading<T>>, usual?: string): Promise<T>;
  /**
   * A text that is not shown while it is typed; undefined where there is none.
   *
   * @param unfit why an answer can't be taken
   */
  secret(question: string, unfit: (answer: string) => string | undefined): Promise<string | undefined>;
  choose<T extends string>(question: string, among: readonly T[], usual: T): Promise<T>;
  agree(question: string): Promise<boolean>;
}

export function questions(
  ask: (question: string, options?: AskOptions) => Promise<string>,
  say: (text: string) => void,
): Questions {
  const until = async <T>(
    question: string,
    read: (answer: string) => Reading<T> | Promise<Reading<T>>,
    options: AskOptions = {},
  ): Promise<T> => {
    for (;;) {
      const reading = await read(await ask(`${question}: `, options));
      if ('value' in reading) return reading.value;
      say(`  expected ${reading.expected}\n`);
    }
  };
  const self: Questions = {
    ask: (question, read, usual) =>
      until(usual === undefined ? question : `${question} [${usual}]`, (answer) =>
        read(answer === '' ? (usual ?? '') : answer),
      ),
    secret: (question, unfit) =>
      until<string | undefined>(
        `${question} (not shown)`,
        (answer) => {
          const why = unfit(answer);
          if (why !== undefined) return { expected: `another one: it ${why}` };
          return { value: answer === '' ? undefined : answer };
        },
        { secret: true },
      ),
    choose: <T extends string>(question: string, among: readonly T[], usual: T) =>
      self.ask<T>(
        `${question} (${among.join(', ')})`,
        (answer) => {
          // y does for yes
          const [chosen, another] = among.filter((one) => answer !== '' && one.startsWith(answer.toLowerCase()));
          return chosen === undefined || another !== undefined
            ? { expected: `one of ${among.join(', ')}` }
            : { value: chosen };
        },
        usual,
      ),
    agree: async (question) => (await self.choose(question, ['yes', 'no'], 'no')) === 'yes',
  };
  return self;
}
