import type { TestContext } from 'vitest';
import type { Depth, WeatherFigures } from '../../../docs/proof-figures.ts';

/** The measured part of a class of weather. */
export type WeatherMeasures = Omit<WeatherFigures, 'date' | 'commit' | 'faulty' | 'depth'>;

/** What a test of the proof tells the record of itself. */
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

/** Tells the record of the proof what a test is about, and what it measured. */
export function tellRecord({ task }: Pick<TestContext, 'task'>, told: ToldOfProof): void {
  task.meta.proof = told;
}
