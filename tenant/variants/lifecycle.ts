import type { Variant } from './variant.ts';

export const lifecycleVariants: readonly Variant[] = [
  {
    id: 'lifecycle/suspension-ends-delegated-tokens',
    freedoms: ['FRE-114'],
    summary: 'What apps hold for a user stays dead after a suspension.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        for (const delegation of tenant.state.delegations) {
          if (!active && delegation.userId === user.id) delegation.endedAt ??= tenant.clock.now();
        }
      },
    }),
  },
];
