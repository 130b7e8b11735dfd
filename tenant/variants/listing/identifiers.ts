import type { Variant } from '../variant.ts';

const recordKinds: ReadonlySet<string> = new Set(['entry', 'plate', 'assayResult']);
/** Larger than a number of most languages holds exactly: neighbours differ in digits that would be rounded away. */
const FIRST = 1_541_815_603_606_036_480n;

/** Returns a JSON value whose digits the language cannot hold as a number. */
function numberAsWritten(digits: string): unknown {
  return (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON(digits);
}

/** Variants of the identifiers of records. */
export const listingIdentifierVariants: readonly Variant[] = [
  {
    id: 'listing/identifiers-are-long-numbers',
    freedoms: ['FRE-133', 'FRE-202'],
    summary: 'The identifiers of items are ascending numbers of nineteen digits.',
    behaviour: (normal) => {
      let next = FIRST;
      return {
        makeId: (tenant, kind) => (recordKinds.has(kind) ? String(next++) : normal.makeId(tenant, kind)),
        shapeItem: (call, listing, record) => ({
          ...normal.shapeItem(call, listing, record),
          id: numberAsWritten(record.id),
        }),
      };
    },
  },
  {
    id: 'listing/every-table-counts-from-one',
    freedoms: ['FRE-52', 'FRE-202'],
    summary:
      'The identifiers of people, apps, projects, records, events and everything else are numbers that begin with 1.',
    behaviour: () => {
      const counts = new Map<string, number>();
      return {
        makeId: (_tenant, kind) => {
          const count = (counts.get(kind) ?? 0) + 1;
          counts.set(kind, count);
          return String(count);
        },
      };
    },
  },
  {
    id: 'listing/items-under-two-names',
    freedoms: ['FRE-132', 'FRE-134'],
    summary: 'A page also has its items under an older name, and items contain connected records with their own pages.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const page = normal.pageMembers(call, listing, items, nextToken);
        return { [`${listing.kind}List`]: page[call.tenant.behaviour.itemsKey(call, listing)], ...page };
      },
      shapeItem: (call, listing, record) => ({
        ...normal.shapeItem(call, listing, record),
        comments: { items: [], nextToken: 'more' },
      }),
    }),
  },
];
