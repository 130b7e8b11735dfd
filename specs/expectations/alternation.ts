import type { Exchange } from '../../core/exchange.ts';

/** The exchanges of two ways to do one thing, done alternately many times. */
export interface Alternation {
  readonly one: readonly Exchange[];
  readonly other: readonly Exchange[];
}

/**
 * Does the same thing alternately in two ways, so that an intermittent failure of both (every third call, the tenth
 * token) is not taken for a difference between them. The order never repeats itself (Thue and Morse), so nothing that
 * the tenant counts affects only one of them.
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

/**
 * Returns an exchange that shows that one way is worse than the other; undefined if the other way also fails at times.
 */
export function worseThanOther(
  { one, other }: Alternation,
  holds: (exchange: Exchange) => boolean,
): Exchange | undefined {
  return other.every(holds) ? one.find((exchange) => !holds(exchange)) : undefined;
}

/** Reports whether a number has an odd number of ones in binary. */
function isOdd(turn: number): boolean {
  return turn.toString(2).replaceAll('0', '').length % 2 === 1;
}
