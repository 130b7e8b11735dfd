import type { Fault } from './fault.ts';
import { versionFaults } from './versioning/versions.ts';
import { refusedByOneVersionFaults } from './versioning/refused-by-one-version.ts';
import { lastingFaults } from './versioning/lasting.ts';
import { permissionFaults } from './versioning/permissions.ts';
import { legacyPathRefusalFaults } from './versioning/legacy-path-refusals.ts';
import { legacyPathGrantFaults } from './versioning/legacy-path-grants.ts';
import { legacyPathAnswerFaults } from './versioning/legacy-path-answers.ts';
import { refreshTokensOfBothPathsFaults } from './versioning/refresh-tokens-of-both-paths.ts';
import { webhookVersionFaults } from './versioning/webhooks.ts';

export const versioningFaults: readonly Fault[] = [
  ...versionFaults,
  ...refusedByOneVersionFaults,
  ...lastingFaults,
  ...permissionFaults,
  ...legacyPathRefusalFaults,
  ...legacyPathGrantFaults,
  ...legacyPathAnswerFaults,
  ...refreshTokensOfBothPathsFaults,
  ...webhookVersionFaults,
];
