import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { aProject, aUser, aUserNamed, grantIfAllowed, setIdleWebhook } from '../../drivers/world/actors.ts';
import { aClient, redirectUri } from '../../drivers/world/delegated.ts';
import { addressOf, endings } from '../../drivers/world/naming.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { AddressKind, AppKind, NameKind, Resemblance, UserMake } from '../../generators/population.ts';

const resembling: Readonly<Record<Resemblance, (email: string) => string>> = {
  'an address of its own': (email) => `other-${email}`,
  'an address that goes on where the other ends': (email) => `${email}.example`,
  'the same name elsewhere': (email) => email.replace('@', '@elsewhere.'),
  'the same name with a tag': (email) => email.replace('@', '+lab@'),
  'an address that ends like the other': (email) => `a${email}`,
};

/** A new user of such an address and name; undefined where the control refuses them: which ones a tenant takes is free. */
export function aUserCalled(scene: Scene, address: AddressKind, called: NameKind): Promise<User | undefined> {
  const name = scene.target.name('user');
  return unlessRefused(aUserNamed(scene, addressOf(address, name, scene.target), name + endings[called]));
}

/** An address that resembles another one. */
export function resemblingAddress(how: Resemblance, email: string): string {
  return resembling[how](email);
}

/** A user with the name under which it was made. */
export type NamedUser = User & { readonly name: string };

/**
 * A new user of such a make; a plain one where the tenant takes no such address or name.
 *
 * @param first whom it may resemble
 */
export async function aUserLike(scene: Scene, make: UserMake | undefined, first?: NamedUser): Promise<NamedUser> {
  const plain = async (): Promise<NamedUser> => {
    const name = scene.target.name('user');
    return { ...(await aUser(scene, name)), name };
  };
  if (make === undefined) return plain();
  const own = scene.target.name('user');
  const name = make.namesake && first !== undefined ? first.name : own + endings[make.called];
  const email =
    first === undefined || make.resembling === 'an address of its own'
      ? addressOf(make.address, own, scene.target)
      : resembling[make.resembling](first.email);
  const made = await unlessRefused(aUserNamed(scene, email, name));
  const user = made === undefined ? await plain() : { ...made, name };
  if (make.further) await addToFurtherProject(scene, user);
  return user;
}

/** Adds an actor to a project of its own, where the control makes such. */
async function addToFurtherProject(scene: Scene, actor: App | User): Promise<void> {
  if (!scene.supports('project.create') || !scene.supports('project.grant')) return;
  await grantIfAllowed(scene, await aProject(scene), actor);
}

/** Registered beside the usual one. */
export const otherRedirectUri = 'https://another.conformance.example/callback';

interface AppTraits {
  readonly redirectUris?: readonly string[];
  /** What stands behind its name. */
  readonly ending?: string;
  readonly webhook?: true;
  /** Whether there is a project for it alone. */
  readonly further?: true;
}

const traits: Readonly<Record<AppKind, AppTraits>> = {
  'a plain app': {},
  'an app with two redirect URIs': { redirectUris: [redirectUri, otherRedirectUri] },
  'an app with a webhook': { webhook: true },
  'an app with a name with marks of HTML': { ending: endings['a name with marks of HTML'] },
  'an app with a name beyond ASCII': { ending: endings['a name beyond ASCII'] },
  'an app in a further project': { further: true },
};

/** An app of such a kind; a plain one where the control cannot make it. */
export async function anAppLike(scene: Scene, kind: AppKind): Promise<App> {
  const { redirectUris, ending, webhook, further } = traits[kind];
  const app = await aClient(scene, redirectUris, ending === undefined ? undefined : scene.target.name('app') + ending);
  if (webhook === true) await setIdleWebhook(scene, app);
  if (further === true) await addToFurtherProject(scene, app);
  return app;
}
