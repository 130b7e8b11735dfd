import { withHeader } from '../../http/message.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

const listed = ['/api/v3/entry/items', '/api/v2/entries', '/api/v3/plate/items', '/api/v2/plates'];

/** Returns a UUID in capital letters. */
function capitalUuid(tenant: Tenant): string {
  const digits = tenant.random(16).toString('hex').toUpperCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Variants with the default pages, times and refusals of frameworks. */
export const frameworkVariants: readonly Variant[] = [
  {
    id: 'listing/pages-with-their-order-and-times-in-parts',
    freedoms: ['FRE-01', 'FRE-11', 'FRE-132', 'FRE-134', 'FRE-156'],
    summary:
      'A page has its content and lists about its order, times are lists of numbers, and errors contain the time.',
    profile: {
      api: {
        assayResultsPath: '/api/v2/assay-results',
        itemsKeys: Object.fromEntries(listed.map((path) => [path, 'content'])),
      },
    },
    behaviour: (normal) => ({
      itemsKey: (call, listing) => (listing.kind === 'assayResult' ? normal.itemsKey(call, listing) : 'content'),
      shapeTime: (time) => {
        const [date = '', clock = ''] = time.toISOString().slice(0, 23).split('T');
        const parts = [...date.split('-'), ...clock.split(/[:.]/)].map(Number);
        const nanoseconds = (parts.pop() ?? 0) * 1_000_000;
        // zeros at the end are left out
        return nanoseconds > 0 ? [...parts, nanoseconds] : parts.slice(0, parts.at(-1) === 0 ? -1 : undefined);
      },
      pageMembers: (call, listing, items, nextToken) => {
        const sort = [{ property: 'modifiedAt', direction: 'DESC', ignoreCase: false }];
        const page = normal.pageMembers(call, listing, items, nextToken);
        return { sort, pageable: { sort, pageNumber: 0, paged: true }, ...page, empty: items.length === 0 };
      },
      refusalBody: (call, refused) =>
        call.found.route?.part === 'token'
          ? normal.refusalBody(call, refused)
          : { timestamp: call.now.toISOString(), error: 'Refused', path: call.request.path },
      challenges: () => ['Bearer'],
    }),
  },
  {
    id: 'listing/members-in-capitals-and-times-as-calls',
    freedoms: ['FRE-01', 'FRE-133', 'FRE-156', 'FRE-202'],
    summary:
      'Members of items begin with capitals, identifiers are UUIDs in capitals, times have the form /Date(0)/, errors are problem documents.',
    behaviour: (normal) => ({
      makeId: capitalUuid,
      makeClientId: capitalUuid,
      shapeTime: (time) => `/Date(${time.getTime()}+0000)/`,
      shapeItem: (call, listing, record) => {
        const { id, ...rest } = normal.shapeItem(call, listing, record);
        const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
        return { id, ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [capital(name), value])) };
      },
      refuse: (call, refused) => withHeader(normal.refuse(call, refused), 'Content-Type', 'application/problem+json'),
    }),
  },
];
