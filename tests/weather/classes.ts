import { seedFor } from '../../core/seed.ts';
import { profileNames } from '../../specs/requirements/index.ts';
import { kinds } from './kinds.ts';
import type { WeatherRun } from './run.ts';
import type { Intensity } from './weather.ts';

/** A frequency of disturbances, and the conditions that all runs with it must meet together. */
export interface WeatherClass {
  readonly id: '0.1%' | '1%' | '5%' | 'bursts';
  readonly intensity: Intensity;
  /** At least this share of the checks that are exercised without weather has the same verdict in the weather. */
  readonly leastSame: number;
  /** At least this share of the runs ends with exit status 0. */
  readonly leastExitZero?: number;
  /** Whether a fault that shows in every case must be found; if false, its requirement may be inconclusive. */
  readonly findsFaults: boolean;
  /** The profile that a sample runs. */
  readonly sample: WeatherRun['profile'];
}

export const classes: readonly WeatherClass[] = [
  {
    id: '0.1%',
    intensity: { rate: 0.001 },
    leastSame: 499 / 500,
    leastExitZero: 0.98,
    findsFaults: true,
    sample: 'transport',
  },
  { id: '1%', intensity: { rate: 0.01 }, leastSame: 0.99, findsFaults: true, sample: 'token-issuance' },
  { id: '5%', intensity: { rate: 0.05 }, leastSame: 0.95, findsFaults: false, sample: 'versioning' },
  { id: 'bursts', intensity: 'bursts', leastSame: 0.85, findsFaults: false, sample: 'client-credentials' },
];

export const casesAProperty = 5;

/**
 * Plans `count` runs of one class. The profiles take turns. For each profile, a third of the runs have all kinds, and
 * the others have one kind each, in turn.
 */
export function runsOf(
  one: WeatherClass,
  count: number,
  seed: number,
  profiles: readonly string[] = profileNames,
): WeatherRun[] {
  return Array.from({ length: count }, (_, index) => {
    const place = index % profiles.length;
    const round = Math.floor(index / profiles.length);
    // a profile gets different kinds in each class, and the profiles of a round get different kinds
    const turn = round * 7 + place * 2 + classes.indexOf(one) * 5;
    const kind = round % 3 === 0 ? 'all' : (kinds[turn % kinds.length]?.id ?? 'all');
    return {
      profile: profiles[place] ?? '',
      weather: { kind, intensity: one.intensity, seed: seedFor(seed, `${one.id} ${index}`) },
      runs: casesAProperty,
      seed: seedFor(1, one.id) >>> 1,
    };
  });
}
