import type { Listing } from '../../endpoints/listings.ts';
import type { Cursor } from '../../endpoints/page-token.ts';
import { jsonAnswer, type Actor, type Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isV3 = (listing: Listing, kind: Listing['kind']): boolean => listing.version === 'v3' && listing.kind === kind;

const isDelegated = (actor: Actor): boolean => actor.kind === 'user' && actor.credential.kind === 'accessToken';

const nameOf = (call: Call, { id }: LabRecord | Cursor): string => call.tenant.state.records.get(id)?.name ?? '';

/** Mistakes about listings that show for one reader, one text or one number of records only. */
export const evaluatedFaultsTwo: readonly Fault[] = [
  {
    id: 'listing/quotation-marks-break-pages-of-v2-entries',
    breaks: ['LST-02'],
    also: ['LST-32'],
    summary: 'A quotation mark in the name of an entry is not escaped on pages of v2, which are no JSON then.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || listing.kind !== 'entry' || listing.version !== 'v2') return answer;
        return { ...answer, body: answer.body?.replaceAll(String.raw`\"`, '"') };
      },
    }),
  },
  {
    id: 'listing/results-are-a-bare-list-for-delegates',
    breaks: ['LST-05'],
    also: ['LST-06', 'LST-09'],
    summary:
      'An app that acts for a user gets its assay results as a list and nothing around it, if they fit on one page.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || listing.kind !== 'assayResult' || !isDelegated(actor)) return answer;
        const page = JSON.parse(answer.body ?? '{}') as { results?: unknown; nextToken?: unknown };
        return page.nextToken === '' && !call.request.query.has('nextToken') ? jsonAnswer(200, page.results) : answer;
      },
    }),
  },
  {
    id: 'listing/v3-entries-ask-for-projects-of-the-app',
    breaks: ['LST-01'],
    also: ['LST-31', 'LST-32', 'LST-21'],
    summary:
      'The v3 listing of entries is forbidden to an app that acts for a user as long as it has no project itself.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) => {
        const { credential } = actor;
        if (credential.kind !== 'accessToken' || !isDelegated(actor) || !isV3(listing, 'entry')) {
          return normal.listingIsForbidden(call, actor, listing);
        }
        const app = { kind: 'app', id: credential.token.appId } as const;
        const has = call.tenant.state.projects
          .values()
          .some(({ grants }) => grants.some((grant) => sameActor(grant.actor, app) && grant.revokedAt === undefined));
        return has ? undefined : refusal('forbidden', 'The app has no project.');
      },
    }),
  },
  {
    id: 'listing/a-single-page-is-not-sorted',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-34', 'LST-25', 'LST-14', 'LST-36', 'LST-26', 'LST-33'],
    summary: 'Where all records fit on the first page they come as they were created, whatever sort says.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => {
        const size = Number(call.request.query.get('pageSize') ?? 50);
        return records.length <= size && call.request.query.has('sort')
          ? records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
          : normal.orderRecords(call, records, direction);
      },
    }),
  },
  {
    id: 'listing/records-of-one-time-and-name-are-one',
    breaks: ['LST-27'],
    also: ['LST-13', 'LST-14'],
    summary: 'Records of one time are told apart by their names: a page goes on behind all that have the last one’s.',
    behaviour: () => ({
      compareTies: (call, one, other) => {
        const [name, otherName] = [nameOf(call, one), nameOf(call, other)];
        return name < otherName ? -1 : name > otherName ? 1 : 0;
      },
    }),
  },
  {
    id: 'listing/plus-signs-of-page-tokens-become-blanks',
    breaks: ['LST-28'],
    also: ['LST-12', 'LST-13', 'LST-14', 'LST-15', 'LST-11', 'LST-36'],
    summary: 'Page tokens of plates are base64 and are decoded twice, so that one with a plus sign in it is refused.',
    behaviour: (normal) => ({
      makePageToken: (call, actor, listing, last) => {
        const token = normal.makePageToken(call, actor, listing, last);
        return listing.kind === 'plate' ? token.replaceAll('-', '+').replaceAll('_', '/') : token;
      },
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(
          call,
          actor,
          listing,
          listing.kind === 'plate' ? token.replaceAll('+', ' ').replaceAll('/', '_') : token,
        ),
    }),
  },
  {
    id: 'listing/what-was-read-to-the-end-is-not-shown-again',
    breaks: ['LST-33'],
    also: [
      'LST-13',
      'LST-14',
      'LST-31',
      'LST-32',
      'LST-25',
      'LST-22',
      'LST-23',
      'LST-24',
      'LST-34',
      'LST-35',
      'LST-36',
    ],
    summary: 'Who has read the v3 entries upwards to the last of several pages sees only later ones from then on.',
    behaviour: (normal) => {
      const seenUntil = new Map<string, number>();
      const keyOf = (actor: Actor) => `${actor.kind} ${actor.id}`;
      return {
        recordsFor: (call, actor, listing) => {
          const records = normal.recordsFor(call, actor, listing);
          const until = seenUntil.get(keyOf(actor));
          const isFirst = !call.request.query.has('nextToken');
          if (until === undefined || !isV3(listing, 'entry') || !isFirst) return records;
          return call.request.query.get('sort') === 'modifiedAt:asc'
            ? records.filter(({ modifiedAt }) => modifiedAt.getTime() > until)
            : records;
        },
        pageMembers: (call, listing, items, nextToken) => {
          const { actor } = call.found;
          const isLast = nextToken === '' && call.request.query.has('nextToken');
          const isUpward = call.request.query.get('sort') === 'modifiedAt:asc';
          if (actor !== undefined && isLast && isUpward && isV3(listing, 'entry')) {
            seenUntil.set(keyOf(actor), items.at(-1)?.modifiedAt.getTime() ?? 0);
          }
          return normal.pageMembers(call, listing, items, nextToken);
        },
      };
    },
  },
  {
    id: 'listing/records-of-one-time-stay-on-one-page',
    breaks: ['LST-16'],
    also: ['LST-34', 'LST-17', 'LST-27', 'LST-20'],
    summary: 'A sorted page takes in all records of the time at which it would end.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const end = rest[pageSize - 1]?.modifiedAt.getTime();
        if (!call.request.query.has('sort') || end === undefined) return normal.cutPage(call, rest, pageSize);
        const after = rest.slice(pageSize).findIndex(({ modifiedAt }) => modifiedAt.getTime() !== end);
        return normal.cutPage(call, rest, after < 0 ? rest.length : pageSize + after);
      },
    }),
  },
  {
    id: 'listing/projects-of-one-name-are-one',
    breaks: ['LST-31'],
    also: ['LST-32'],
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
    id: 'listing/page-size-is-required-of-keys-for-results',
    breaks: ['LST-18'],
    also: ['LST-05', 'LST-19'],
    summary: 'A call with a key for assay results is answered with 400 unless pageSize is given.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        actor.credential.kind === 'apiKey' && listing.kind === 'assayResult' && !call.request.query.has('pageSize')
          ? refusal('invalid-query', 'pageSize is missing.')
          : normal.answerListing(call, actor, listing),
    }),
  },
];
