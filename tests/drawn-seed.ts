import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of what the properties of the suite's own tests draw; where it is 0, each run draws another. */
    seed: number;
  }
}

// What gates a change must not end otherwise today than yesterday; what explores draws anew, and prints its seed where
// a property does not hold.
const seed = inject('seed');
fc.configureGlobal(seed === 0 ? {} : { seed });
