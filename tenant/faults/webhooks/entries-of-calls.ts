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
  {
    id: 'webhooks/entries-of-calls-come-from-an-inner-address',
    breaks: ['WHK-10'],
    summary: 'The message of an entry that is created by a call has the address of a server within as baseURL.',
    behaviour: (normal) => {
      const { isCreating, creating } = whileCreating(normal);
      return {
        ...creating,
        envelopeBaseUrl: (tenant, event, app) =>
          isCreating() ? 'http://localhost:3000' : normal.envelopeBaseUrl(tenant, event, app),
      };
    },
  },
  {
    id: 'webhooks/entries-of-other-apps-are-told-as-to-their-maker',
    breaks: ['WHK-05'],
    summary: 'The message of an entry that an app creates names that app, whichever app it is sent to.',
    behaviour: (normal) => ({
      envelopeApp: (tenant, event, app) => {
        const maker = tenant.state.records.get(event.resourceId ?? '')?.createdBy;
        return maker?.kind === 'app' ? { id: maker.id } : normal.envelopeApp(tenant, event, app);
      },
    }),
  },
];
