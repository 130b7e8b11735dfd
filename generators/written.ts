import fc from 'fast-check';

/** Cases that are written down, for a check to spread into its definition. */
export interface WrittenCases<Case> {
  readonly cases: fc.Arbitrary<Case>;
  readonly maxCases: number;
  readonly sameAs?: (given: Case) => unknown;
  readonly areWritten: true;
}

/** Each of these in some order; another one is no smaller form of it. */
export function written<Case>(all: readonly Case[]): WrittenCases<Case> {
  return { cases: fc.noShrink(fc.constantFrom(...all)), maxCases: all.length, areWritten: true };
}
