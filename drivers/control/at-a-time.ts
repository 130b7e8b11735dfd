/** Lets so much work go on at the same time; what comes beyond that waits for its turn, in the order in which it came. */
export function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let going = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (going === most) await new Promise<void>((begin) => waiting.push(begin));
    else going++;
    try {
      return await work();
    } finally {
      // whoever comes next takes the place, so that nobody slips in between
      const next = waiting.shift();
      if (next === undefined) going--;
      else next();
    }
  };
}
