import fc from 'fast-check';

/** What may be done to a user beside its states: nothing of it is said to change what credentials are worth. */
export const besideUsers = [
  'was added to a project',
  'was taken out of a project',
  'presented an ID token',
  'signed in anew',
] as const;

/** What may be done to an app beside its states. */
export const besideApps = [
  'was added to a project',
  'was taken out of a project',
  'was given a redirect URI',
  'was given a webhook',
  'presented a code and a refresh token of nobody',
] as const;

export type BesideUser = (typeof besideUsers)[number];
export type BesideApp = (typeof besideApps)[number];

export const anyBesideUser: fc.Arbitrary<BesideUser> = fc.constantFrom(...besideUsers);
export const anyBesideApp: fc.Arbitrary<BesideApp> = fc.constantFrom(...besideApps);
