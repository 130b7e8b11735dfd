import type { Fault } from './fault.ts';
import { acceptanceFaults } from './api-key/acceptance.ts';
import { keysAndAppsFaults } from './api-key/keys-and-apps.ts';
import { permissionFaults } from './api-key/permissions.ts';
import { visibleProjectFaults } from './api-key/visible-projects.ts';
import { ownerFaults } from './api-key/owners.ts';
import { refusalFaults } from './api-key/refusal.ts';
import { keyLookUpFaults } from './api-key/key-look-up.ts';
import { otherUsernameFaults } from './api-key/other-usernames.ts';
import { passwordFaults } from './api-key/passwords.ts';
import { bearerKeyFaults } from './api-key/bearer-keys.ts';
import { tokenPathFaults } from './api-key/token-path.ts';
import { rotationFaults } from './api-key/rotation.ts';
import { replacedKeyFaults } from './api-key/replaced-keys.ts';
import { wordAndAdditionFaults } from './api-key/words-and-additions.ts';
import { richerCallFaults } from './api-key/richer-calls.ts';
import { keyOfAuthorizingOwnerFaults } from './api-key/keys-of-authorizing-owners.ts';

export const apiKeyFaults: readonly Fault[] = [
  ...acceptanceFaults,
  ...keysAndAppsFaults,
  ...permissionFaults,
  ...visibleProjectFaults,
  ...ownerFaults,
  ...refusalFaults,
  ...keyLookUpFaults,
  ...otherUsernameFaults,
  ...passwordFaults,
  ...bearerKeyFaults,
  ...tokenPathFaults,
  ...rotationFaults,
  ...replacedKeyFaults,
  ...wordAndAdditionFaults,
  ...richerCallFaults,
  ...keyOfAuthorizingOwnerFaults,
];
