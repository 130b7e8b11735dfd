import { setTimeout } from 'node:timers/promises';
import type { Answer, Call } from '../../http/message.ts';
import type { LabRecord } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const tokenOf = ({ request }: Call): string => request.query.get('nextToken') ?? '';
const isSorted = ({ request }: Call): boolean => request.query.has('sort');

/** Mistakes about pages that show in a long listing, at one moment, or in one spelling only. */
export const evaluatedFaultsThree: readonly Fault[] = [
  {
    id: 'listing/the-second-page-of-default-size-begins-at-a-hundred',
    breaks: ['LST-13'],
    summary: 'Where pageSize is missing the second page begins behind twice as many records as the first page held.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        return call.request.query.has('pageSize') || ordered.length - rest.length !== 50 ? rest : rest.slice(50);
      },
    }),
  },
  {
    id: 'listing/an-offset-of-a-hundred-is-the-end',
    breaks: ['LST-11'],
    also: ['LST-13'],
    summary: 'A page that ends a hundred records or more from the beginning is the last one, whatever follows.',
    behaviour: (normal) => {
      const offsets = new WeakMap<Call, number>();
      return {
        recordsAfter: (call, ordered, cursor, direction) => {
          const rest = normal.recordsAfter(call, ordered, cursor, direction);
          offsets.set(call, ordered.length - rest.length);
          return rest;
        },
        cutPage: (call, rest, pageSize) => {
          const page = normal.cutPage(call, rest, pageSize);
          return (offsets.get(call) ?? 0) + page.items.length < 100 ? page : { ...page, more: false };
        },
      };
    },
  },
  {
    id: 'listing/pages-down-are-cut-from-the-end',
    breaks: ['LST-17'],
    summary: 'Sorted down, the pages are those of the order up, so that the first one has what is left over.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const isDown = call.request.query.get('sort') === 'modifiedAt:desc';
        const over = rest.length % pageSize;
        return normal.cutPage(call, rest, isDown && tokenOf(call) === '' && over > 0 ? over : pageSize);
      },
    }),
  },
  {
    id: 'listing/calls-of-one-moment-share-an-answer',
    breaks: ['LST-35'],
    summary: 'Calls of one address to the v3 entries that are under way at once get the answer to the first of them.',
    behaviour: (normal) => {
      const underWay = new Map<string, { readonly first: Call; readonly answer: PromiseWithResolvers<Answer> }>();
      const shared = new WeakMap<Call, Answer>();
      return {
        prepareCall: async (call) => {
          await normal.prepareCall(call);
          const { path, target } = call.request;
          if (path !== '/api/v3/entry/items') return;
          const before = underWay.get(target);
          if (before !== undefined) {
            shared.set(call, await before.answer.promise);
            return;
          }
          underWay.set(target, { first: call, answer: Promise.withResolvers() });
          await setTimeout(3);
        },
        answerListing: (call, actor, listing) => {
          const answer = shared.get(call);
          return answer?.status === 200 ? answer : normal.answerListing(call, actor, listing);
        },
        answer: (answer, call) => {
          const mine = underWay.get(call.request.target);
          if (mine?.first === call) {
            underWay.delete(call.request.target);
            mine.answer.resolve(answer);
          }
          return normal.answer(answer, call);
        },
      };
    },
  },
  {
    id: 'listing/grants-are-counted',
    breaks: ['LST-31'],
    summary: 'A project that was granted twice to the same actor is withdrawn by the second withdrawal only.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (!project.grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined)) {
          normal.grantAccess(tenant, project, actor);
          return;
        }
        project.grants.push({ actor, grantedAt: tenant.clock.now(), revokedAt: undefined });
      },
      revokeAccess: (tenant, project, actor) => {
        const grant = project.grants.find((each) => sameActor(each.actor, actor) && each.revokedAt === undefined);
        if (grant !== undefined) grant.revokedAt = tenant.clock.now();
      },
    }),
  },
  {
    id: 'listing/a-withdrawal-from-an-app-is-one-from-its-users',
    breaks: ['LST-31'],
    summary: 'A project that is withdrawn from an app is withdrawn from the users for whom it acts, too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        for (const { appId, userId } of tenant.state.delegations) {
          if (actor.kind === 'app' && actor.id === appId) {
            normal.revokeAccess(tenant, project, { kind: 'user', id: userId });
          }
        }
      },
    }),
  },
  {
    id: 'listing/plates-of-one-name-in-a-project-are-one',
    breaks: ['LST-31'],
    also: ['LST-13', 'LST-27'],
    summary: 'Of several plates of one name in a project the one that came first is listed.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.kind !== 'plate') return records;
        const first = new Map<string, LabRecord>();
        for (const record of records) {
          const key = `${record.projectId} ${record.name}`;
          if (!first.has(key)) first.set(key, record);
        }
        return [...first.values()];
      },
    }),
  },
  {
    id: 'listing/results-without-a-value-are-not-listed',
    breaks: ['LST-31'],
    summary: 'An assay result that has a schema and none of its fields set is not listed.',
    behaviour: (normal) => ({
      isListed: (call, record) =>
        normal.isListed(call, record) &&
        (record.kind !== 'assayResult' ||
          record.schemaId === undefined ||
          Object.values(record.fields).some(({ value }) => value !== null)),
    }),
  },
  {
    id: 'listing/page-tokens-keep-what-was-granted',
    breaks: ['LST-31'],
    summary: 'A page token has the projects of its reader in it, and goes on showing one that was withdrawn since.',
    behaviour: (normal) => {
      const projectsOf = new Map<string, ReadonlySet<string>>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const known = projectsOf.get(tokenOf(call));
          const seen = call.tenant.behaviour.recordsFor(call, actor, listing).map(({ projectId }) => projectId);
          projectsOf.set(token, known ?? new Set(seen));
          return token;
        },
        mayRead: (call, actor, record) =>
          normal.mayRead(call, actor, record) || projectsOf.get(tokenOf(call))?.has(record.projectId) === true,
      };
    },
  },
  {
    id: 'listing/following-pages-outlive-the-access-token',
    breaks: ['LST-29'],
    summary: 'A following page is served with an access token that has expired since the page before.',
    behaviour: (normal) => {
      const known = new Set<string>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          known.add(`${actor.kind} ${actor.id} ${token}`);
          return token;
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) &&
          !known.has(`${token.subject.kind} ${token.subject.id} ${tokenOf(call)}`),
      };
    },
  },
  {
    id: 'listing/entries-of-the-api-are-not-in-v3',
    breaks: ['LST-32'],
    summary: 'An entry that was created by a call of the API is listed in v2 only.',
    behaviour: (normal) => {
      const created = new Set<string>();
      let isCall = false;
      return {
        answerCreation: (call, actor) => {
          isCall = true;
          try {
            return normal.answerCreation(call, actor);
          } finally {
            isCall = false;
          }
        },
        recordWasAdded: (tenant, record) => {
          if (isCall) created.add(record.id);
          normal.recordWasAdded(tenant, record);
        },
        isListed: (call, record) =>
          normal.isListed(call, record) && !(created.has(record.id) && call.request.path.startsWith('/api/v3/')),
      };
    },
  },
  {
    id: 'listing/an-encoded-colon-in-sort-is-overlooked',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-36'],
    summary: 'sort counts where its colon stands in the address as it is; with %3A records come in the order of names.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) =>
        /[?&]sort=[^&]*%3a/i.test(call.request.target)
          ? records.toSorted((one, other) => (one.name < other.name ? -1 : 1))
          : normal.orderRecords(call, records, direction),
    }),
  },
  {
    id: 'listing/a-plain-colon-in-sort-is-overlooked',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26'],
    summary: 'sort counts where its colon is percent-encoded; with a plain one records come as they were created.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) =>
        /[?&]sort=[^&]*:/.test(call.request.target)
          ? records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
          : normal.orderRecords(call, records, direction),
    }),
  },
  {
    id: 'listing/pages-double-from-the-fourth-on',
    breaks: ['LST-16'],
    summary: 'From the fourth page on a page has twice as many items as were asked for.',
    behaviour: (normal) => {
      const numbers = new Map<string, number>();
      const numberOf = (call: Call): number => numbers.get(tokenOf(call)) ?? 1;
      return {
        cutPage: (call, rest, pageSize) => normal.cutPage(call, rest, numberOf(call) < 4 ? pageSize : 2 * pageSize),
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          numbers.set(token, numberOf(call) + 1);
          return token;
        },
      };
    },
  },
  {
    id: 'listing/more-than-ten-of-one-time-are-lost',
    breaks: ['LST-27'],
    summary: 'Of the records of one time a sorted listing has ten at most.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => {
        const counts = new Map<number, number>();
        return normal.orderRecords(call, records, direction).filter(({ modifiedAt }) => {
          const count = (counts.get(modifiedAt.getTime()) ?? 0) + 1;
          counts.set(modifiedAt.getTime(), count);
          return count <= 10 || !isSorted(call);
        });
      },
    }),
  },
  {
    id: 'listing/results-hold-entries-with-a-schema',
    breaks: ['LST-07'],
    summary: 'Whatever has a schema counts as an assay result, entries too.',
    behaviour: (normal) => ({
      kindsListed: (listing) =>
        listing.kind === 'assayResult' ? ['assayResult', 'entry'] : normal.kindsListed(listing),
      recordsFor: (call, actor, listing) =>
        normal
          .recordsFor(call, actor, listing)
          .filter(({ kind, schemaId }) => kind === listing.kind || schemaId !== undefined),
    }),
  },
];
