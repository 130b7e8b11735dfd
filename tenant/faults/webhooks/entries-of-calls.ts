import type { Fault } from '../fault.ts';
import { whileCreating } from './while-creating.ts';

/** What is told of entries that are created by a call of the API, and not by the operator. */
export const entryOfCallFaults: readonly Fault[] = [
  {
    id: 'webhooks/entries-of-calls-are-told-as-their-project',
    breaks: ['WHK-36'],
    summary: 'The message of an entry that is created by a call has the identifier of its project as resourceId.',
    behaviour: (normal) => {
      const { isCreating, creating } = whileCreating(normal);
      return {
        ...creating,
        recordWasAdded: (tenant, record) =>
          normal.recordWasAdded(tenant, isCreating() ? { ...record, id: record.projectId } : record),
      };
    },
  },
];
