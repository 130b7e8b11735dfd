import type { Exchange } from '../../core/exchange.ts';

/** Two ways of doing one thing, done in turn many times. */
export interface Alternation {
  readonly one: readonly Exchange[];
  readonly other: readonly Exchange[];
}

/**
 * Does the same thing in two ways in turn, so that what fails now and then either way (every third call, the tenth
 * token) is not taken for a difference between the two. The order never repeats itself (Thue and Morse), so nothing
 * that is counted meets only one of them.
 *
 * @param rounds how often each of them is done
 */
export async function alternate(
  one: () => Promise<Exchange>,
  other: () => Promise<Exchange>,
  rounds = 12,
): Promise<Alternation> {
  const done = { one: [] as Exchange[], other: [] as Exchange[] };
  for (let turn = 0; turn < 2 * rounds; turn++) {
    if (isOdd(turn)) done.one.push(await one());
    else done.other.push(await other());
  }
  return done;
}

/** The answer by which the one way shows itself worse than the other, which always holds. */
export function worseThanOther(
  { one, other }: Alternation,
  holds: (exchange: Exchange) => boolean,
): Exchange | undefined {
  return other.every(holds) ? one.find((exchange) => !holds(exchange)) : undefined;
}

/** Whether a number has an odd number of ones in binary. */
function isOdd(turn: number): boolean {
  return turn.toString(2).replaceAll('0', '').length % 2 === 1;
}
