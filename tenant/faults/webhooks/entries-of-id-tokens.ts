import type { Fault } from '../fault.ts';

/** Entries that nobody is told of, by how they were created. */
export const entryOfIdTokenFaults: readonly Fault[] = [
  {
    id: 'webhooks/entries-of-id-tokens-are-not-told',
    breaks: ['WHK-19'],
    summary: 'An entry that is created with an ID token causes no event.',
    behaviour: (normal) => {
      let creator: string | undefined;
      return {
        attributedTo: (call, actor) => {
          creator = actor.credential.kind;
          return normal.attributedTo(call, actor);
        },
        recordWasAdded: (tenant, record) => {
          const by = creator;
          creator = undefined;
          if (by !== 'idToken') normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
];
