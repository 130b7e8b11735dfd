import type { Actor, Call } from '../call.ts';
import { jsonAnswer, type Answer } from '../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { ActorReference, LabRecord } from '../state/model.ts';
import { addRecord } from '../state/add-record.ts';

/** The one call that creates something: an entry. Its path and shapes are free ("Business records: not shown"). */
export interface WriteBehaviour {
  readonly readNewEntry: (call: Call) => NewEntry | Refusal;
  /** Returns the actor to whom an action is attributed ("Authentication", the table of methods). */
  readonly attributedTo: (call: Call, actor: Actor) => ActorReference;
  readonly createdStatus: (call: Call) => number;
  readonly shapeCreatedEntry: (call: Call, record: LabRecord) => Record<string, unknown>;
  readonly answerCreation: (call: Call, actor: Actor) => Answer | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends WriteBehaviour {}
}

export interface NewEntry {
  readonly name: string;
  readonly projectId: string;
}

export const specifiedWrites: WriteBehaviour = {
  readNewEntry: (call) => {
    let body: unknown;
    try {
      body = JSON.parse(call.request.body.toString('utf8'));
    } catch {
      return refusal('invalid-body', 'The body is not JSON.');
    }
    const { name, projectId } = (typeof body === 'object' && body !== null ? body : {}) as Partial<NewEntry>;
    return typeof name === 'string' && name !== '' && typeof projectId === 'string'
      ? { name, projectId }
      : refusal('invalid-body', 'The body must have a name and a projectId.');
  },

  attributedTo: (_call, { kind, id }) => ({ kind, id }),

  createdStatus: () => 201,

  shapeCreatedEntry: (call, record) => call.tenant.behaviour.shapeItemV2(call, record),

  answerCreation: (call, actor) => {
    const { behaviour } = call.tenant;
    const entry = behaviour.readNewEntry(call);
    if (isRefusal(entry)) return entry;
    const project = behaviour.writableProject(call, actor, entry.projectId);
    if (isRefusal(project)) return project;
    const record = addRecord(call.tenant, {
      kind: 'entry',
      projectId: project.id,
      name: entry.name,
      modifiedAt: call.now,
      createdBy: behaviour.attributedTo(call, actor),
      schemaId: undefined,
      fields: {},
    });
    return jsonAnswer(behaviour.createdStatus(call), behaviour.shapeCreatedEntry(call, record));
  },
};
