import type { EventType } from '../../state/events.ts';

/** Canvases that were initialized. */
export const CANVAS: EventType = 'v2.canvas.initialized';

/** Apps that were installed. */
export const INSTALLED: EventType = 'v2.app.installed';

/** Entries that were created. */
export const ENTRY: EventType = 'v2.entry.created';

/** Outputs of workflows whose fields were updated. */
export const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';

/** Tasks whose fields were updated. */
export const TASK: EventType = 'v2.workflowTask.updated.fields';

/** Task groups whose mapping was completed. */
export const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';
