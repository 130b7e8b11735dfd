import type { SuiteCheck } from '../../check.ts';
import { concurrentFiltersChecks } from './concurrent-filters.ts';
import { specialCharactersChecks } from './special-characters.ts';
import { combinationChecks } from './combination.ts';
import { identifiersChecks } from './identifiers.ts';
import { recordsAddedLaterChecks } from './records-added-later.ts';
import { manyMatchesChecks } from './many-matches.ts';
import { pagesChecks } from './pages.ts';
import { rangesChecks } from './ranges.ts';
import { reachChecks } from './reach.ts';
import { restrictionChecks } from './restriction.ts';
import { spacesChecks } from './spaces.ts';
import { textFilterChecks } from './text.ts';
import { fixedValuesChecks } from './fixed-values.ts';

/**
 * The checks of the profile `filtering`.
 *
 * In addition:
 * - `assays.ts`: assay results to filter
 * - `laboratory.ts`: a laboratory with fields of each type
 */
export const filteringChecks: readonly SuiteCheck[] = [
  // restriction: the restriction of results by a filter
  ...restrictionChecks,
  // text: equality of texts
  ...textFilterChecks,
  // identifiers: links and dropdowns are matched by identifier
  ...identifiersChecks,
  // ranges: range operators
  ...rangesChecks,
  // spaces: the space between an operator and its value
  ...spacesChecks,
  // special-characters: escaping, encoding and characters that mean something elsewhere
  ...specialCharactersChecks,
  // combination: several assertions in one filter, and several filters one after the other
  ...combinationChecks,
  // pages: filters with pages
  ...pagesChecks,
  // many-matches: filters that leave many records
  ...manyMatchesChecks,
  // records-added-later: records that are added after a filter was used
  ...recordsAddedLaterChecks,
  // reach: records that an actor sees under a filter
  ...reachChecks,
  // concurrent-filters: many records, and several filters of one reader at the same time
  ...concurrentFiltersChecks,
  // fixed-values: fixed values that every run asks for
  ...fixedValuesChecks,
];
