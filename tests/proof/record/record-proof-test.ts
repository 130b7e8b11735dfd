import type { TestContext } from 'vitest';
import type { Depth, WeatherFigures } from '../../../docs/proof-figures.ts';

/** The measured part of a class of weather. */
export type WeatherMeasures = Omit<WeatherFigures, 'date' | 'commit' | 'faulty' | 'depth'>;

/** The record that a test of the proof makes of itself. */
export type ToldOfProof = { readonly depth: Depth } & (
  | { readonly of: 'fault' | 'variant'; readonly profile: string }
  | { readonly of: 'weather'; readonly weather: string; readonly measures: WeatherMeasures }
  | { readonly of: 'faulty tenant'; readonly weather: string }
  | { readonly of: 'engine'; readonly engine: string; readonly shown: string }
);

declare module 'vitest' {
  interface TaskMeta {
    proof?: ToldOfProof;
  }
}

/** Records the subject and the measures of a test of the proof. */
export function recordProofTest({ task }: Pick<TestContext, 'task'>, told: ToldOfProof): void {
  task.meta.proof = told;
}
