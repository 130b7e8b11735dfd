import type { Origin, ProofFigures, Share } from '../../../docs/proof-figures.ts';
import type { ToldOfProof } from './record-proof-test.ts';

/** A test of the proof, with its result. */
export interface Ended {
  readonly told: ToldOfProof;
  readonly passed: boolean;
}

export const none: ProofFigures = { profiles: {}, weather: {}, engines: {} };

/**
 * Replaces older figures by those of a run. A profile that the run did not try completely keeps its older figures,
 * because a share of some faults or variants says nothing about all of them.
 *
 * @param wanted how many faults and variants each profile has
 */
export function collect(
  older: ProofFigures,
  ended: readonly Ended[],
  origin: Origin,
  wanted: (of: 'fault' | 'variant', profile: string) => number,
): ProofFigures {
  const profiles = { ...older.profiles };
  const weather = { ...older.weather };
  const engines = { ...older.engines };
  const found = Map.groupBy(ended, ({ told }) => nameOf(told));
  for (const [name, some] of found) {
    const [first] = some;
    if (first === undefined) continue;
    const { told } = first;
    const { depth } = told;
    if ('profile' in told) {
      const { profile } = told;
      const [faults, variants] = [shareOf(some, 'fault'), shareOf(some, 'variant')];
      if (faults.tried < wanted('fault', profile) || variants.tried < wanted('variant', profile)) continue;
      profiles[name] = { ...origin, depth, faults, variants };
    } else if ('engine' in told) {
      engines[name] = { ...origin, depth, shown: told.shown, tests: shareOf(some, 'engine') };
    } else {
      const measures = some.flatMap((one) => (one.told.of === 'weather' ? [one.told.measures] : []))[0];
      if (measures === undefined) continue;
      weather[name] = { ...origin, depth, ...measures, faulty: shareOf(some, 'faulty tenant') };
    }
  }
  return { profiles: inOrder(profiles), weather: inOrder(weather), engines: inOrder(engines) };
}

function nameOf(told: ToldOfProof): string {
  if ('profile' in told) return told.profile;
  return 'engine' in told ? told.engine : told.weather;
}

function shareOf(ended: readonly Ended[], of: ToldOfProof['of']): Share {
  const these = ended.filter(({ told }) => told.of === of);
  return { tried: these.length, right: these.filter(({ passed }) => passed).length };
}

function inOrder<T>(parts: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
