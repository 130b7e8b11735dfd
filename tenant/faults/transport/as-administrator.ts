import type { Actor, Call } from '../../call.ts';

/** What a tenant falls back to that lets in somebody whom it does not know. */
export function asAdministrator(call: Call): Actor {
  const { id } = call.tenant.administrator();
  const key = { value: '', userId: id, createdAt: call.now, retiredAt: undefined };
  return { kind: 'user', id, credential: { kind: 'apiKey', key } };
}
