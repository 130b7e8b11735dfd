import type { Call } from '../../call.ts';

/** Milliseconds since a user was last suspended or un-suspended. */
export const userChangedAgo = (call: Call, userId: string): number =>
  call.now.getTime() - (call.tenant.state.users.get(userId)?.activeChangedAt.getTime() ?? 0);

/** Milliseconds since an app was last archived or unarchived. */
export const appChangedAgo = (call: Call, appId: string): number =>
  call.now.getTime() - (call.tenant.state.apps.get(appId)?.archivedChangedAt.getTime() ?? 0);
