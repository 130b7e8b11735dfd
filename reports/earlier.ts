import type { CatalogueFigures, Report } from './report.ts';

/** The figures of the catalogue. Reports of earlier versions list the faults themselves in place of their number. */
export function catalogueFigures({ catalogue, faults }: Report): CatalogueFigures {
  return faults === undefined || catalogue.faults !== undefined ? catalogue : { ...catalogue, faults: faults.length };
}
