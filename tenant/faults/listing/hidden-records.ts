import type { Listing } from '../../endpoints/listings.ts';
import type { Actor, Call } from '../../call.ts';
import { sameActor, type LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { grantsTo, isOpenTo } from '../operators/visibility.ts';
import { breaking } from './rows.ts';
import { becomes, onlyIf } from '../operators/rules.ts';

/** Leaves records out of listings. */
const leavesOut = (isLeftOut: (record: LabRecord, listing: Listing, call: Call) => boolean): Fault['behaviour'] =>
  becomes('recordsFor', (right, call, _actor, listing) => right.filter((record) => !isLeftOut(record, listing, call)));

/** Lists only the first projects of an actor. */
const projectsAtMost =
  (most: number): Fault['behaviour'] =>
  (normal) => ({
    recordsFor: (call: Call, actor: Actor, listing: Listing) => {
      const first = new Set(
        call.tenant.state.projects
          .values()
          .filter((project) => grantsTo(project, actor).length > 0)
          .take(most)
          .map(({ id }) => id),
      );
      return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
    },
  });

/** Faults in which readers do not see records or projects because of a property or their number. */
export const hiddenRecordFaults: readonly Fault[] = [
  ...breaking('LST-32', {
    'long-names-are-not-in-v3': [
      leavesOut(({ name }, { version }) => version === 'v3' && name.length > 100),
      'The v3 listings lack records with names of more than a hundred characters.',
    ],
    'names-beyond-ascii-are-left-out-of-v2-plates': [
      becomes('recordsFor', (records, _call, _actor, listing) => {
        const old = listing.version === 'v2' && listing.kind === 'plate';
        // eslint-disable-next-line no-control-regex -- what ASCII has
        return old ? records.filter(({ name }) => /^[\x00-\x7f]*$/.test(name)) : records;
      }),
      'The v2 listing of plates lacks plates whose names have a character beyond ASCII.',
      ['LST-31', 'LST-13', 'LST-04'],
    ],
    'entries-of-the-api-are-not-in-v3': [
      (normal) => {
        const created = new Set<string>();
        let isCall = false;
        return {
          answerCreation: (call, actor) => {
            isCall = true;
            try {
              return normal.answerCreation(call, actor);
            } finally {
              isCall = false;
            }
          },
          recordWasAdded: (tenant, record) => {
            if (isCall) created.add(record.id);
            normal.recordWasAdded(tenant, record);
          },
          isListed: (call, record) =>
            normal.isListed(call, record) && !(created.has(record.id) && call.request.path.startsWith('/api/v3/')),
        };
      },
      'The v3 listings lack entries that were created by a call of the API.',
    ],
    'old-entries-are-not-in-v3': [
      becomes('recordsFor', (records, _call, _actor, listing) =>
        listing.version === 'v3' && listing.kind === 'entry'
          ? records.filter(({ modifiedAt }) => modifiedAt.getUTCFullYear() >= 2020)
          : records,
      ),
      'The v3 listing of entries lacks entries that were last modified before 2020.',
      ['LST-31', 'LST-13', 'LST-01'],
    ],
  }),
  ...breaking('LST-31', {
    'names-with-markup-are-left-out-of-plates': [
      leavesOut(({ name, kind }) => kind === 'plate' && /[<>]/.test(name)),
      'The listings lack plates whose names have angle brackets.',
    ],
    'plates-of-one-name-in-a-project-are-one': [
      becomes('recordsFor', (records, _call, _actor, listing) => {
        if (listing.kind !== 'plate') return records;
        const first = new Map<string, LabRecord>();
        for (const record of records) {
          const key = `${record.projectId} ${record.name}`;
          if (!first.has(key)) first.set(key, record);
        }
        return [...first.values()];
      }),
      'If several plates in a project have the same name, only the first one is listed.',
      ['LST-13', 'LST-27'],
    ],
    'results-without-a-value-are-not-listed': [
      onlyIf(
        'isListed',
        (_call, record) =>
          record.kind !== 'assayResult' ||
          record.schemaId === undefined ||
          Object.values(record.fields).some(({ value }) => value !== null),
      ),
      'The listing lacks assay results that have a schema but no field with a value.',
    ],
    'records-of-suspended-users-are-hidden': [
      (normal) => ({
        isListed: (call, record) => {
          const { createdBy } = record;
          const gone = createdBy.kind === 'user' && call.tenant.behaviour.userIsSuspended(call, createdBy.id);
          return !gone && normal.isListed(call, record);
        },
      }),
      'The listings lack records that were created by a user who is suspended now.',
    ],
    'v3-hides-records-of-archived-apps': [
      becomes('recordsFor', (records, call, _actor, listing) => {
        if (listing.version !== 'v3') return records;
        return records.filter(
          ({ createdBy }) => createdBy.kind !== 'app' || !call.tenant.behaviour.appIsArchived(call, createdBy.id),
        );
      }),
      'The v3 listings lack records that were created by an app that is archived now.',
      ['LST-32'],
    ],
    'projects-of-one-name-are-one': [
      (normal) => ({
        mayRead: (call, actor, record) => {
          const { projects } = call.tenant.state;
          const name = projects.get(record.projectId)?.name;
          const first = projects
            .values()
            .find((project) => project.name === name && call.tenant.behaviour.hasAccess(call, actor, project));
          return normal.mayRead(call, actor, record) && first?.id === record.projectId;
        },
      }),
      'If several projects that an actor may see have the same name, listings show only the first one.',
      ['LST-32', 'CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'five-projects-are-listed': [
      (normal) => ({
        hasAccess: (call, actor, project) => {
          const own = call.tenant.state.projects.values().filter((one) => isOpenTo(one, actor));
          return normal.hasAccess(call, actor, project) && own.take(5).some((one) => one === project);
        },
      }),
      'An actor sees only the records of their first five projects.',
      ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'ten-projects-at-most': [
      (normal) => ({
        recordsFor: (call, actor, listing) => {
          const { behaviour, state } = call.tenant;
          const seen = [...state.projects.values()].filter((project) => behaviour.hasAccess(call, actor, project));
          const first = new Set(seen.slice(0, 10).map(({ id }) => id));
          return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
        },
      }),
      'If an actor may see more than ten projects, listings show only the first ten.',
      ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'sixteen-projects-at-most': [
      projectsAtMost(16),
      'Listings show only the sixteen oldest projects of an actor.',
      ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    ],
    'a-project-knows-ten-members': [
      onlyIf('hasAccess', (_call, actor, project) =>
        project.grants.slice(-10).some((one) => sameActor(one.actor, actor)),
      ),
      'Only the ten members of a project who were added last see its records.',
      ['CCR-08', 'KEY-03'],
    ],
  }),
];
