import type { Fault } from '../fault.ts';

/** Keys whose owners have let an app act in their name. */
export const keyOfAuthorizingOwnerFaults: readonly Fault[] = [
  {
    id: 'api-key/replaced-keys-of-those-who-authorized-an-app-go-on',
    breaks: ['KEY-15'],
    summary: 'A key of a user who has authorized an app goes on after another has taken its place.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) && !call.tenant.state.delegations.some(({ userId }) => userId === key.userId),
    }),
  },
];
