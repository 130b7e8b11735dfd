import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';
import { follow, loseChange, oneAtATime } from '../operators/changes.ts';
import { always } from '../operators/kinds.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { before } from '../operators/rules.ts';
import { isUninstalled } from '../operators/standing.ts';
import { archivingSpares } from './decisions.ts';
import { hasMarks, hasSeveralRedirectUris, hasWebhook, isBeyondAscii } from './names.ts';

const endedBy = (deviation: Fault['behaviour']) => by(archivingSpares.everything, deviation);

/** Unarchives an app, archived or not. */
const unarchive = (tenant: Tenant, app: App | undefined): void => {
  if (app !== undefined) tenant.behaviour.setArchived(tenant, app, false);
};

/** Faults in which an archiving has no effect, or ends without an unarchiving. */
export const endOfArchivingFaults: readonly Fault[] = faultsOf('lifecycle', {
  'archiving-an-uninstalled-app-is-forgotten': [
    endedBy(loseChange('archiving', isUninstalled)),
    always,
    'If an app is archived while it is uninstalled, it is not archived when it is installed.',
  ],
  'the-second-archiving-does-nothing': [
    endedBy(loseChange('archiving', (_app, times) => times >= 2)),
    always,
    'The second archiving of an app and later ones have no effect.',
    { breaks: ['LIF-28'], also: ['LIF-21'] },
  ],
  'no-archiving-of-names-with-marks': [
    endedBy(loseChange('archiving', hasMarks)),
    always,
    'Archiving has no effect on an app with an apostrophe or HTML characters in its name.',
  ],
  'no-archiving-of-names-beyond-ascii': [
    endedBy(loseChange('archiving', isBeyondAscii)),
    always,
    'Archiving has no effect on an app with letters beyond ASCII in its name.',
  ],
  'no-archiving-beside-a-webhook': [
    endedBy(loseChange('archiving', hasWebhook)),
    always,
    'Archiving has no effect on an app with a webhook.',
  ],
  'no-archiving-of-several-redirect-uris': [
    endedBy(loseChange('archiving', hasSeveralRedirectUris)),
    always,
    'Archiving has no effect on an app with two or more redirect URIs.',
  ],
  'a-withdrawal-unarchives': [
    endedBy(before('revokeAccess', (tenant, _project, { id }) => unarchive(tenant, tenant.state.apps.get(id)))),
    always,
    'An archived app that is removed from a project is active again.',
  ],
  'a-grant-unarchives': [
    endedBy(before('grantAccess', (tenant, _project, { id }) => unarchive(tenant, tenant.state.apps.get(id)))),
    always,
    'An archived app that is added to a project is active again.',
  ],
  'a-registration-unarchives': [
    endedBy(before('registerRedirectUri', unarchive)),
    always,
    'An archived app to which a redirect URI is added is active again.',
    { breaks: ['LIF-22'], also: ['LIF-21'] },
  ],
  'rotating-the-secret-unarchives': [
    endedBy(before('rotateClientSecret', unarchive)),
    always,
    'An archived app whose client secret is rotated is active again.',
    { breaks: ['LIF-22'], also: ['LIF-21'] },
  ],
  'installation-unarchives': [
    endedBy(follow('installation', unarchive)),
    always,
    'An archived app that is installed again is active.',
    { breaks: ['LIF-42'], also: ['LIF-21'] },
  ],
  'one-archived-app-at-a-time': [
    endedBy(oneAtATime('archiving', unarchive)),
    always,
    'When another app is archived, the app that was archived before is active again.',
  ],
  'unarchiving-one-app-unarchives-all': [
    endedBy(
      follow('unarchiving', (tenant) => {
        for (const app of tenant.state.apps.values()) unarchive(tenant, app);
      }),
    ),
    always,
    'When an app is unarchived, all other archived apps are unarchived too.',
    { breaks: ['LIF-21', 'LIF-22'] },
  ],
});
