import type { ActorAct, ReachStep, UserAct } from '../../generators/reach-story.ts';

// What happens to actors and projects, by their numbers, in the words of a story.

export const grant = (who: number, project = 0): ReachStep => ({ do: 'grant', who, project });
export const revoke = (who: number, project = 0): ReachStep => ({ do: 'revoke', who, project });
export const record = (project = 0): ReachStep => ({ do: 'record', project });
export const look = (who = 0): ReachStep => ({ do: 'look', who });
export const wait = (seconds: number): ReachStep => ({ do: 'wait', seconds });
/** What one actor does, or what is done to it. */
export const act = (does: ActorAct, who = 0): ReachStep => ({ do: does, who });
/** What a user does with an app, or the app for the user. */
export const withUser = (does: UserAct, who: number, app = 0): ReachStep => ({ do: does, who, app });
