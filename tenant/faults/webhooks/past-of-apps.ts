import type { App } from '../../state/model.ts';

/** Whether an app was installed for the third time or later. */
export const wasReinstalled = (app: App): boolean => app.installation > 2;

/** Whether an app was archived or unarchived since it was made. */
export const wasUnarchived = (app: App): boolean => app.archivedChangedAt.getTime() !== app.createdAt.getTime();
