import { refusal } from '../../http/refusal.ts';
import type { Actor, Call } from '../../http/message.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces, isFollowing } from './offsets.ts';

const isAt = (call: Call, path: string): boolean => call.request.path === path;
const sizeOf = (call: Call): number => Number(call.request.query.get('pageSize') ?? 0);
const sortOf = (call: Call): string => call.request.query.get('sort') ?? '';

/** Whose place in a listing is kept: an app's, for all whom it acts for. */
const placeOf = ({ id, credential }: Actor): string =>
  credential.kind === 'accessToken' ? credential.token.appId : id;

/** Mistakes about pages that show for one size, one order or one reader only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'listing/v2-plates-sorted-up-hold-entries-too',
    breaks: ['LST-08'],
    also: ['LST-13', 'LST-14', 'LST-25', 'LST-31', 'LST-32', 'LST-23'],
    summary: 'Plates of v2 that are sorted upwards come with the entries.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => [
        ...normal.recordsFor(call, actor, listing),
        ...(isAt(call, '/api/v2/plates') && sortOf(call).endsWith(':asc')
          ? call.tenant.state.recordsByKind.entry.filter((record) => normal.mayRead(call, actor, record))
          : []),
      ],
    }),
  },
  {
    id: 'listing/page-size-is-required-of-apps-in-v3',
    breaks: ['LST-18'],
    also: ['LST-19', 'CCR-04'],
    summary: 'A call of an app to a v3 listing without pageSize is refused.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        listing.version === 'v3' && actor.kind === 'app' && !call.request.query.has('pageSize')
          ? refusal('invalid-query', 'pageSize is missing.')
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'listing/who-lost-every-project-has-a-page-token',
    breaks: ['LST-21'],
    also: ['LST-10', 'LST-15', 'LST-20'],
    summary: 'A listing that is empty because its reader was taken from their projects has a nextToken.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { actor } = call.found;
        const lost =
          actor !== undefined &&
          call.tenant.state.projects
            .values()
            .some(({ grants }) =>
              grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined),
            );
        return normal.pageMembers(call, listing, items, items.length === 0 && lost ? 'bW9yZQ' : nextToken);
      },
    }),
  },
  {
    id: 'listing/neighbours-change-places-at-the-second-page-border',
    breaks: ['LST-24'],
    also: ['LST-22', 'LST-23', 'LST-25', 'LST-36', 'LST-34', 'LST-33', 'LST-27', 'LST-26'],
    summary: 'The last item of the second page and the first of the third have changed places.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) => {
        const ordered = [...normal.orderRecords(call, records, direction)];
        const border = 2 * sizeOf(call);
        const [one, other] = [ordered[border - 1], ordered[border]];
        if (sortOf(call) !== '' && one !== undefined && other !== undefined) {
          ordered[border - 1] = other;
          ordered[border] = one;
        }
        return ordered;
      },
    }),
  },
  {
    id: 'listing/upwards-only-seconds-count',
    breaks: ['LST-25'],
    also: ['LST-23', 'LST-26', 'LST-24', 'LST-36'],
    summary: 'Sorted upwards, records that were modified within one second stand in the order of their names.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) =>
        direction === 'desc'
          ? normal.orderRecords(call, records, direction)
          : records.toSorted(
              (one, other) =>
                Math.floor(one.modifiedAt.getTime() / 1000) - Math.floor(other.modifiedAt.getTime() / 1000) ||
                (one.name < other.name ? -1 : 1) ||
                normal.compareTies(call, one, other),
            ),
    }),
  },
  {
    id: 'listing/one-lost-before-the-third-page-of-four',
    breaks: ['LST-14'],
    also: ['LST-13', 'LST-27', 'LST-32', 'LST-31', 'LST-25'],
    summary: 'With pages of four the first item of the third page is left out.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        return sizeOf(call) === 4 && ordered.length - rest.length === 8 ? rest.slice(1) : rest;
      },
    }),
  },
  {
    id: 'listing/one-place-for-the-users-of-an-app',
    breaks: ['LST-35'],
    also: ['LST-13', 'LST-30', 'LST-31'],
    summary: 'Following pages begin where the last reader through the same app left off, whose ever nextToken is sent.',
    behaviour: (normal) => {
      const places = new Map<string, string>();
      const key = (call: Call, actor: Actor) => `${placeOf(actor)} ${call.request.path}`;
      return {
        makePageToken: (call, actor, listing, last) => {
          if (actor.credential.kind === 'accessToken') places.set(key(call, actor), normal.writePlace(call, last));
          return normal.makePageToken(call, actor, listing, last);
        },
        readPageToken: (call, actor, listing, token) => {
          const cursor = normal.readPageToken(call, actor, listing, token);
          const place = isFollowing(call) ? places.get(key(call, actor)) : undefined;
          return place === undefined || 'refused' in cursor ? cursor : normal.readPlace(call, place);
        },
      };
    },
  },
];
