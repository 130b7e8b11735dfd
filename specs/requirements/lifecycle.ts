import type { RequirementEntry } from './entry.ts';
import { userSuspension } from './lifecycle/user-suspension.ts';
import { appAvailability } from './lifecycle/app-availability.ts';

/** Suspension of users; archiving and installation of apps. */
export const lifecycle = [...userSuspension, ...appAvailability] as const satisfies readonly RequirementEntry[];
