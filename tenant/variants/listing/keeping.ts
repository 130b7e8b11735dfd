import { addProject } from '../../state/initial-data.ts';
import { addRecord } from '../../state/add-record.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { headerOf } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const minute = 60_000;
const day = 86_400_000;

/**
 * Returns the records that an actor without a project is shown: those of the tenant's first project, which no other
 * actor may see.
 */
function examples(tenant: Tenant, kind: LabRecord['kind']): readonly LabRecord[] {
  const [first] = tenant.state.projects.keys();
  return tenant.state.records.byKind[kind].filter(({ projectId }) => projectId === first);
}

/** Variants of the storage of records and of places in listings. */
export const keepingVariants: readonly Variant[] = [
  {
    id: 'listing/page-tokens-are-of-one-credential',
    freedoms: ['FRE-135', 'FRE-136'],
    summary: 'A page token is valid only with the credential for which it was issued.',
    behaviour: (normal) => ({
      pageTokenIsBoundTo: (call, actor, listing) =>
        `${normal.pageTokenIsBoundTo(call, actor, listing)} ${headerOf(call.request, 'authorization') ?? ''}`,
    }),
  },
  {
    id: 'listing/page-tokens-mind-the-order-of-parameters',
    freedoms: ['FRE-135', 'FRE-138'],
    summary: 'A page token is valid only if the other parameters have the same order as in the call that returned it.',
    behaviour: (normal) => ({
      pageTokenIsBoundTo: (call, actor, listing) => {
        const names = [...call.request.query.keys()].filter((name) => name !== 'nextToken');
        return `${normal.pageTokenIsBoundTo(call, actor, listing)} ${names.join(' ')}`;
      },
    }),
  },
  {
    id: 'listing/page-tokens-of-ten-seconds',
    freedoms: ['FRE-135', 'FRE-136'],
    summary: 'A page token is valid for ten seconds.',
    behaviour: (normal) => {
      const made = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          made.set(token, call.now.getTime());
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          call.now.getTime() - (made.get(token) ?? 0) < 10_000
            ? normal.readPageToken(call, actor, listing, token)
            : refusal('invalid-page-token', 'This page is over.'),
      };
    },
  },
  {
    id: 'listing/times-of-whole-minutes',
    freedoms: ['FRE-156', 'FRE-146'],
    summary: 'Times are kept and shown in whole minutes, rounded, and records are sorted by these.',
    behaviour: () => ({
      shapeTime: (time) => `${new Date(Math.round(time.getTime() / minute) * minute).toISOString().slice(0, 16)}Z`,
      compareTimes: (_call, one, other) => Math.round(one.getTime() / minute) - Math.round(other.getTime() / minute),
    }),
  },
  {
    id: 'listing/times-are-days',
    freedoms: ['FRE-156', 'FRE-146'],
    summary: 'The modification time of a record is a day, and records are sorted by it.',
    behaviour: () => ({
      shapeTime: (time) => time.toISOString().slice(0, 10),
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / day) - Math.floor(other.getTime() / day),
    }),
  },
  {
    id: 'listing/names-in-compatibility-form',
    freedoms: ['FRE-133'],
    summary: 'An item is shown with a number and a title, which is its name in compatibility form.',
    behaviour: (normal) => {
      let count = 0;
      const numbers = new Map<string, number>();
      return {
        shapeItem: (call, listing, record) => {
          if (listing.kind === 'assayResult') return normal.shapeItem(call, listing, record);
          if (!numbers.has(record.id)) numbers.set(record.id, ++count);
          return {
            number: numbers.get(record.id),
            title: record.name.normalize('NFKC'),
            modifiedAt: normal.shapeTime(record.modifiedAt),
          };
        },
      };
    },
  },
  {
    id: 'listing/names-are-shortened',
    freedoms: ['FRE-133'],
    summary: 'The v3 listing shows only the beginning of the names of entries, in capital letters.',
    behaviour: (normal) => ({
      shapeItemV3: (call, record) => ({
        ...normal.shapeItemV3(call, record),
        name: `${record.name.slice(0, 12).toUpperCase()}…`,
      }),
    }),
  },
  {
    id: 'listing/newcomers-see-examples',
    freedoms: ['FRE-05', 'FRE-144'],
    summary: 'A user who was never added to any project is shown some examples.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const { projects } = call.tenant.state;
        const isNew =
          actor.kind === 'user' &&
          !projects.values().some(({ grants }) => grants.some((grant) => grant.actor.id === actor.id));
        return isNew ? examples(call.tenant, listing.kind) : normal.recordsFor(call, actor, listing);
      },
    }),
  },
  {
    id: 'listing/each-user-has-a-workspace',
    freedoms: ['FRE-05', 'FRE-125'],
    summary: 'Each user has their own project, with an entry, a plate and an assay result that no other actor sees.',
    behaviour: (normal) => {
      const settled = new Set<string>();
      return {
        answerListing: (call, actor, listing) => {
          if (actor.kind === 'user' && !settled.has(actor.id)) {
            settled.add(actor.id);
            const project = addProject(call.tenant, 'Workspace');
            normal.grantAccess(call.tenant, project, actor);
            for (const kind of ['entry', 'plate', 'assayResult'] as const) {
              const createdBy = { kind: 'user', id: actor.id } as const;
              const draft = { kind, projectId: project.id, createdBy, schemaId: undefined, fields: {} };
              addRecord(call.tenant, { ...draft, name: 'Welcome', modifiedAt: call.now });
            }
          }
          return normal.answerListing(call, actor, listing);
        },
      };
    },
  },
  {
    id: 'listing/a-traversal-is-of-its-beginning',
    freedoms: ['FRE-135', 'FRE-144'],
    summary: 'A traversal shows the records that existed when it began, as far as the caller may still see them.',
    behaviour: (normal) => {
      const begun = new Map<string, ReadonlySet<string>>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const records = normal.recordsAskedFor(call, actor, listing);
          const token = normal.pageTokenOf(call);
          const ids = token === undefined ? undefined : begun.get(token);
          return 'refused' in records || ids === undefined ? records : records.filter(({ id }) => ids.has(id));
        },
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const records = call.tenant.behaviour.recordsAskedFor(call, actor, listing);
          if (!('refused' in records)) begun.set(token, new Set(records.map(({ id }) => id)));
          return token;
        },
      };
    },
  },
  {
    id: 'listing/a-thousand-items-unless-asked-otherwise',
    freedoms: ['FRE-139', 'FRE-140'],
    summary: 'A page has a thousand items by default, and pageSize has no upper bound.',
    behaviour: () => ({ defaultPageSize: () => 1000, maximumPageSize: () => 1_000_000_000 }),
  },
  {
    id: 'listing/looking-leaves-traces',
    freedoms: ['FRE-125', 'FRE-144'],
    summary: 'Each listing of entries adds a record about the access to a project of the administrator.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const [project] = call.tenant.state.projects.keys();
        if (listing.kind === 'entry' && project !== undefined) {
          addRecord(call.tenant, {
            kind: 'entry',
            projectId: project,
            name: `Access by ${actor.id}`,
            modifiedAt: call.now,
            createdBy: { kind: actor.kind, id: actor.id },
            schemaId: undefined,
            fields: {},
          });
        }
        return normal.answerListing(call, actor, listing);
      },
    }),
  },
];
