import type { Variant } from '../variant.ts';

const recordKinds: ReadonlySet<string> = new Set(['entry', 'plate', 'assayResult']);
/** Larger than what a number of most languages holds exactly: neighbours differ in what would be rounded away. */
const FIRST = 1_541_815_603_606_036_480n;

/** JSON with a number in it that is none of the language's. */
function numberAsWritten(digits: string): unknown {
  return (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON(digits);
}

/** What records may be known by. */
export const listingIdentifierVariants: readonly Variant[] = [
  {
    id: 'listing/identifiers-are-long-numbers',
    freedoms: ['FRE-133', 'FRE-202'],
    summary: 'Items have numbers of nineteen digits for identifiers, which count up.',
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
    summary: 'People, apps, projects, records, events and everything else are known by numbers that begin with 1.',
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
    summary:
      'A page has its items under an older name too, and connected records with pages of their own within items.',
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
