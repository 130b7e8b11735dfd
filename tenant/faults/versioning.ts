import type { Fault } from './fault.ts';
import { alikeFaults } from './versioning/alike.ts';
import { legacyPathFaults } from './versioning/legacy-path.ts';
import { legacyTokenFaults } from './versioning/legacy-tokens.ts';
import { versionFaults } from './versioning/versions.ts';

export const versioningFaults: readonly Fault[] = [
  ...versionFaults,
  ...legacyPathFaults,
  ...legacyTokenFaults,
  ...alikeFaults,
];
