import type { Call } from '../../call.ts';
import type { Project } from '../../state/model.ts';

/** Whether somebody has authorized an app for which this holds. */
export const authorized = (call: Call, userId: string, isOne: (appId: string) => boolean): boolean =>
  call.tenant.state.delegations.some((one) => one.userId === userId && isOne(one.appId));

/** Whether an app is installed. */
export const isInstalled = (call: Call, appId: string): boolean =>
  call.tenant.state.apps.get(appId)?.installed === true;

/** Whether somebody was added to a project. */
export const isMember = (project: Project, id: string): boolean => project.grants.some(({ actor }) => actor.id === id);
