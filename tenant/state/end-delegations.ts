import type { Tenant } from '../tenant.ts';
import type { Delegation } from './model.ts';

/** Ends the delegations that `which` selects, unless they have ended already. */
export function endDelegations(tenant: Tenant, which: (delegation: Delegation) => boolean): void {
  for (const delegation of tenant.state.delegations) if (which(delegation)) delegation.endedAt ??= tenant.clock.now();
}
