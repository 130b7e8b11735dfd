import { seedFor } from '../../core/seed.ts';
import { profileNames } from '../../specs/requirements/index.ts';
import { kinds } from './kinds.ts';
import type { WeatherRun } from './run.ts';
import type { Intensity } from './weather.ts';

/** How often something happens, and what must hold then over all runs of it. */
export interface WeatherClass {
  readonly id: '0.1%' | '1%' | '5%' | 'bursts';
  readonly intensity: Intensity;
  /** Of the checks that are exercised without weather, at least this share has the same verdict in it. */
  readonly leastSame: number;
  /** At least this share of the runs ends with 0. */
  readonly leastExitZero?: number;
  /** Whether a fault that shows in every case must be found; if not, its requirement may stay open. */
  readonly findsFaults: boolean;
  /** What a sample runs. */
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
 * So many runs of one class: the profiles by turns, and for each profile a third of the runs with all kinds, the others
 * with one kind after the other.
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
    // kinds that the same profile meets in another class, or another profile in the same round, are others
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
