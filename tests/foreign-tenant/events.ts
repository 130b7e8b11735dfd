/** What this tenant tells apps of ("Events / Event kinds"). */
export type EventType = (typeof SUBSCRIBABLE)[number] | 'v2.app.installed';

/** What apps can ask for. Canvases come unasked, and asking for them is no mistake here. */
export const SUBSCRIBABLE = [
  'v2.canvas.initialized',
  'v2.entry.created',
  'v2.workflowOutput.updated.fields',
  'v2.workflowTask.updated.fields',
  'v2.workflowTaskGroup.mappingCompleted',
] as const;

/** Something that happened, before it is told to anybody. */
export interface Happening {
  readonly type: EventType;
  /** The project of the resource: who was not added to it hears nothing. Absent where it concerns one app alone. */
  readonly projectId?: string;
  /** The one app that it concerns. */
  readonly appId?: string;
  readonly resourceId?: string;
  readonly schemaId?: string | null;
  readonly updates?: readonly string[];
  readonly featureId?: string;
  readonly userId?: string;
}

/** What happened, with when and as the how manieth. */
export interface LabEvent extends Happening {
  readonly serial: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
