import type { Behaviour } from '../behaviour/behaviour.ts';
import type { ApiKey } from '../state/model.ts';

/** Remembers which keys came from a rotation, for faults that treat them otherwise. */
export function rotatedKeys(normal: Pick<Behaviour, 'rotateApiKey'>): {
  readonly rotated: Pick<ReadonlySet<ApiKey>, 'has'>;
  readonly remembering: Pick<Behaviour, 'rotateApiKey'>;
} {
  const rotated = new WeakSet<ApiKey>();
  return {
    rotated,
    remembering: {
      rotateApiKey: (tenant, user) => {
        const key = normal.rotateApiKey(tenant, user);
        rotated.add(key);
        return key;
      },
    },
  };
}
