import type { App, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const hasMarks = ({ name }: App | User): boolean => /['"<>&]/.test(name);
const isBeyondAscii = ({ name }: App | User): boolean => /[^ -~]/.test(name);

function lostArchiving(id: string, summary: string, isLost: (app: App) => boolean): Fault {
  return {
    id,
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28'],
    summary,
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (!archived || !isLost(app)) normal.setArchived(tenant, app, archived);
      },
    }),
  };
}

function lostUninstallation(id: string, summary: string, isLost: (app: App) => boolean): Fault {
  return {
    id,
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-35', 'LIF-36', 'LIF-37', 'LIF-40'],
    summary,
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (installed || !isLost(app)) normal.setInstalled(tenant, app, installed);
      },
    }),
  };
}

/** Changes of state that are lost for what else is true of the user or the app. */
export const howeverMadeFaults: readonly Fault[] = [
  lostArchiving(
    'lifecycle/no-archiving-of-names-with-marks',
    'The archiving of an app with an apostrophe or marks of HTML in its name is lost.',
    hasMarks,
  ),
  lostArchiving(
    'lifecycle/no-archiving-of-names-beyond-ascii',
    'The archiving of an app with letters beyond ASCII in its name is lost.',
    isBeyondAscii,
  ),
  lostArchiving(
    'lifecycle/no-archiving-beside-a-webhook',
    'The archiving of an app that has a webhook is lost.',
    ({ webhook }) => webhook !== undefined,
  ),
  lostArchiving(
    'lifecycle/no-archiving-of-several-redirect-uris',
    'The archiving of an app that has two redirect URIs is lost.',
    ({ redirectUris }) => redirectUris.length > 1,
  ),
  lostUninstallation(
    'lifecycle/no-uninstallation-of-names-with-marks',
    'The uninstallation of an app with an apostrophe or marks of HTML in its name is lost.',
    hasMarks,
  ),
  lostUninstallation(
    'lifecycle/no-uninstallation-beside-a-webhook',
    'The uninstallation of an app that has a webhook is lost.',
    ({ webhook }) => webhook !== undefined,
  ),
  lostUninstallation(
    'lifecycle/no-uninstallation-of-several-redirect-uris',
    'The uninstallation of an app that has two redirect URIs is lost.',
    ({ redirectUris }) => redirectUris.length > 1,
  ),
];
