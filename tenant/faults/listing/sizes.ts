import type { Behaviour } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces, isFollowing } from './offsets.ts';

/** Another number of items on a page than asked for. */
function sizeBecomes(
  normal: Behaviour,
  change: (pageSize: number, ...of: Parameters<Behaviour['pageSizeOf']>) => number,
): Pick<Behaviour, 'pageSizeOf'> {
  return {
    pageSizeOf: (...of) => {
      const pageSize = normal.pageSizeOf(...of);
      return typeof pageSize === 'number' && of[2] !== null ? change(pageSize, ...of) : pageSize;
    },
  };
}

/** Pages that hold another number of items than asked for ("Pagination", 4). */
export const sizeFaults: readonly Fault[] = [
  {
    id: 'listing/page-size-counts-from-zero',
    breaks: ['LST-16'],
    also: ['LST-36'],
    summary: 'A page holds one item more than asked for.',
    behaviour: (normal) => sizeBecomes(normal, (pageSize) => pageSize + 1),
  },
  {
    id: 'listing/page-size-is-overlooked-on-v2-plates',
    breaks: ['LST-16'],
    summary: 'The v2 listing of plates takes no notice of pageSize.',
    behaviour: (normal) =>
      sizeBecomes(normal, (pageSize, call) => (call.request.path === '/api/v2/plates' ? 50 : pageSize)),
  },
  {
    id: 'listing/page-size-is-forgotten-on-following-pages',
    breaks: ['LST-16'],
    also: ['LST-36'],
    summary: 'A following page has the default size.',
    behaviour: (normal) => sizeBecomes(normal, (pageSize, call) => (isFollowing(call) ? 50 : pageSize)),
  },
  {
    id: 'listing/page-size-of-one-is-none',
    breaks: ['LST-16'],
    summary: 'A pageSize of 1 counts as none.',
    behaviour: (normal) => sizeBecomes(normal, (pageSize) => (pageSize > 1 ? pageSize : 50)),
  },
  {
    id: 'listing/page-size-is-rounded-up-to-five',
    breaks: ['LST-16'],
    summary: 'Pages of assay results come in sizes of five, ten and so on.',
    behaviour: (normal) =>
      sizeBecomes(normal, (pageSize, _call, listing) =>
        listing.kind === 'assayResult' ? Math.ceil(pageSize / 5) * 5 : pageSize,
      ),
  },
  {
    id: 'listing/page-sizes-below-four-are-refused',
    breaks: ['LST-16'],
    summary: 'A pageSize below four is answered with 400.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        text !== null && Number(text) < 4
          ? refusal('invalid-query', 'That is not worth a page.')
          : normal.pageSizeOf(call, listing, text),
    }),
  },
  {
    id: 'listing/pages-are-one-short',
    breaks: ['LST-17'],
    summary: 'A page of two and more holds one item less than asked for.',
    behaviour: (normal) => sizeBecomes(normal, (pageSize) => Math.max(1, pageSize - 1)),
  },
  {
    id: 'listing/first-v3-pages-are-one-short',
    breaks: ['LST-17'],
    summary: 'The first page of plates in v3 holds one item less than asked for.',
    behaviour: (normal) =>
      sizeBecomes(normal, (pageSize, call) =>
        call.request.path === '/api/v3/plate/items' && !isFollowing(call) ? Math.max(1, pageSize - 1) : pageSize,
      ),
  },
  {
    id: 'listing/odd-pages-become-even',
    breaks: ['LST-17'],
    summary: 'From three on, an odd pageSize is taken for the even one below it.',
    behaviour: (normal) => sizeBecomes(normal, (pageSize) => (pageSize < 3 ? pageSize : pageSize - (pageSize % 2))),
  },
  {
    id: 'listing/pages-are-cut-before-permissions',
    breaks: ['LST-17'],
    also: ['LST-31', 'LST-13'],
    summary: "A page counts others' records too and then leaves them out; one without any is passed over.",
    behaviour: (normal) => {
      const places = countingPlaces();
      return {
        ...places,
        recordsFor: (call, _actor, listing) => call.tenant.state.recordsByKind[listing.kind],
        cutPage: (call, rest, pageSize) => {
          const { actor } = call.found;
          const visible = (record: LabRecord): boolean => actor !== undefined && normal.mayRead(call, actor, record);
          let left = rest;
          for (;;) {
            const { items, more } = places.cutPage(call, left, pageSize);
            left = left.slice(items.length);
            const shown = items.filter(visible);
            if (shown.length > 0 || !more) return { items: shown, more: more && left.some(visible) };
          }
        },
      };
    },
  },
];
