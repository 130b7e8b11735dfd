import { keepRecord } from './records.ts';
import { type Actor, projectsOf, type Registry } from './registry.ts';
import { json, plain, type Reply } from './reply.ts';
import type { Webhooks } from './webhooks.ts';

/** The description of the call below in a target profile. */
export const WRITE_PROBE = {
  method: 'POST',
  path: '/api/v2/entries',
  body: { title: 'conformance', location: { project: '{{projectId}}' } },
  createdBy: '/entry/author',
} as const;

/** Creates an entry. Its author is the e-mail address of the user or the client id of the app that made the call. */
export function answerEntryCreation(registry: Registry, webhooks: Webhooks, actor: Actor, body: string): Reply {
  const { title, projectId } = requested(body);
  if (title === undefined || projectId === undefined) {
    return json(422, { problem: 'an entry is {"title": "…", "location": {"project": "…"}}' });
  }
  if (!projectsOf(registry, actor).has(projectId)) return plain(403, 'There is no such project for you.');
  const entry = keepRecord(registry, { kind: 'entry', projectId, name: title });
  webhooks.entryCreated(entry);
  const { id, modifiedAt } = entry;
  const author = actor.kind === 'app' ? registry.apps.get(actor.id)?.clientId : registry.users.get(actor.id)?.email;
  return json(201, { entry: { id, name: title, modifiedAt, author } }, { location: `/api/v2/entries/${id}` });
}

function requested(body: string): { title?: string | undefined; projectId?: string | undefined } {
  try {
    const value = JSON.parse(body) as { title?: unknown; location?: { project?: unknown } } | null;
    const project = value?.location?.project;
    return {
      title: typeof value?.title === 'string' ? value.title : undefined,
      projectId: typeof project === 'string' ? project : undefined,
    };
  } catch {
    return {};
  }
}
