import type { Actor, Call } from '../../call.ts';

/** A credential that the tenant makes up for one of its users. */
export function asUser(call: Call, id: string): Actor {
  return {
    kind: 'user',
    id,
    credential: { kind: 'apiKey', key: { value: '', userId: id, createdAt: call.now, retiredAt: undefined } },
  };
}
