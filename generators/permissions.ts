import fc from 'fast-check';
import { inWords } from '../core/wording.ts';
import { objectOf } from './object.ts';

/** How many records of each kind a project holds. */
export interface PlannedRecords {
  readonly entry: number;
  readonly plate: number;
  readonly assayResult: number;
}

/** A project before it is made: what it holds, and which of the apps are added to it. */
export interface PlannedProject {
  readonly records: PlannedRecords;
  /** Positions of apps. */
  readonly grantedTo: readonly number[];
  /** Whether the apps are added before its records are created. */
  readonly grantedFirst: boolean;
}

/** Apps and projects of a tenant, and who was added to what. */
export interface PlannedAccess {
  readonly apps: number;
  readonly projects: readonly PlannedProject[];
  /** Whether the apps look at the same time rather than one after another. */
  readonly atOnce: boolean;
  /** Whether the apps have one name. */
  readonly namesakes: boolean;
  /** Whether the projects have one name. */
  readonly projectNamesakes: boolean;
  /** Whether a user has authorized all of them. */
  readonly sharedUser: boolean;
}

const few = fc.nat(2);

const project = objectOf({
  records: fc
    .record({ entry: few, plate: few, assayResult: few }, { noNullPrototype: true })
    .filter(({ entry, plate, assayResult }) => entry + plate + assayResult > 0),
  grantedTo: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
  grantedFirst: fc.boolean(),
});

/**
 * Two or three apps and some projects. The first app was always added to a project with records of each kind: whoever
 * is to see nothing elsewhere must be seen to see something.
 */
export const accessPlans: fc.Arbitrary<PlannedAccess> = fc
  .record(
    {
      apps: fc.integer({ min: 2, max: 3 }),
      projects: fc.array(project, { minLength: 1, maxLength: 3 }),
      atOnce: fc.boolean(),
      namesakes: fc.boolean(),
      projectNamesakes: fc.boolean(),
      sharedUser: fc.boolean(),
    },
    { noNullPrototype: true },
  )
  .map(({ apps, projects, ...others }) => ({
    apps,
    projects: [
      { records: { entry: 1, plate: 1, assayResult: 1 }, grantedTo: [0], grantedFirst: true },
      ...projects.map((one) => ({ ...one, grantedTo: one.grantedTo.filter((app) => app < apps) })),
    ],
    ...others,
  }));

/** An access plan in words. */
export function tellAccess({ apps, projects, atOnce, namesakes, sharedUser }: PlannedAccess): string {
  const told = projects.map(({ records, grantedTo, grantedFirst }, index) => {
    const holds = Object.entries(records).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
    const added = grantedTo.length === 0 ? 'nobody' : grantedTo.map((app) => `app ${app + 1}`).join(' and ');
    return `project ${index + 1} (${holds.join(', ')}) granted to ${added}${grantedFirst ? ' before it was filled' : ''}`;
  });
  return inWords`${apps} apps${namesakes ? ' of one name' : ''}${sharedUser ? ' with a common user' : ''}; ${told.join('; ')}; looked at ${atOnce ? 'at once' : 'one after another'}`;
}

/** One step in the history of an app's access to two projects. */
export interface AccessStep {
  /** `regrant`: taken from the project and added again. */
  readonly does: 'grant' | 'revoke' | 'regrant' | 'record';
  readonly project: 0 | 1;
}

/** Histories of granting, revoking and recording in which something is granted. */
export const accessHistories: fc.Arbitrary<readonly AccessStep[]> = fc
  .array(
    objectOf({
      does: fc.oneof(
        { weight: 3, arbitrary: fc.constant('grant' as const) },
        { weight: 1, arbitrary: fc.constant('revoke' as const) },
        { weight: 1, arbitrary: fc.constant('regrant' as const) },
        { weight: 2, arbitrary: fc.constant('record' as const) },
      ),
      project: fc.constantFrom(0 as const, 1 as const),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .filter((steps) => steps.some(({ does }) => does === 'grant'));
