import type { SuiteCheck } from '../../check.ts';
import { refusalChecks } from './refusal.ts';

/** The checks of the profile `transport`. */
export const transportChecks: readonly SuiteCheck[] = [...refusalChecks];
