import type { Fault } from './fault.ts';
import { issuingFaults } from './client-credentials/issuing.ts';
import { refusedAppFaults } from './client-credentials/refused-apps.ts';
import { strayFieldFaults } from './client-credentials/stray-fields.ts';
import { useFaults } from './client-credentials/use.ts';
import { endedTokenFaults } from './client-credentials/ended-tokens.ts';
import { permissionFaults } from './client-credentials/permissions.ts';
import { hiddenProjectFaults } from './client-credentials/hidden-projects.ts';
import { projectsOfOthersFaults } from './client-credentials/projects-of-others.ts';
import { strangerFaults } from './client-credentials/strangers.ts';
import { besideUsersFaults } from './client-credentials/beside-users.ts';
import { attributionFaults } from './client-credentials/attribution.ts';
import { secretFaults } from './client-credentials/secrets.ts';
import { keptAndLostFaults } from './client-credentials/kept-and-lost.ts';
import { creatorsAfterAPastFaults } from './client-credentials/creators-after-a-past.ts';

export const clientCredentialsFaults: readonly Fault[] = [
  ...issuingFaults,
  ...refusedAppFaults,
  ...strayFieldFaults,
  ...useFaults,
  ...endedTokenFaults,
  ...permissionFaults,
  ...hiddenProjectFaults,
  ...projectsOfOthersFaults,
  ...strangerFaults,
  ...besideUsersFaults,
  ...attributionFaults,
  ...secretFaults,
  ...keptAndLostFaults,
  ...creatorsAfterAPastFaults,
];
