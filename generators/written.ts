import fc from 'fast-check';

/** Written cases, which a check spreads into its definition. */
export interface WrittenCases<Case> {
  readonly cases: fc.Arbitrary<Case>;
  readonly maxCases: number;
  readonly sameAs?: (given: Case) => unknown;
  readonly casesAreWritten: true;
}

/** Returns each of these cases, in some order. Cases do not shrink, because no case is a smaller form of another. */
export function written<Case>(all: readonly Case[]): WrittenCases<Case> {
  return { cases: fc.noShrink(fc.constantFrom(...all)), maxCases: all.length, casesAreWritten: true };
}
