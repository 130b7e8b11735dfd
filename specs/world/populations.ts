import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { accessTokenIn, aUser, aUserNamed, createApp, settledTokenRequest } from '../../drivers/world/actors.ts';
import { aClient, redirectUri } from '../../drivers/world/delegated.ts';
import { addressOf, endings } from '../../drivers/world/actor-makes.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { AddressKind, AppKind, NameKind, Resemblance, UserMake } from '../../generators/population.ts';

const resembling: Readonly<Record<Resemblance, (email: string) => string>> = {
  'an address of its own': (email) => `other-${email}`,
  'an address that goes on where the other ends': (email) => `${email}.example`,
  'the same name elsewhere': (email) => email.replace('@', '@elsewhere.'),
  'the same name with a tag': (email) => email.replace('@', '+lab@'),
  'an address that ends like the other': (email) => `a${email}`,
};

/**
 * Creates a user with such an address and name. Returns undefined if the control refuses them: a tenant may choose
 * which addresses and names it accepts.
 */
export function aUserCalled(scene: Scene, address: AddressKind, called: NameKind): Promise<User | undefined> {
  const name = scene.target.name('user');
  return unlessRefused(aUserNamed(scene, addressOf(address, name, scene.target), name + endings[called]));
}

/** A user with the name that was given at creation. */
export type NamedUser = User & { readonly name: string };

/**
 * Creates a user of such a make, or a plain user if the tenant refuses the address or name.
 *
 * @param first the user that the new one may resemble
 */
export async function createUserOfMake(
  scene: Scene,
  make: UserMake | undefined,
  first?: NamedUser,
): Promise<NamedUser> {
  const own = scene.target.name('user');
  const plain = async (): Promise<NamedUser> => ({ ...(await aUser(scene, own)), name: own });
  if (make === undefined) return plain();
  const name = make.namesake && first !== undefined ? first.name : own + endings[make.called];
  const email =
    first === undefined || make.resembling === 'an address of its own'
      ? addressOf(make.address, own, scene.target)
      : resembling[make.resembling](first.email);
  const made = await unlessRefused(aUserNamed(scene, email, name));
  return made === undefined ? plain() : { ...made, name };
}

/** A redirect URI that is registered in addition to the usual one. */
export const otherRedirectUri = 'https://another.conformance.example/callback';

interface AppTraits {
  readonly redirectUris?: readonly string[];
  /** Text that is appended to the name. */
  readonly ending?: string;
  readonly isNamesake?: true;
  readonly installedLate?: true;
}

const traits: Readonly<Record<AppKind, AppTraits>> = {
  'a plain app': {},
  'an app with two redirect URIs': { redirectUris: [redirectUri, otherRedirectUri] },
  'an app with a name with marks of HTML': { ending: endings['a name with marks of HTML'] },
  'an app with a name beyond ASCII': { ending: endings['a name beyond ASCII'] },
  'an app without redirect URIs': { redirectUris: [] },
  'an app of the name of the first': { isNamesake: true },
  'an app that was installed after it was made': { installedLate: true },
};

/** An app with the name that was given at creation, and with the redirect URI to which users are sent back. */
export type NamedApp = App & { readonly name: string; readonly redirectUri: string };

/**
 * Creates an app of such a kind, or a plain app if the control cannot create that kind.
 *
 * @param first the app whose name the new one may have
 */
export async function createAppOfKind(scene: Scene, kind: AppKind, first?: Pick<NamedApp, 'name'>): Promise<NamedApp> {
  const { redirectUris, ending = '', isNamesake, installedLate } = traits[kind];
  const name = isNamesake === true && first !== undefined ? first.name : scene.target.name('app') + ending;
  const late = installedLate === true ? await aLateClient(scene, name) : undefined;
  const app = late ?? (await aClient(scene, redirectUris, name));
  return { ...app, name, redirectUri: redirectUris?.at(-1) ?? redirectUri };
}

/** Creates an app that is not installed, then installs it. Returns undefined if the control cannot do that. */
async function aLateClient(scene: Scene, name: string): Promise<App | undefined> {
  if (!scene.supports('app.install')) return undefined;
  const made = await unlessRefused(createApp(scene, 'app', { name, redirectUris: [redirectUri], installed: false }));
  if (made === undefined) return undefined;
  await scene.operate('app.install', { appId: made.appId });
  const app = { ...made, own: true };
  // the installation may have changed its secret (FRE-49)
  return accessTokenIn(await settledTokenRequest(scene, app)) === undefined ? undefined : app;
}
