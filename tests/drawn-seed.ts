import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of the suite's own property-based tests. With 0, each run draws a new one. */
    seed: number;
  }
}

// A run that gates a change has a fixed seed, so that its result does not vary. A run that explores draws a new seed
// and prints it if a property fails.
const seed = inject('seed');
fc.configureGlobal(seed === 0 ? {} : { seed });
