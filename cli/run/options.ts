import { InvalidArgumentError } from 'commander';
import type { Gate } from '../../reports/gate.ts';
import type { WriterName } from '../../reports/writers.ts';
import { writerNames } from '../../reports/writers.ts';
import type { ProfileName } from '../../specs/requirements/index.ts';
import { profileNames } from '../../specs/requirements/index.ts';
import { oneOf } from '../choices.ts';

/** The options of `labconform run`, as the command line parser passes them. */
export interface RunOptions {
  readonly target?: string;
  readonly profile?: readonly ProfileName[];
  readonly check?: readonly string[];
  /** Cases for each property; by default 100, or 1 if a person carries operations out. */
  readonly runs?: number;
  readonly seed?: number;
  readonly reportDir: string;
  readonly format?: readonly WriterName[];
  readonly shard?: Shard;
  readonly require?: readonly ProfileName[];
  readonly gate?: Gate;
  /** Same as the gate strict. */
  readonly failOn?: 'warning';
  /** File of waivers. */
  readonly waivers?: string;
  /** Seconds. */
  readonly allowWaits?: number;
  /** Seconds to wait for a tenant that is still starting. */
  readonly waitFor?: number;
  /** Seconds within which the run has to end. */
  readonly within?: number;
  readonly bail?: true;
  readonly quiet?: true;
  readonly fault?: string;
  readonly variant?: string;
}

/** Default number of cases for each property. */
export const defaultRuns = 100;

export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Returns a parser that adds one more value to an option that takes several. */
function more<T>(read: (text: string) => T): (text: string, before: readonly T[] | undefined) => readonly T[] {
  return (text, before = []) => [...before, read(text)];
}

export const readProfiles = more((text) => oneOf('profile', profileNames, text));
export const readChecks = more((text) => text);
export const readFormats = more((text) => oneOf('format', writerNames, text));

export function readShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError(
    `found ${JSON.stringify(text)}, expected the number of a shard and how many there are, e.g. 1/3`,
  );
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Reads a duration such as `20m` and returns its seconds. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit ?? ''] ?? Number.NaN);
  if (seconds > 0 && seconds <= 20 * 86_400) return seconds;
  throw new InvalidArgumentError(
    `found ${JSON.stringify(text)}, expected a number with s, m, h or d behind it, at most 20d, e.g. 20m`,
  );
}
