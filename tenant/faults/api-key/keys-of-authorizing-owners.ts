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

  {
    id: 'api-key/keys-are-secrets-of-apps-that-their-owners-authorized',
    breaks: ['KEY-13'],
    summary: 'The API key of a user who has authorized an app is good for its client secret.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const { apiKeys, delegations } = call.tenant.state;
        const owner = apiKeys.find(clientSecret)?.userId;
        const authorized = delegations.some(({ appId, userId }) => appId === app.id && userId === owner);
        return authorized || normal.clientSecretIsRight(call, app, clientSecret);
      },
    }),
  },
];
