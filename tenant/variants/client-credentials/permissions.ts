import { refusal } from '../../http/refusal.ts';
import type { Actor, Call } from '../../call.ts';
import type { Variant } from '../variant.ts';

function hasAnyProject(call: Call, actor: Actor): boolean {
  const { behaviour, state } = call.tenant;
  return state.projects.values().some((project) => behaviour.hasAccess(call, actor, project));
}

/** Variants of the answers to actors without permission, and of the creators that records name. */
export const permissionVariants: readonly Variant[] = [
  {
    id: 'client-credentials/listing-forbidden-without-projects',
    freedoms: ['FRE-05', 'FRE-46'],
    summary: 'An actor without any project is answered with 403 by the listings.',
    behaviour: () => ({
      listingIsForbidden: (call, actor) =>
        hasAnyProject(call, actor) ? undefined : refusal('forbidden', 'You have no access to any project.'),
    }),
  },
  {
    id: 'client-credentials/new-apps-are-told-of-nothing',
    freedoms: ['FRE-46', 'FRE-134'],
    summary:
      'For an app without any project the listings answer with 404, and empty pages have links and warnings instead of a list.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor) =>
        actor.kind === 'user' || hasAnyProject(call, actor)
          ? undefined
          : refusal('not-found', 'There is nothing here.'),
      pageMembers: (call, listing, items, nextToken) => {
        const links = [{ rel: 'self', href: call.request.target }];
        const members = normal.pageMembers(call, listing, items, nextToken);
        if (items.length > 0 || listing.kind === 'assayResult') return members;
        return { nextToken, count: 0, links, warnings: [] };
      },
    }),
  },
  {
    id: 'client-credentials/entries-have-names-of-their-own',
    freedoms: ['FRE-52'],
    summary:
      'Entries of a project have different names: a call that would create a second entry of a name is answered with 409.',
    profile: {
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: '{{name}}', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
    },
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'invalid-body' ? 409 : normal.refusalStatus(call, refused),
      readNewEntry: (call) => {
        const entry = normal.readNewEntry(call);
        const taken =
          'name' in entry &&
          call.tenant.state.records.byKind.entry.some(
            ({ name, projectId }) => name === entry.name && projectId === entry.projectId,
          );
        return taken ? refusal('invalid-body', 'There is an entry of this name.') : entry;
      },
    }),
  },
  {
    id: 'client-credentials/creators-by-e-mail-or-client-id',
    freedoms: ['FRE-52'],
    summary:
      'Entries are created by PUT to their project; the answer names the creator last, in a history: a user by e-mail address in capitals, an app by client id.',
    profile: {
      writeProbe: {
        method: 'PUT',
        path: '/api/v2/entries',
        body: { entry: [{ name: 'conformance', in: 'projects/{{projectId}}' }] },
        createdBy: '/entry/history/0/~1by',
      },
    },
    behaviour: (normal) => ({
      routes: (paths) =>
        normal
          .routes(paths)
          .map((route) => (route.method === 'POST' && route.part === 'api' ? { ...route, method: 'PUT' } : route)),
      readNewEntry: (call) => {
        const body = JSON.parse(call.request.body.toString('utf8')) as {
          entry?: readonly { name?: unknown; in?: unknown }[];
        };
        const { name, in: place } = body.entry?.[0] ?? {};
        return typeof name === 'string' && typeof place === 'string'
          ? { name, projectId: place.replace(/^projects\//, '') }
          : refusal('invalid-body', 'The body must have an entry.');
      },
      shapeCreatedEntry: (call, record) => {
        const { users, apps } = call.tenant.state;
        const { kind, id } = record.createdBy;
        const by = kind === 'user' ? users.get(id)?.email.toUpperCase() : apps.get(id)?.clientId;
        return { entry: { key: record.id, history: [{ '/by': by, did: 'created' }] } };
      },
    }),
  },
];
