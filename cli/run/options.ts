import { InvalidArgumentError } from 'commander';
import { ConfigurationError } from '../../core/trouble.ts';
import type { WriterName } from '../../reports/writers.ts';
import { writerNames } from '../../reports/writers.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import type { ProfileName } from '../../specs/requirements/index.ts';
import { profileNames, requirementById } from '../../specs/requirements/index.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { oneOf } from '../choices.ts';

/** What `labconform run` was asked for, as the command line reader hands it over. */
export interface RunOptions {
  readonly target?: string;
  readonly profile?: readonly ProfileName[];
  readonly check?: readonly string[];
  readonly runs: number;
  readonly seed?: number;
  readonly reportDir: string;
  readonly format?: readonly WriterName[];
  readonly shard?: Shard;
  readonly require?: readonly ProfileName[];
  readonly failOn?: 'warning';
  /** File of waivers. */
  readonly waivers?: string;
  /** Seconds. */
  readonly allowWaits?: number;
  readonly bail?: true;
  readonly quiet?: true;
  readonly fault?: string;
  readonly variant?: string;
}

/** Cases a property, unless `--runs` says otherwise. */
export const defaultRuns = 100;

export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Adds one more value of an option that takes several. */
function more<T>(read: (text: string) => T): (text: string, before: readonly T[] | undefined) => readonly T[] {
  return (text, before = []) => [...before, read(text)];
}

export const readProfiles = more((text) => oneOf('profile', profileNames, text));
export const readChecks = more((text) =>
  oneOf(
    'check',
    checks.map((check) => check.id),
    text,
  ),
);
export const readFormats = more((text) => oneOf('format', writerNames, text));

export function readFault(text: string): string {
  return oneOf(
    'fault',
    faults.map((fault) => fault.id),
    text,
  );
}

export function readVariant(text: string): string {
  return oneOf(
    'variant',
    variants.map((variant) => variant.id),
    text,
  );
}

export function readShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError(
    `found ${JSON.stringify(text)}, expected the number of a shard and how many there are, e.g. 1/3`,
  );
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration such as `20m` as seconds. */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit ?? ''] ?? Number.NaN);
  if (seconds > 0 && seconds <= 20 * 86_400) return seconds;
  throw new InvalidArgumentError(`found ${JSON.stringify(text)}, expected a duration of at most 20 days, e.g. 20m`);
}

/** The checks that a run is to do, in their order. */
export function selectChecks(options: Pick<RunOptions, 'profile' | 'check' | 'shard'>): readonly SuiteCheck[] {
  const { profile, check, shard } = options;
  const wanted = checks.filter(
    (one) =>
      (check === undefined || check.includes(one.id)) &&
      (profile === undefined || one.proves.some((requirement) => profile.includes(profileOf(requirement)))),
  );
  if (wanted.length === 0) {
    const nothing = profile === undefined ? '--check' : `--profile ${profile.join(', ')}`;
    throw new ConfigurationError(
      `${nothing}: found no check for it in this version, expected for example --profile transport (see labconform list profiles)`,
    );
  }
  return shard === undefined ? wanted : wanted.filter((_, at) => at % shard.of === shard.index - 1);
}

function profileOf(requirement: RequirementId): ProfileName {
  const found = requirementById.get(requirement);
  if (found === undefined) throw new ConfigurationError(`${requirement} is not in the catalogue`);
  return found.profile;
}
