import type { SuiteCheck } from '../../check.ts';
import { answerChecks } from './answers.ts';
import { creatorChecks } from './creators.ts';
import { grantChecks } from './grants.ts';
import { idTokenChecks } from './id-tokens.ts';
import { kindChecks } from './kinds.ts';
import { nothingChecks } from './nothing.ts';
import { orderChecks } from './order.ts';
import { pageTokenChecks } from './page-tokens.ts';
import { laterPageTokenChecks } from './page-tokens-later.ts';
import { reachChecks } from './reach.ts';
import { sizeChecks } from './sizes.ts';
import { stabilityChecks } from './stability.ts';
import { walkChecks } from './walks.ts';
import { manyRecordsChecks } from './many-records.ts';
import { alikeChecks } from './alike.ts';
import { readerChecks } from './readers.ts';
import { nameChecks } from './names.ts';

/** The checks of the profile `listing`. */
export const listingChecks: readonly SuiteCheck[] = [
  ...answerChecks,
  ...kindChecks,
  ...walkChecks,
  ...nothingChecks,
  ...sizeChecks,
  ...orderChecks,
  ...stabilityChecks,
  ...pageTokenChecks,
  ...laterPageTokenChecks,
  ...reachChecks,
  ...grantChecks,
  ...manyRecordsChecks,
  ...alikeChecks,
  ...readerChecks,
  ...creatorChecks,
  ...nameChecks,
  ...idTokenChecks,
];
