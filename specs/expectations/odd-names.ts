import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { User } from '../../drivers/world/actors.ts';
import { aUserNamed } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';

/** E-mail addresses that one user may have and another not, made of a name and a host. */
const addresses = {
  'a plain address': (name, host) => `${name}@${host}`,
  'capitals in the address': (name, host) => `${name.toUpperCase()}@${host}`,
  'a tag in the address': (name, host) => `${name}+lab@${host}`,
  'dots and an apostrophe in the address': (name, host) => `${name}.o'brien@${host}`,
} as const satisfies Record<string, (name: string, host: string) => string>;

/** What stands behind a name that nobody else has, of a user or an app. */
export const endings = {
  'a plain name': '',
  'a name with marks of HTML': ` & <b>"Sons"</b> O'Neil`,
  'a name beyond ASCII': ' Łódź 実験',
} as const;

export const addressKinds = Object.keys(addresses) as readonly (keyof typeof addresses)[];
export const nameKinds = Object.keys(endings) as readonly (keyof typeof endings)[];

/** A new user of such an address and name; undefined where the control refuses them: which ones a tenant takes is free. */
export async function aUserCalled(
  scene: Scene,
  address: (typeof addressKinds)[number],
  called: (typeof nameKinds)[number],
): Promise<User | undefined> {
  const name = scene.target.name('user');
  const email = addresses[address](name.replaceAll(' ', '-'), `${scene.target.runId}.conformance.example`);
  return unlessRefused(aUserNamed(scene, email, name + endings[called]));
}
