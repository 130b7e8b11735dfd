import type { AskOptions } from '../terminal.ts';

/** The value of an answer, or a description of a right answer in words that follow "expected". */
export type Reading<T> = { readonly value: T } | { readonly expected: string };

/** Questions that are asked until the answer can be read. */
export interface Questions {
  /** @param usual the value that an empty answer stands for */
  ask<T>(question: string, read: (answer: string) => Reading<T> | Promise<Reading<T>>, usual?: string): Promise<T>;
  /**
   * Asks for a text that is not shown while it is typed; undefined if there is none.
   *
   * @param unfit returns why an answer cannot be taken; undefined if it can
   */
  secret(question: string, unfit: (answer: string) => string | undefined): Promise<string | undefined>;
  choose<T extends string>(question: string, among: readonly T[], usual: T): Promise<T>;
  agree(question: string): Promise<boolean>;
}

export function questions(
  ask: (question: string, options?: AskOptions) => Promise<string>,
  say: (text: string) => void,
): Questions {
  const askUntilRead = async <T>(
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
      askUntilRead(usual === undefined ? question : `${question} [${usual}]`, (answer) =>
        read(answer === '' ? (usual ?? '') : answer),
      ),
    secret: (question, unfit) =>
      askUntilRead<string | undefined>(
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
          // y is short for yes
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
