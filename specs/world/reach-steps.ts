import type { ActorAct, ReachStep, UserAct } from '../../generators/reach-story.ts';

// The steps of a reach story. Numbers stand for its actors and projects.

export const grant = (who: number, project = 0): ReachStep => ({ do: 'grant', who, project });
export const revoke = (who: number, project = 0): ReachStep => ({ do: 'revoke', who, project });
export const record = (project = 0): ReachStep => ({ do: 'record', project });
export const look = (who = 0): ReachStep => ({ do: 'look', who });
export const wait = (seconds: number): ReachStep => ({ do: 'wait', seconds });
/** Lets one actor do something, or does something to it. */
export const act = (does: ActorAct, who = 0): ReachStep => ({ do: does, who });
/** Lets a user do something with an app, or the app with the user. */
export const withUser = (does: UserAct, who: number, app = 0): ReachStep => ({ do: does, who, app });
