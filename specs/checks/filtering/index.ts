import type { SuiteCheck } from '../../check.ts';
import { atOnceChecks } from './at-once.ts';
import { awkwardTextChecks } from './awkward.ts';
import { combinationChecks } from './combination.ts';
import { identifierChecks } from './identifiers.ts';
import { laterChecks } from './later.ts';
import { manyMatchChecks } from './many-matches.ts';
import { pageChecks } from './pages.ts';
import { rangeChecks } from './ranges.ts';
import { reachChecks } from './reach.ts';
import { restrictionChecks } from './restriction.ts';
import { spaceChecks } from './spaces.ts';
import { textFilterChecks } from './text.ts';
import { sweepChecks } from './sweeps.ts';

/** The checks of the profile `filtering`. */
export const filteringChecks: readonly SuiteCheck[] = [
  ...restrictionChecks,
  ...textFilterChecks,
  ...identifierChecks,
  ...rangeChecks,
  ...spaceChecks,
  ...awkwardTextChecks,
  ...combinationChecks,
  ...pageChecks,
  ...manyMatchChecks,
  ...laterChecks,
  ...reachChecks,
  ...atOnceChecks,
  ...sweepChecks,
];
