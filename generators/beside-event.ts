import fc from 'fast-check';

/** What may be done to a user beside its states: nothing of it is said to change what credentials are worth. */
export const besideUsers = [
  'is added to a project',
  'is taken out of a project',
  'presents an ID token',
  'signs in anew',
] as const;

/** What may be done to an app beside its states. */
export const besideApps = [
  'is added to a project',
  'is taken out of a project',
  'is given a redirect URI',
  'is given a webhook',
  'presents a code and a refresh token of nobody',
] as const;

export type BesideUser = (typeof besideUsers)[number];
export type BesideApp = (typeof besideApps)[number];

export const anyBesideUser: fc.Arbitrary<BesideUser> = fc.constantFrom(...besideUsers);
export const anyBesideApp: fc.Arbitrary<BesideApp> = fc.constantFrom(...besideApps);
