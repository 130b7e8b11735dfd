import type { EventType } from '../../state/events.ts';

/** The event that a canvas was initialised. */
export const CANVAS: EventType = 'v2.canvas.initialized';

/** The event that an app was installed. */
export const INSTALLED: EventType = 'v2.app.installed';

/** The event that an entry was created. */
export const ENTRY: EventType = 'v2.entry.created';

/** The event that fields of a workflow output were updated. */
export const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';

/** The event that fields of a task were updated. */
export const TASK: EventType = 'v2.workflowTask.updated.fields';

/** The event that the mapping of a task group was completed. */
export const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';
