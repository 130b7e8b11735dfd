import type { Call } from '../../call.ts';
import { FIFTEEN_MINUTES, MINUTE } from '../durations.ts';
import { usersOf } from '../operators/holdings.ts';
import { all, not } from '../operators/kinds.ts';
import { olderThan } from '../operators/moments.ts';
import type { Holds } from '../operators/presented.ts';
import { appIs } from '../operators/standing.ts';
import { projectsOf } from '../operators/visibility.ts';

/** Conditions that a token has not expired, and that it expires within a minute. */
export const isLive = not(olderThan(FIFTEEN_MINUTES));
export const isInLastMinute = all(isLive, olderThan(14 * MINUTE));

/** Conditions on an app: a webhook address, users who authorized it, its number of redirect URIs or projects. */
export const hasWebhook = appIs(({ webhook }) => webhook?.url !== undefined);
export const hasUsers = appIs(({ id }, call) => usersOf(call, id).size > 0);
export const hasRedirectUris = (least: number): Holds => appIs(({ redirectUris }) => redirectUris.length >= least);
const projects = (call: Call, id: string): number => projectsOf(call, { kind: 'app', id }).length;
export const isInProjects = (least: number): Holds => appIs(({ id }, call) => projects(call, id) >= least);
export const isInNone = appIs(({ id }, call) => projects(call, id) === 0);
