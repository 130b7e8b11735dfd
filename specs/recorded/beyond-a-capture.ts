import type { ProfileName } from '../requirements/index.ts';

/** The reason why recorded traffic says nothing about any other requirement of a profile. */
export const beyondACapture: Readonly<Record<ProfileName, string>> = {
  transport:
    'a capture does not show it: it takes calls with credentials that are wrong on purpose, and the same calls with right ones',
  'token-issuance':
    'a capture does not show it: the suite cannot know whether a recorded token request was right, so it takes requests made for the purpose',
  'client-credentials':
    'a capture does not show it: the permissions of apps are unknown, so it takes apps and records made for the purpose',
  delegated:
    'a capture does not show it: the consents and permissions of users are unknown, so it takes users and apps made for the purpose',
  'api-key': 'a capture does not show it: the owners of the keys and their permissions are unknown',
  'openid-connect': 'a capture does not show it: it takes ID tokens of an identity provider that the suite controls',
  lifecycle: 'a capture does not show it: it does not contain the changes that an operator made',
  expiry:
    'a capture does not show it: it does not contain the times at which credentials were issued, used and ended for other reasons',
  listing: 'a capture does not show it: it does not contain the existing records and the permissions for them',
  filtering: 'a capture does not show it: it does not contain the existing records and the values of their fields',
  webhooks:
    'a capture does not show it: it does not contain the causes of deliveries, or the deliveries that were not made',
  versioning: 'a capture does not show it: it takes the same requests at both paths or versions, made for the purpose',
};
