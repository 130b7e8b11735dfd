import fc from 'fast-check';
import { objectOf } from './object.ts';

/** Kinds of e-mail addresses of users. */
export const addressKinds = [
  'a plain address',
  'capitals in the address',
  'a tag in the address',
  'dots and an apostrophe in the address',
] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Kinds of names of users and apps. */
export const nameKinds = ['a plain name', 'a name with marks of HTML', 'a name beyond ASCII'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Ways in which the e-mail address of a user resembles that of another user. */
export const resemblances = [
  'an address of its own',
  'an address that goes on where the other ends',
  'the same name elsewhere',
  'the same name with a tag',
  'an address that ends like the other',
] as const;
export type Resemblance = (typeof resemblances)[number];

/** Kinds of app. None of them prevents a change of the app's state. */
export const appKinds = [
  'a plain app',
  'an app with two redirect URIs',
  'an app with a name with marks of HTML',
  'an app with a name beyond ASCII',
] as const;
/**
 * The drawn kinds and further ones, which are written only: no user can be sent to an app without redirect URIs, and
 * the first app of a tenant cannot resemble another one.
 */
export type AppKind =
  | (typeof appKinds)[number]
  | 'an app without redirect URIs'
  | 'an app of the name of the first'
  | 'an app that was installed after it was made';

/** The properties of a user. The first user of a history resembles no other one. */
export interface UserMake {
  readonly address: AddressKind;
  readonly called: NameKind;
  /** How the address resembles that of the first user. */
  readonly resembling: Resemblance;
  /** Whether the user has the name of the first user. */
  readonly namesake: boolean;
}

/** The properties of users and apps, used in turn. */
export interface Population {
  readonly users: readonly UserMake[];
  readonly apps: readonly AppKind[];
}

export const populations: fc.Arbitrary<Population> = objectOf<Population>({
  users: fc.array(
    objectOf<UserMake>({
      address: fc.constantFrom(...addressKinds),
      called: fc.constantFrom(...nameKinds),
      resembling: fc.constantFrom('an address of its own', ...resemblances),
      namesake: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  apps: fc.array(fc.constantFrom(...appKinds), { maxLength: 2 }),
});

/** Restrictions of the projects that actors are in. */
export type InProjects = 'none' | 'own' | 'of users';

const inProjects: Readonly<Record<InProjects, string>> = {
  none: 'no actor in a project',
  own: 'a project of their own',
  'of users': 'apps in no project',
};

/** Returns a population in words; undefined for a plain one. */
export function describePopulation({ users, apps }: Population, projects?: InProjects): string | undefined {
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
