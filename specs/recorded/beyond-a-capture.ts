import type { ProfileName } from '../requirements/index.ts';

/** Why recorded traffic says nothing of all other requirements of a profile. */
export const beyondACapture: Readonly<Record<ProfileName, string>> = {
  transport:
    'a capture does not show it: it takes calls with credentials that are wrong on purpose, beside the same calls with right ones',
  'token-issuance':
    'a capture does not show it: whether a recorded token request was right or wrong is not known, so it takes requests made for the purpose',
  'client-credentials':
    'a capture does not show it: what an app may see is not known, so it takes apps and records made for the purpose',
  delegated:
    'a capture does not show it: what users consented to and may see is not known, so it takes users and apps made for the purpose',
  'api-key': 'a capture does not show it: whose keys were used and what their owners may see is not known',
  'openid-connect': 'a capture does not show it: it takes ID tokens of an identity provider that the suite has',
  lifecycle: 'a capture does not show it: what an operator changed meanwhile is not in it',
  expiry: 'a capture does not show it: when credentials were issued, used and ended for other reasons is not in it',
  listing: 'a capture does not show it: which records there are, and who may see them, is not in it',
  filtering: 'a capture does not show it: which records there are, and what their fields hold, is not in it',
  webhooks: 'a capture does not show it: what caused a delivery, and what was not delivered, is not in it',
  versioning: 'a capture does not show it: it takes the same requests at both paths or versions, made for the purpose',
};
