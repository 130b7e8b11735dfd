import type { CatalogueFigures, Report } from './report.ts';

/**
 * Returns the figures of the catalogue. Reports of earlier versions list the faults themselves instead of their number.
 */
export function catalogueFigures({ catalogue, faults }: Report): CatalogueFigures {
  return faults === undefined || catalogue.faults !== undefined ? catalogue : { ...catalogue, faults: faults.length };
}
