import fc from 'fast-check';

/** Events of a user other than changes of state. As far as the specification says, they do not affect credentials. */
export const besideUsers = [
  'was added to a project',
  'was taken out of a project',
  'presented an ID token',
  'signed in anew',
] as const;

/** Events of an app other than changes of state. */
export const besideApps = [
  'was added to a project',
  'was added to its project again',
  'was taken out of a project',
  'was given a redirect URI',
  'was given a webhook',
  'presented a code and a refresh token of nobody',
] as const;

export type BesideUser = (typeof besideUsers)[number];
export type BesideApp = (typeof besideApps)[number];

export const anyBesideUser: fc.Arbitrary<BesideUser> = fc.constantFrom(...besideUsers);
export const anyBesideApp: fc.Arbitrary<BesideApp> = fc.constantFrom(...besideApps);
