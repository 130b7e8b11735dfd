import type { Behaviour } from '../behaviour/behaviour.ts';

/** Remembers which apps were ever archived, for faults that treat them otherwise from then on. */
export function onceArchived(normal: Pick<Behaviour, 'setArchived'>): {
  readonly apps: ReadonlySet<string>;
  readonly remembering: Pick<Behaviour, 'setArchived'>;
} {
  const apps = new Set<string>();
  return {
    apps,
    remembering: {
      setArchived: (tenant, app, archived) => {
        if (archived) apps.add(app.id);
        normal.setArchived(tenant, app, archived);
      },
    },
  };
}
