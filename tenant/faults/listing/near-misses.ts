import { refusal } from '../../http/refusal.ts';
import { withMembers, type Call, type Connection } from '../../http/message.ts';
import { sameSecret } from '../../secrets.ts';
import type { Fault } from '../fault.ts';

const parameter = (call: Call, name: string): string | null => call.request.query.get(name);
const names = (call: Call): readonly string[] => [...call.request.query.keys()];

/** Pages that are wrong only in combination: for one credential, one order of parameters, one size or one time. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'listing/following-pages-of-v3-entries-refuse-keys',
    breaks: ['LST-12'],
    also: ['LST-13', 'KEY-02', 'KEY-20'],
    summary: 'The second page of entries in v3 is refused to keys.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.credential.kind === 'apiKey' &&
        listing.kind === 'entry' &&
        listing.version === 'v3' &&
        call.request.query.has('nextToken')
          ? refusal('forbidden', 'Keys see the first page.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'listing/no-page-token-without-a-page-size',
    breaks: ['LST-09'],
    also: ['LST-10', 'LST-19'],
    summary: 'A page for which no pageSize was given has no nextToken where nothing follows.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        if (parameter(call, 'pageSize') !== null || nextToken !== '') return members;
        const { nextToken: _without, ...others } = members;
        return others;
      },
    }),
  },
  {
    id: 'listing/page-tokens-are-numbers-from-the-third-page-on',
    breaks: ['LST-09'],
    also: ['LST-11'],
    summary: 'The third and each later page that is followed by another has a number for a nextToken.',
    behaviour: (normal) => {
      const depths = new Map<string, number>();
      return {
        answer: (answer, call) => {
          const sent = parameter(call, 'nextToken');
          const depth = sent === null ? 1 : (depths.get(sent) ?? 1) + 1;
          return normal.answer(
            withMembers(answer, (members) => {
              const { nextToken } = members;
              if (typeof nextToken !== 'string' || nextToken === '') return members;
              depths.set(nextToken, depth);
              return depth >= 3 ? { ...members, nextToken: depth } : members;
            }),
            call,
          );
        },
      };
    },
  },
  {
    id: 'listing/the-last-page-token-is-the-text-null',
    breaks: ['LST-10'],
    summary: 'On the last page of plates in v2 nextToken is the text null, which is no page token.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) =>
        normal.pageMembers(
          call,
          listing,
          items,
          nextToken === '' && listing.kind === 'plate' && listing.version === 'v2' ? 'null' : nextToken,
        ),
    }),
  },
  {
    id: 'listing/the-last-page-token-is-a-blank',
    breaks: ['LST-10'],
    also: ['LST-21', 'LST-20', 'FLT-38', 'LST-15'],
    summary: 'On the last page nextToken is a blank, which is taken for none when it is sent.',
    behaviour: (normal) => ({
      pageTokenOf: (call) => normal.pageTokenOf(call)?.trim() || undefined,
      pageMembers: (call, listing, items, nextToken) => normal.pageMembers(call, listing, items, nextToken || ' '),
    }),
  },
  {
    id: 'listing/the-default-page-is-the-only-one',
    breaks: ['LST-11'],
    summary: 'Without pageSize there are fifty records and an empty nextToken, whatever follows.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const page = normal.cutPage(call, rest, pageSize);
        return parameter(call, 'pageSize') === null ? { ...page, more: false } : page;
      },
    }),
  },
  {
    id: 'listing/a-page-size-above-the-maximum-ends-the-listing',
    breaks: ['LST-11'],
    summary: 'Where pageSize is above the maximum, whether more follows is asked of the size that was sent.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const page = normal.cutPage(call, rest, pageSize);
        return { ...page, more: rest.length > Number(parameter(call, 'pageSize') ?? pageSize) };
      },
    }),
  },
  {
    id: 'listing/page-tokens-stay-on-their-connection',
    breaks: ['LST-12'],
    also: ['LST-13'],
    summary: 'A page token is good only on the connection on which it was given.',
    behaviour: (normal) => {
      const given = new Map<string, Connection>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          given.set(token, call.connection);
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          given.get(token) === call.connection
            ? normal.readPageToken(call, actor, listing, token)
            : refusal('invalid-page-token', 'nextToken is of another connection.'),
      };
    },
  },
  {
    id: 'listing/page-tokens-must-come-first',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-36'],
    summary: 'nextToken is refused unless it is the first parameter.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        names(call)[0] === 'nextToken'
          ? normal.readPageToken(call, actor, listing, token)
          : refusal('invalid-page-token', 'nextToken comes first.'),
    }),
  },
  {
    id: 'listing/page-tokens-must-come-last',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-36'],
    summary: 'nextToken is refused unless it is the last parameter.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        names(call).at(-1) === 'nextToken'
          ? normal.readPageToken(call, actor, listing, token)
          : refusal('invalid-page-token', 'nextToken comes last.'),
    }),
  },
  {
    id: 'listing/page-size-of-two-digits-is-overlooked',
    breaks: ['LST-16'],
    summary: 'A pageSize of ten or more counts as none.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        normal.pageSizeOf(call, listing, text !== null && text.length > 1 ? null : text),
    }),
  },
  {
    id: 'listing/page-size-counts-with-sort-only',
    breaks: ['LST-16'],
    summary: 'On sortable listings pageSize is overlooked where sort is missing.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        normal.pageSizeOf(call, listing, listing.sortable && parameter(call, 'sort') === null ? null : text),
    }),
  },
  {
    id: 'listing/page-size-is-overlooked-beside-a-filter',
    breaks: ['LST-16'],
    also: ['FLT-37'],
    summary: 'Assay results with a filter come in pages of the default size.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        normal.pageSizeOf(call, listing, call.request.target.includes('schemaFields') ? null : text),
    }),
  },
  {
    id: 'listing/sort-counts-with-page-size-only',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-25'],
    summary: 'sort is overlooked where pageSize is missing.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) =>
        parameter(call, 'pageSize') === null
          ? records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
          : normal.orderRecords(call, records, direction),
    }),
  },
  {
    id: 'listing/sorted-project-by-project',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25'],
    summary: 'Records are sorted within each project, one project after the other.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => {
        const projects = [...new Set(records.map(({ projectId }) => projectId))];
        return projects.flatMap((id) =>
          normal.orderRecords(
            call,
            records.filter(({ projectId }) => projectId === id),
            direction,
          ),
        );
      },
      recordsAfter: (_call, ordered, cursor) => ordered.slice(ordered.findIndex(({ id }) => id === cursor.id) + 1),
    }),
  },
  {
    id: 'listing/page-size-is-required-beside-page-tokens',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-18', 'LST-19'],
    summary: 'A page token without pageSize beside it is answered with 400.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        parameter(call, 'pageSize') === null
          ? refusal('invalid-query', 'pageSize is missing.')
          : normal.readPageToken(call, actor, listing, token),
    }),
  },
  {
    id: 'listing/page-tokens-of-keys-open-others-pages',
    breaks: ['LST-30'],
    summary: 'A page token of one key goes on with its owner’s plates of v3 for any other key.',
    behaviour: (normal) => {
      const owners = new Map<string, string>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          if (actor.credential.kind === 'apiKey' && listing.kind === 'plate') owners.set(token, actor.id);
          return token;
        },
        answerListing: (call, actor, listing) => {
          const owner = owners.get(parameter(call, 'nextToken') ?? '');
          const other = owner !== undefined && !sameSecret(owner, actor.id) && actor.credential.kind === 'apiKey';
          return normal.answerListing(call, other ? { ...actor, id: owner } : actor, listing);
        },
      };
    },
  },
];
