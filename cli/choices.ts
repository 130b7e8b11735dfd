import { InvalidArgumentError } from 'commander';
import { nearestKey } from '../schemas/nearest-key.ts';

/** One of some known words, or a sentence that names the nearest. */
export function oneOf<T extends string>(what: string, known: readonly T[], found: string): T {
  const match = known.find((word) => word === found);
  if (match !== undefined) return match;
  const nearest = nearestKey(found, known) ?? known.find((word) => found.length > 3 && word.includes(found));
  const hint = nearest === undefined ? `expected one such as ${known[0] ?? ''}` : `did you mean ${nearest}?`;
  throw new InvalidArgumentError(`found ${JSON.stringify(found)}, which is no ${what}; ${hint}`);
}

/** A whole number from `least` on. */
export function wholeNumber(least: number, most: number, example: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `found ${JSON.stringify(text)}, expected a whole number from ${least} to ${most}, e.g. ${example}`,
    );
  };
}
