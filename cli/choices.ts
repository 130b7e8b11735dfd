import { InvalidArgumentError } from 'commander';
import { ConfigurationError } from '../core/trouble.ts';
import { originOf } from '../drivers/profile/address.ts';
import { hintFor } from './nearest-id.ts';

/**
 * Reads one of some known words.
 * @throws {InvalidArgumentError} if the word is not known; the error names the nearest
 */
export function oneOf<T extends string>(kind: string, known: readonly T[], found: string): T {
  const match = known.find((word) => word === found);
  if (match !== undefined) return match;
  throw new InvalidArgumentError(notKnown(kind, known, found));
}

/**
 * Returns the value whose id a flag names. It serves values that take a while to load and are loaded only if the flag
 * is given.
 * @throws {ConfigurationError} if no value has the id; the error names the nearest
 */
export function named<T extends { readonly id: string }>(kind: string, all: readonly T[], id: string): T {
  const match = all.find((one) => one.id === id);
  if (match !== undefined) return match;
  const ids = all.map((one) => one.id);
  throw new ConfigurationError(`--${kind}: ${notKnown(kind, ids, id)}`);
}

function notKnown(kind: string, known: readonly string[], found: string): string {
  const parts = found.split(',').filter((part) => part !== '');
  if (parts.length > 1 && parts.every((part) => known.includes(part)))
    return `found ${JSON.stringify(found)}, which is no ${kind}; separate several by spaces: ${parts.join(' ')}`;
  return `found ${JSON.stringify(found)}, which is no ${kind}; ${hintFor(found, known)}`;
}

/** Returns a parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number, example: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `found ${JSON.stringify(text)}, expected a whole number from ${least} to ${most}, e.g. ${example}`,
    );
  };
}

/** Reads a token. An empty token would admit callers that send none, although somebody meant to keep them out. */
export function readToken(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('found nothing, expected a token of at least 4 characters, or no such setting at all');
}

/** Reads the origin of a tenant's addresses. */
export function readOrigin(text: string): string {
  const origin = originOf(text);
  if ('address' in origin) return origin.address;
  throw new InvalidArgumentError(`found ${JSON.stringify(text)}, expected ${origin.expected}`);
}

export function readInstant(text: string): Date {
  const instant = new Date(text);
  if (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(instant.getTime())
  )
    return instant;
  throw new InvalidArgumentError(`found ${JSON.stringify(text)}, expected an RFC 3339 time, e.g. 2026-09-14T08:00:00Z`);
}
