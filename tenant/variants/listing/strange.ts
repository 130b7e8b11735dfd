import type { Call } from '../../call.ts';
import { jsonAnswer, withMembers } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { LabRecord, Project } from '../../state/model.ts';
import { addRecord } from '../../state/add-record.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

/** Reports whether this is the project that every tenant has from the start. */
function isDemonstration(tenant: Tenant, project: Project): boolean {
  return tenant.state.projects.values().next().value === project;
}

/** Returns a generator of ascending numbers for each kind, so that different kinds have the same identifiers. */
function countedIds(): (kind: string) => string {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return String(count);
  };
}

const recordKinds: ReadonlySet<string> = new Set(['entry', 'plate', 'assayResult']);

/** Formats a time for people, in a form that programs rarely use. */
export function timeInWords(time: Date): string {
  const [date = ''] = time.toUTCString().split(/ (?=\d\d:)/);
  const hours = time.getUTCHours();
  const rest = time.toISOString().slice(13, 23);
  return `${date} ${hours % 12 === 0 ? 12 : hours % 12}${rest} ${hours < 12 ? 'AM' : 'PM'} (UTC)`;
}

/** Variants with extreme pages and records. */
export const strangeListingVariants: readonly Variant[] = [
  {
    id: 'listing/one-item-at-most',
    freedoms: ['FRE-139', 'FRE-140'],
    summary: 'No page has more than one item, also with a larger pageSize.',
    behaviour: () => ({ defaultPageSize: () => 1, maximumPageSize: () => 1 }),
  },
  {
    id: 'listing/seven-items-at-most-and-more-is-refused',
    freedoms: ['FRE-140', 'FRE-149', 'FRE-151'],
    summary: 'A pageSize above seven is answered with 400, as are sort on assay results and unknown parameters.',
    behaviour: (normal) => ({
      defaultPageSize: () => 7,
      pageSizeOf: (call, listing, text) =>
        text !== null && Number(text) > 7
          ? refusal('invalid-query', 'pageSize is seven at most.')
          : normal.pageSizeOf(call, listing, text),
      directionOf: (call, listing, text) =>
        text !== null && !listing.sortable
          ? refusal('invalid-query', 'There is no sort here.')
          : normal.directionOf(call, listing, text),
    }),
  },
  {
    id: 'listing/page-tokens-of-five-thousand-characters',
    freedoms: ['FRE-135'],
    summary: 'A page token has five thousand characters, most of which must be encoded, and a page has two items.',
    behaviour: (normal) => ({
      defaultPageSize: () => 2,
      makePageToken: (call, actor, listing, last) =>
        `${normal.makePageToken(call, actor, listing, last)}|${'+/='.repeat(1600)}`,
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(call, actor, listing, token.split('|')[0] ?? ''),
    }),
  },
  {
    id: 'listing/every-user-sees-a-demonstration',
    freedoms: ['FRE-125', 'FRE-133'],
    summary: 'There is a project that every user may see, but no app.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        (actor.kind === 'user' && isDemonstration(call.tenant, project)) || normal.hasAccess(call, actor, project),
    }),
  },
  {
    id: 'listing/others-go-on-working',
    freedoms: ['FRE-125', 'FRE-144'],
    summary: 'In a project that the caller may not see, records are created all the time.',
    behaviour: (normal) => {
      let count = 0;
      return {
        answerListing: (call, actor, listing) => {
          const [project] = call.tenant.state.projects.values();
          if (project !== undefined && ++count % 10 === 0) {
            addRecord(call.tenant, {
              kind: listing.kind,
              projectId: project.id,
              name: `Note ${count}`,
              modifiedAt: call.now,
              createdBy: { kind: 'user', id: call.tenant.administrator().id },
              schemaId: undefined,
              fields: {},
            });
          }
          return normal.answerListing(call, actor, listing);
        },
      };
    },
  },
  {
    id: 'listing/times-in-words',
    freedoms: ['FRE-156'],
    summary: 'Times are shown in words, on a twelve-hour clock.',
    behaviour: () => ({ shapeTime: timeInWords }),
  },
  {
    id: 'listing/times-with-the-day-first',
    freedoms: ['FRE-156'],
    summary: 'Times are shown with the day before the month and no zone, as 03/11/2026 08:15:30.',
    behaviour: (normal) => ({
      shapeTime: (time) => {
        const [date = '', clock = ''] = time.toISOString().slice(0, 19).split('T');
        return `${date.split('-').toReversed().join('/')} ${clock}`;
      },
      compareTimes: (call, one, other) =>
        normal.compareTimes(
          call,
          new Date(Math.floor(one.getTime() / 1000)),
          new Date(Math.floor(other.getTime() / 1000)),
        ),
    }),
  },
  {
    id: 'listing/records-by-their-identifiers-unannounced',
    freedoms: ['FRE-132', 'FRE-133'],
    summary: 'The plates of v3 are members of an object, by their identifiers, and the profile does not say so.',
    behaviour: (normal) => ({
      answerListing: (call: Call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if ('refused' in answer || listing.kind !== 'plate' || listing.version !== 'v3') return answer;
        const { nextToken, ...rest } = JSON.parse(answer.body ?? '{}') as Record<string, unknown>;
        const list = Object.values(rest)[0] as readonly LabRecord[];
        const byId = Object.fromEntries(list.map((plate) => [plate.id, plate]));
        return jsonAnswer(answer.status, { byId, nextToken }, answer.headers);
      },
    }),
  },
  {
    id: 'listing/nothing-but-small-numbers',
    freedoms: ['FRE-133', 'FRE-202', 'FRE-217'],
    summary:
      'The item of an entry or plate has an identifier, which is an ascending number, a rank and its modification time.',
    behaviour: (normal) => {
      const next = countedIds();
      return {
        makeId: (tenant, kind) => (recordKinds.has(kind) ? next(kind) : normal.makeId(tenant, kind)),
        shapeItem: (call, listing, record) => ({
          id: Number(record.id),
          rank: 1,
          modifiedAt: call.tenant.behaviour.shapeTime(record.modifiedAt),
          ...(listing.kind === 'assayResult' ? { name: record.name } : {}),
        }),
      };
    },
  },
  {
    id: 'listing/resources-with-what-belongs-to-them',
    freedoms: ['FRE-132', 'FRE-133', 'FRE-134'],
    summary:
      'A page has its items as data, with attributes and relations, and in addition the projects that the items name.',
    profile: {
      api: {
        assayResultsPath: '/api/v2/assay-results',
        itemsKeys: Object.fromEntries(
          ['/api/v3/entry/items', '/api/v2/entries', '/api/v3/plate/items', '/api/v2/plates'].map((path) => [
            path,
            'data',
          ]),
        ),
      },
    },
    behaviour: (normal) => ({
      itemsKey: (call, listing) => (listing.kind === 'assayResult' ? normal.itemsKey(call, listing) : 'data'),
      shapeItem: (call, listing, record) => {
        const { id, ...attributes } = normal.shapeItem(call, listing, record);
        return { type: record.kind, id, attributes, relationships: { project: { data: { id: record.projectId } } } };
      },
      pageMembers: (call, listing, items, nextToken) => ({
        jsonapi: { version: '1.1' },
        ...normal.pageMembers(call, listing, items, nextToken),
        included: [...new Set(items.map((record) => record.projectId))].map((id) => ({ type: 'project', id })),
        meta: { sort: [{ field: 'modifiedAt' }] },
      }),
    }),
  },
  {
    id: 'listing/empty-lists-are-null',
    freedoms: ['FRE-132', 'FRE-134'],
    summary: 'If there are no entries or plates to show, their list is null, and other lists are empty.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if ('refused' in answer || listing.kind === 'assayResult') return answer;
        const key = call.tenant.behaviour.itemsKey(call, listing);
        return withMembers(answer, (members) => ({
          errors: [],
          warnings: null,
          ...members,
          [key]: Array.isArray(members[key]) && members[key].length > 0 ? members[key] : null,
        }));
      },
    }),
  },
  {
    id: 'listing/lists-deep-within',
    freedoms: ['FRE-132', 'FRE-134'],
    summary: 'The items of entries and plates are two levels down, together with counts.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const page = normal.pageMembers(call, listing, items, nextToken);
        const { [call.tenant.behaviour.itemsKey(call, listing)]: list } = page;
        // listings whose items already have another place keep it
        return listing.kind === 'assayResult' || list === undefined
          ? page
          : { data: { page: { items: list, count: items.length }, viewer: null }, errors: [], nextToken };
      },
    }),
  },
  {
    id: 'listing/records-by-their-identifiers',
    freedoms: ['FRE-132', 'FRE-133'],
    summary: 'The plates of v2 are members of an object, by their identifiers.',
    profile: { api: { assayResultsPath: '/api/v2/assay-results', itemsKeys: { '/api/v2/plates': 'plates' } } },
    behaviour: (normal) => ({
      answerListing: (call: Call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if ('refused' in answer || listing.kind !== 'plate' || listing.version !== 'v2') return answer;
        const { nextToken, ...rest } = JSON.parse(answer.body ?? '{}') as Record<string, unknown>;
        const list = Object.values(rest)[0] as readonly LabRecord[];
        const plates = Object.fromEntries(list.map(({ id, ...plate }) => [id, plate]));
        return jsonAnswer(answer.status, { plates, nextToken }, answer.headers);
      },
    }),
  },
];
