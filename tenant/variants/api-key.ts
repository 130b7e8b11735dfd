import type { Variant } from './variant.ts';

export const apiKeyVariants: readonly Variant[] = [
  {
    id: 'api-key/any-password',
    freedoms: ['FRE-89'],
    summary: 'The password beside a right key is not looked at.',
    behaviour: () => ({ passwordIsRight: () => true }),
  },
  {
    id: 'api-key/several-keys',
    freedoms: ['FRE-92', 'FRE-93'],
    summary: 'Keys are UUIDs, and another key of a user leaves the earlier ones working; only rotation ends them.',
    behaviour: () => ({
      makeApiKey: (tenant) =>
        tenant
          .random(16)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      createApiKey: (tenant, user, createdAt) => {
        const key = { value: tenant.behaviour.makeApiKey(tenant), userId: user.id, createdAt, retiredAt: undefined };
        tenant.state.apiKeys.add(key);
        return key;
      },
    }),
  },
];
