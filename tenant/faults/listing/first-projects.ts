import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Faults in which the first project of a reader decides what the reader sees. */
export const firstProjectFaults: readonly Fault[] = breaking('LST-31', {
  'an-empty-first-project-ends-the-listing': [
    (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        const first = call.tenant.state.projects.values().find((project) => normal.hasAccess(call, actor, project));
        return records.some(({ projectId }) => projectId === first?.id) ? records : [];
      },
    }),
    'If the first project of a reader has no records of a kind, the listing of that kind is empty.',
    ['LST-13', 'KEY-03', 'CCR-08', 'CCR-11', 'CCR-12'],
  ],
});
