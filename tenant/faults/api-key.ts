import type { Fault } from './fault.ts';
import { acceptanceFaults } from './api-key/acceptance.ts';
import { mistakenCredentialFaults } from './api-key/other-credentials.ts';
import { ownerFaults } from './api-key/owners.ts';
import { passwordFaults } from './api-key/passwords.ts';
import { permissionFaults } from './api-key/permissions.ts';
import { rotationFaults } from './api-key/rotation.ts';
import { tokenPathFaults } from './api-key/token-path.ts';
import { alteredKeyFaults, unknownUsernameFaults } from './api-key/usernames.ts';

export const apiKeyFaults: readonly Fault[] = [
  ...acceptanceFaults,
  ...permissionFaults,
  ...ownerFaults,
  ...alteredKeyFaults,
  ...unknownUsernameFaults,
  ...passwordFaults,
  ...mistakenCredentialFaults,
  ...tokenPathFaults,
  ...rotationFaults,
];
