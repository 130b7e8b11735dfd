import type { IdKind } from './issuing.ts';
import type { EventCause, EventType } from '../state/events.ts';
import { addProject } from '../state/initial-data.ts';
import { sameActor, type App, type Project, type User } from '../state/model.ts';
import { addRecord } from '../state/add-record.ts';
import type { Tenant } from '../tenant.ts';

/** The event kinds that the operator can cause separately. */
export type TriggeredType = Exclude<EventType, 'v2.app.installed'>;

export interface Trigger {
  readonly type: TriggeredType;
  /** The app that has to see the resource. */
  readonly app: App;
  readonly user: User;
  readonly withSchema: boolean;
}

/** Actions of people in the web application that cause events ("Events / Event kinds"). */
export interface TriggerBehaviour {
  /** Returns a project that the app may see; creates one if there is none. */
  readonly projectForTrigger: (tenant: Tenant, app: App) => Project;
  /** Returns the names of the properties that an update changes. */
  readonly updatedProperties: (tenant: Tenant, trigger: Trigger) => readonly string[];
  /** Causes the event, and returns what is known of its cause. */
  readonly trigger: (tenant: Tenant, trigger: Trigger) => EventCause;
}

declare module './behaviour.ts' {
  interface Behaviour extends TriggerBehaviour {}
}

const PROPERTIES = ['Sample volume', 'Yield', 'Operator', 'Storage location', 'Due date'];

export const specifiedTriggers: TriggerBehaviour = {
  projectForTrigger: (tenant, app) => {
    const actor = { kind: 'app', id: app.id } as const;
    for (const project of tenant.state.projects.grantedTo(actor)) {
      const { grants } = project;
      if (grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined)) return project;
    }
    const project = addProject(tenant, tenant.names.project());
    tenant.behaviour.grantAccess(tenant, project, actor);
    return project;
  },

  updatedProperties: (tenant) => {
    const [first = 0, count = 0] = tenant.random(2);
    return Array.from({ length: 1 + (count % 3) }, (_, index) => PROPERTIES[(first + index) % PROPERTIES.length] ?? '');
  },

  trigger: (tenant, trigger) => {
    const { behaviour } = tenant;
    const { type, app, user } = trigger;
    const projectId = behaviour.projectForTrigger(tenant, app).id;
    const schemaId = trigger.withSchema ? behaviour.makeId(tenant, 'schema') : null;
    if (type === 'v2.entry.created') {
      const { id } = addRecord(tenant, {
        kind: 'entry',
        projectId,
        name: tenant.names.entry(),
        modifiedAt: tenant.clock.now(),
        createdBy: { kind: 'user', id: user.id },
        schemaId: schemaId ?? undefined,
        fields: {},
      });
      return { type, projectId, resourceId: id, schemaId };
    }
    const cause = causeOf(tenant, { ...trigger, type }, { projectId, schemaId });
    behaviour.emit(tenant, cause);
    return cause;
  },
};

/** Any trigger except the creation of an entry, which sends its own event. */
type OtherTrigger = Trigger & { readonly type: Exclude<TriggeredType, 'v2.entry.created'> };

function causeOf(
  tenant: Tenant,
  trigger: OtherTrigger,
  place: { readonly projectId: string; readonly schemaId: string | null },
): EventCause {
  const { behaviour } = tenant;
  const { type, app, user } = trigger;
  const resource = (kind: IdKind) => ({ type, ...place, resourceId: behaviour.makeId(tenant, kind) });
  switch (type) {
    case 'v2.workflowOutput.updated.fields':
      return { ...resource('workflowOutput'), updates: behaviour.updatedProperties(tenant, trigger) };
    case 'v2.workflowTask.updated.fields':
      return { ...resource('workflowTask'), updates: behaviour.updatedProperties(tenant, trigger) };
    case 'v2.workflowTaskGroup.mappingCompleted':
      return resource('workflowTaskGroup');
    case 'v2.canvas.initialized': {
      const featureId = behaviour.makeId(tenant, 'feature');
      const { projectId } = place;
      const resourceId = behaviour.makeId(tenant, 'canvas');
      return { type, addressee: app.id, projectId, resourceId, featureId, userId: user.id };
    }
  }
}
