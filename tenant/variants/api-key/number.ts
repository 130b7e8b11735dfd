import { Refused } from '../../control/refused.ts';
import type { Variant } from '../variant.ts';

/** Variants of the number of keys that a user can have. */
export const keyNumberVariants: readonly Variant[] = [
  {
    id: 'api-key/two-keys-at-most',
    freedoms: ['FRE-93'],
    summary: 'A user has two keys at most; a third is refused, and rotation ends both.',
    behaviour: (normal) => ({
      createApiKey: (tenant, user, createdAt) => {
        const live = tenant.state.apiKeys
          .values()
          .filter(({ userId, retiredAt }) => userId === user.id && retiredAt === undefined);
        if ([...live].length >= 2) throw new Refused(409, 'too_many_keys', 'The user has two keys.');
        const value = normal.makeApiKey(tenant);
        const key = { value, userId: user.id, createdAt, retiredAt: undefined };
        tenant.state.apiKeys.add(key);
        return key;
      },
    }),
  },
];
