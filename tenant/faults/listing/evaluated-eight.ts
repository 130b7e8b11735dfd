import type { Actor, Call } from '../../http/message.ts';
import { sameActor } from '../../state/model.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Listing } from '../../endpoints/listings.ts';
import type { Fault } from '../fault.ts';

/** Leaves records out of listings. */
const lacks =
  (isLeftOut: (record: LabRecord, listing: Listing, call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    recordsFor: (call, actor, listing) =>
      normal.recordsFor(call, actor, listing).filter((record) => !isLeftOut(record, listing, call)),
  });

/** The first projects of somebody are listed. */
const projectsAtMost =
  (most: number): Fault['behaviour'] =>
  (normal) => ({
    recordsFor: (call: Call, actor: Actor, listing: Listing) => {
      const first = new Set(
        call.tenant.state.projects
          .values()
          .filter((project) => project.grants.some((grant) => sameActor(grant.actor, actor)))
          .take(most)
          .map(({ id }) => id),
      );
      return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
    },
  });

/** Mistakes about what is asked twice, about many of something, and about names. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'listing/sixteen-projects-at-most',
    breaks: ['LST-31'],
    summary: 'Of the projects of an actor the sixteen oldest are listed.',
    behaviour: projectsAtMost(16),
  },
  {
    id: 'listing/long-names-are-not-in-v3',
    breaks: ['LST-32'],
    summary: 'Records with names of more than a hundred characters are not listed by v3.',
    behaviour: lacks(({ name }, { version }) => version === 'v3' && name.length > 100),
  },
  {
    id: 'listing/names-with-markup-are-left-out-of-plates',
    breaks: ['LST-31'],
    summary: 'Plates whose names hold angle brackets are not listed.',
    behaviour: lacks(({ name, kind }) => kind === 'plate' && /[<>]/.test(name)),
  },
  {
    id: 'listing/page-tokens-of-large-pages-lead-too-far',
    breaks: ['LST-13'],
    summary: 'The page behind one of more than ten begins one record too late.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        return Number(call.request.query.get('pageSize') ?? 0) > 10 ? rest.slice(1) : rest;
      },
    }),
  },
  {
    id: 'listing/sorted-traversals-end-after-twelve-pages',
    breaks: ['LST-13'],
    also: ['LST-11', 'LST-24'],
    summary: 'A sorted traversal ends with its twelfth page.',
    behaviour: (normal) => {
      const pages = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const page = (pages.get(call.request.query.get('nextToken') ?? '') ?? 0) + 1;
          pages.set(token, page);
          return page >= 12 && call.request.query.has('sort') ? '' : token;
        },
      };
    },
  },
];
