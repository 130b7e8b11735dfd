import fc from 'fast-check';
import { objectOf } from './object.ts';

/** E-mail addresses that one user may have and another not. */
export const addressKinds = [
  'a plain address',
  'capitals in the address',
  'a tag in the address',
  'dots and an apostrophe in the address',
] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Names of users and apps. */
export const nameKinds = ['a plain name', 'a name with marks of HTML', 'a name beyond ASCII'] as const;
export type NameKind = (typeof nameKinds)[number];

/** How the e-mail address of a user resembles that of another one. */
export const resemblances = [
  'an address of its own',
  'an address that goes on where the other ends',
  'the same name elsewhere',
  'the same name with a tag',
  'an address that ends like the other',
] as const;
export type Resemblance = (typeof resemblances)[number];

/** What an app may be like: nothing of it keeps a change of its state from being done. */
export const appKinds = [
  'a plain app',
  'an app with two redirect URIs',
  'an app with a name with marks of HTML',
  'an app with a name beyond ASCII',
] as const;
/** No user can be sent to an app without redirect URIs, and of a tenant's first app there is no other one to resemble. */
export type AppKind =
  | (typeof appKinds)[number]
  | 'an app without redirect URIs'
  | 'an app of the name of the first'
  | 'an app that was installed after it was made';

/** What a user is like. Of the first user of a history there is no other one to resemble. */
export interface UserMake {
  readonly address: AddressKind;
  readonly called: NameKind;
  /** How the address resembles the first user's. */
  readonly resembling: Resemblance;
  /** Whether the name is the first user's. */
  readonly namesake: boolean;
}

/** Who there is: users and apps are made like these in turn. */
export interface Population {
  readonly users: readonly UserMake[];
  readonly apps: readonly AppKind[];
}

export const populations: fc.Arbitrary<Population> = objectOf<Population>({
  users: fc.array(
    objectOf<UserMake>({
      address: fc.constantFrom('a plain address', ...addressKinds),
      called: fc.constantFrom('a plain name', ...nameKinds),
      resembling: fc.constantFrom('an address of its own', ...resemblances),
      namesake: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  apps: fc.array(fc.constantFrom(...appKinds), { maxLength: 2 }),
});

/** Who may see something, where not everybody sees the same. */
export type InProjects = 'none' | 'own' | 'of users';

const inProjects: Readonly<Record<InProjects, string>> = {
  none: 'nobody in a project',
  own: 'a project of their own',
  'of users': 'apps in no project',
};

/** A population in words; undefined for a plain one. */
export function tellPopulation({ users, apps }: Population, projects?: InProjects): string | undefined {
  const told = [
    ...users.flatMap(({ address, called, resembling, namesake }) => [
      address,
      called,
      ...(resembling === 'an address of its own' ? [] : [resembling]),
      ...(namesake ? ['the name of the first user'] : []),
    ]),
    ...apps,
    ...(projects === undefined ? [] : [inProjects[projects]]),
  ].filter((one) => !one.startsWith('a plain'));
  return told.length === 0 ? undefined : [...new Set(told)].join(', ');
}
