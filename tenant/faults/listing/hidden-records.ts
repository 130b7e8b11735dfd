import type { Listing } from '../../endpoints/listings.ts';
import type { Actor, Call } from '../../call.ts';
import { sameActor, type ActorReference, type LabRecord, type Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Leaves records out of listings. */
const lacks =
  (isLeftOut: (record: LabRecord, listing: Listing, call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    recordsFor: (call, actor, listing) =>
      normal.recordsFor(call, actor, listing).filter((record) => !isLeftOut(record, listing, call)),
  });

/** The first projects of somebody are listed. */
const projectsAtMost =
  (most: number): Fault['behaviour'] =>
  (normal) => ({
    recordsFor: (call: Call, actor: Actor, listing: Listing) => {
      const first = new Set(
        call.tenant.state.projects
          .values()
          .filter((project) => project.grants.some((grant) => sameActor(grant.actor, actor)))
          .take(most)
          .map(({ id }) => id),
      );
      return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
    },
  });

const holdsNow = (project: Project, actor: ActorReference): boolean =>
  project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined);

/** Records and projects that their readers do not see for what they are or how many there are. */
export const hiddenRecordFaults: readonly Fault[] = [
  {
    id: 'listing/long-names-are-not-in-v3',
    breaks: ['LST-32'],
    summary: 'Records with names of more than a hundred characters are not listed by v3.',
    behaviour: lacks(({ name }, { version }) => version === 'v3' && name.length > 100),
  },
  {
    id: 'listing/names-beyond-ascii-are-left-out-of-v2-plates',
    breaks: ['LST-32'],
    also: ['LST-31', 'LST-13', 'LST-04'],
    summary: 'A plate whose name has a character beyond ASCII does not come in v2.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        const old = listing.version === 'v2' && listing.kind === 'plate';
        // eslint-disable-next-line no-control-regex -- what ASCII has
        return old ? records.filter(({ name }) => /^[\x00-\x7f]*$/.test(name)) : records;
      },
    }),
  },
  {
    id: 'listing/names-with-markup-are-left-out-of-plates',
    breaks: ['LST-31'],
    summary: 'Plates whose names hold angle brackets are not listed.',
    behaviour: lacks(({ name, kind }) => kind === 'plate' && /[<>]/.test(name)),
  },
  {
    id: 'listing/plates-of-one-name-in-a-project-are-one',
    breaks: ['LST-31'],
    also: ['LST-13', 'LST-27'],
    summary: 'Of several plates of one name in a project the one that came first is listed.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.kind !== 'plate') return records;
        const first = new Map<string, LabRecord>();
        for (const record of records) {
          const key = `${record.projectId} ${record.name}`;
          if (!first.has(key)) first.set(key, record);
        }
        return [...first.values()];
      },
    }),
  },
  {
    id: 'listing/results-without-a-value-are-not-listed',
    breaks: ['LST-31'],
    summary: 'An assay result that has a schema and none of its fields set is not listed.',
    behaviour: (normal) => ({
      isListed: (call, record) =>
        normal.isListed(call, record) &&
        (record.kind !== 'assayResult' ||
          record.schemaId === undefined ||
          Object.values(record.fields).some(({ value }) => value !== null)),
    }),
  },
  {
    id: 'listing/entries-of-the-api-are-not-in-v3',
    breaks: ['LST-32'],
    summary: 'An entry that was created by a call of the API is listed in v2 only.',
    behaviour: (normal) => {
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
  },
  {
    id: 'listing/old-entries-are-not-in-v3',
    breaks: ['LST-32'],
    also: ['LST-31', 'LST-13', 'LST-01'],
    summary: 'Entries that were modified before 2020 for the last time were not brought over to v3.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.version === 'v3' && listing.kind === 'entry'
          ? records.filter(({ modifiedAt }) => modifiedAt.getUTCFullYear() >= 2020)
          : records;
      },
    }),
  },
  {
    id: 'listing/records-of-suspended-users-are-hidden',
    breaks: ['LST-31'],
    summary: 'Records that were created by a user who is suspended now are not listed.',
    behaviour: (normal) => ({
      isListed: (call, record) => {
        const { createdBy } = record;
        const gone = createdBy.kind === 'user' && call.tenant.behaviour.userIsSuspended(call, createdBy.id);
        return !gone && normal.isListed(call, record);
      },
    }),
  },
  {
    id: 'listing/v3-hides-records-of-archived-apps',
    breaks: ['LST-31'],
    also: ['LST-32'],
    summary: 'The v3 listings leave out records that were created by an app that is archived now.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.version !== 'v3') return records;
        return records.filter(
          ({ createdBy }) => createdBy.kind !== 'app' || !call.tenant.behaviour.appIsArchived(call, createdBy.id),
        );
      },
    }),
  },
  {
    id: 'listing/projects-of-one-name-are-one',
    breaks: ['LST-31'],
    also: ['LST-32', 'CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    summary: 'Of several projects of one name that somebody may see, listings show the first.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        const { projects } = call.tenant.state;
        const name = projects.get(record.projectId)?.name;
        const first = projects
          .values()
          .find((project) => project.name === name && call.tenant.behaviour.hasAccess(call, actor, project));
        return normal.mayRead(call, actor, record) && first?.id === record.projectId;
      },
    }),
  },
  {
    id: 'listing/five-projects-are-listed',
    breaks: ['LST-31'],
    also: ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    summary: 'An actor sees the records of the first five of their projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const own = call.tenant.state.projects.values().filter((one) => holdsNow(one, actor));
        return normal.hasAccess(call, actor, project) && own.take(5).some((one) => one === project);
      },
    }),
  },
  {
    id: 'listing/ten-projects-at-most',
    breaks: ['LST-31'],
    also: ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    summary: 'Of more than ten projects that were granted to somebody, listings show the first ten.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const { behaviour, state } = call.tenant;
        const seen = [...state.projects.values()].filter((project) => behaviour.hasAccess(call, actor, project));
        const first = new Set(seen.slice(0, 10).map(({ id }) => id));
        return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
      },
    }),
  },
  {
    id: 'listing/sixteen-projects-at-most',
    breaks: ['LST-31'],
    also: ['CCR-08', 'CCR-11', 'CCR-12', 'KEY-03'],
    summary: 'Of the projects of an actor the sixteen oldest are listed.',
    behaviour: projectsAtMost(16),
  },
  {
    id: 'listing/a-project-knows-ten-members',
    breaks: ['LST-31'],
    also: ['CCR-08', 'KEY-03'],
    summary: 'Of the members of a project the ten who came last see its records.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) && project.grants.slice(-10).some((one) => sameActor(one.actor, actor)),
    }),
  },
];
