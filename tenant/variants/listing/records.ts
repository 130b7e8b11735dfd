import type { Variant } from '../variant.ts';

/** Variants of the selection, delay, order and form of records in listings. */
export const listingRecordVariants: readonly Variant[] = [
  {
    id: 'listing/ties-stay-when-the-direction-turns',
    freedoms: ['FRE-146'],
    summary: 'Records with the same time have the same order in both directions of sorting.',
    behaviour: (normal) => ({
      compareTies: (call, one, other) =>
        (call.request.query.get('sort') === 'modifiedAt:asc' ? 1 : -1) * normal.compareTies(call, one, other),
    }),
  },
  {
    id: 'listing/times-of-whole-seconds',
    freedoms: ['FRE-156'],
    summary: 'Times are kept and shown in whole seconds, and records are sorted by these.',
    behaviour: () => ({
      shapeTime: (time) => `${time.toISOString().slice(0, 19)}Z`,
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000),
    }),
  },
  {
    id: 'listing/times-of-tenths-with-an-offset',
    freedoms: ['FRE-156'],
    summary: 'Times are kept in tenths of a second and shown at another offset from UTC in summer than in winter.',
    behaviour: () => ({
      shapeTime: (time) => {
        const hours = time.getUTCMonth() > 2 && time.getUTCMonth() < 9 ? 2 : 1;
        const local = new Date(Math.floor(time.getTime() / 100) * 100 + hours * 3_600_000);
        return `${local.toISOString().slice(0, 21)}+0${hours}:00`;
      },
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / 100) - Math.floor(other.getTime() / 100),
    }),
  },
  {
    id: 'listing/times-as-numbers',
    freedoms: ['FRE-156'],
    summary: 'Times are shown as seconds since 1970, with a fraction.',
    behaviour: () => ({ shapeTime: (time) => time.getTime() / 1000 }),
  },
  {
    id: 'listing/times-are-not-shown',
    freedoms: ['FRE-133', 'FRE-156'],
    summary: 'Items show no times; records are sorted by whole seconds.',
    behaviour: (normal) => ({
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000),
      shapeItem: (call, listing, record) => {
        const { createdAt: _created, modifiedAt: _modified, ...item } = normal.shapeItem(call, listing, record);
        return item;
      },
    }),
  },
  {
    id: 'listing/items-of-strangers',
    freedoms: ['FRE-133'],
    summary: 'An item has its identifier in a nested object, and its name is part of a title.',
    profile: { api: { assayResultsPath: '/api/v2/assay-results', itemId: '/of/key' } },
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) => {
        const { id, name, ...rest } = normal.shapeItem(call, listing, record);
        return {
          of: { key: id },
          title: `Record "${String(name)}"`,
          modifiedAt: rest['modifiedAt'],
          fields: rest['fields'],
        };
      },
    }),
  },
  {
    id: 'listing/unsorted-in-another-order-each-time',
    freedoms: ['FRE-145', 'FRE-135'],
    summary: 'Without sort, each first page has another order, which its following pages keep.',
    behaviour: (normal) => {
      let looks = 0;
      const turns = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const before = normal.pageTokenOf(call);
          turns.set(token, before === undefined ? looks : (turns.get(before) ?? 0));
          return token;
        },
        compareRecords: (call, one, other) => {
          if (call.request.query.has('sort')) return normal.compareRecords(call, one, other);
          const token = normal.pageTokenOf(call);
          const turn = token === undefined ? looks : (turns.get(token) ?? 0);
          const [a, b] = [rotated(one.id, turn), rotated(other.id, turn)];
          return a < b ? -1 : a > b ? 1 : 0;
        },
        answerListing: (call, actor, listing) => {
          if (normal.pageTokenOf(call) === undefined) looks++;
          return normal.answerListing(call, actor, listing);
        },
        // the order that was cached for another traversal must not be used
        recordsFor: (call, actor, listing) => {
          const token = normal.pageTokenOf(call);
          const turn = token === undefined ? looks : (turns.get(token) ?? 0);
          const records = normal.recordsFor(call, actor, listing);
          return records.toSorted((one, other) => (rotated(one.id, turn) < rotated(other.id, turn) ? -1 : 1));
        },
      };
    },
  },
  {
    id: 'listing/records-come-late',
    freedoms: ['FRE-13'],
    summary: 'A record comes into listings a moment after it was created, plates later than the others.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: (normal) => ({
      isListed: (call, record) =>
        normal.isListed(call, record) &&
        call.now.getTime() - record.addedAt.getTime() >= (record.kind === 'plate' ? 60 : 20),
    }),
  },
  {
    id: 'listing/long-untouched-records-are-archived',
    freedoms: ['FRE-154', 'FRE-155'],
    warnings: ['LST-32'],
    summary: 'v3 leaves out entries that were last modified before 2024: they count as archived.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        normal
          .recordsFor(call, actor, listing)
          .filter(
            ({ kind, modifiedAt }) =>
              listing.version === 'v2' || kind !== 'entry' || modifiedAt.getUTCFullYear() >= 2024,
          ),
    }),
  },
  {
    id: 'listing/every-third-plate-is-of-v3',
    freedoms: ['FRE-155'],
    warnings: ['LST-32'],
    summary: 'v2 leaves out every third plate of a project.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.kind !== 'plate' || listing.version !== 'v2') return records;
        const plates = call.tenant.state.records.byKind.plate;
        return records.filter((record) => {
          const ofProject = plates.filter(({ projectId }) => projectId === record.projectId);
          return ofProject.indexOf(record) % 3 !== 2;
        });
      },
    }),
  },
];

/** Returns an identifier with its characters rotated by this many places. */
function rotated(id: string, turn: number): string {
  const at = id.length === 0 ? 0 : turn % id.length;
  return id.slice(at) + id.slice(0, at) + id;
}
