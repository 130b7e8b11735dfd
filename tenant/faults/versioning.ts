import type { Fault } from './fault.ts';
import { versionFaults } from './versioning/versions.ts';
import { alikeFaults } from './versioning/alike.ts';
import { refusedByV3Faults } from './versioning/refused-by-v3.ts';
import { permissionFaults } from './versioning/permissions.ts';
import { legacyPathFaults } from './versioning/legacy-path.ts';
import { legacyPathGrantFaults } from './versioning/legacy-path-grants.ts';
import { legacyPathRefusalFaults } from './versioning/legacy-path-refusals.ts';
import { legacyTokenFaults } from './versioning/legacy-tokens.ts';
import { userGrantFaults } from './versioning/user-grants.ts';
import { refreshTokensOfBothPathsFaults } from './versioning/refresh-tokens-of-both-paths.ts';
import { authorizationPathFaults } from './versioning/authorization-path.ts';
import { webhookVersionFaults } from './versioning/webhooks.ts';
import { heldByTheLegacyPathFaults } from './versioning/held-by-the-legacy-path.ts';

export const versioningFaults: readonly Fault[] = [
  ...versionFaults,
  ...alikeFaults,
  ...refusedByV3Faults,
  ...permissionFaults,
  ...legacyPathFaults,
  ...legacyPathGrantFaults,
  ...legacyPathRefusalFaults,
  ...legacyTokenFaults,
  ...userGrantFaults,
  ...refreshTokensOfBothPathsFaults,
  ...authorizationPathFaults,
  ...webhookVersionFaults,
  ...heldByTheLegacyPathFaults,
];
