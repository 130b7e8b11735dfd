import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

const refuse = (message: string): never => {
  throw new Refused(409, 'not_now', message);
};

/** Variants of the operations that operator consoles refuse. */
export const lifecycleConsoleVariants: readonly Variant[] = [
  {
    id: 'lifecycle/no-keys-for-the-suspended',
    freedoms: ['FRE-118'],
    summary: 'While a user is suspended, no key can be created for this user.',
    behaviour: (normal) => ({
      createApiKey: (tenant, user, createdAt) =>
        user.active ? normal.createApiKey(tenant, user, createdAt) : refuse('The user is suspended.'),
      rotateApiKey: (tenant, user) =>
        user.active ? normal.rotateApiKey(tenant, user) : refuse('The user is suspended.'),
    }),
  },
  {
    id: 'lifecycle/one-state-at-a-time',
    freedoms: ['FRE-124'],
    summary:
      'An archived app can be neither installed nor uninstalled, and an app that is not installed cannot be archived.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) =>
        app.archived && app.installed !== installed
          ? refuse('The app is archived.')
          : normal.setInstalled(tenant, app, installed),
      setArchived: (tenant, app, archived) =>
        !app.installed && app.archived !== archived
          ? refuse('The app is not installed.')
          : normal.setArchived(tenant, app, archived),
    }),
  },
  {
    id: 'lifecycle/no-secrets-for-the-archived',
    freedoms: ['FRE-124'],
    summary: 'The secret of an app can be rotated only while the app is installed and not archived.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) =>
        app.archived || !app.installed ? refuse('The app is not in use.') : normal.rotateClientSecret(tenant, app),
    }),
  },
];
