import { answer } from '../../core/exchange.ts';
import { accessTokenIn, anApp, requestToken } from '../world/actors.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, wrong } from './examined.ts';
import { mendOneTenant } from './mending.ts';

/**
 * Compares the address that the control gives its tenant with that of the profile. A tenant may be reached by several, so
 * where they differ an app that the control makes shows whether they are of one tenant.
 */
export async function examineAddresses(scene: Scene): Promise<readonly Examined[]> {
  const { target } = scene;
  const { baseUrl } = target.control.description;
  if (isSameAddress(baseUrl, target.baseUrl)) return [];
  const found = `says that its tenant is at ${baseUrl}, and the profile has ${target.baseUrl}`;
  if (!scene.supports('app.create')) return [wrong('control', found, mendOneTenant)];
  const app = await anApp(scene);
  const request = await scene.settle(
    () => requestToken(scene, app),
    (one) => accessTokenIn(one) !== undefined,
  );
  return accessTokenIn(request) === undefined
    ? [
        wrong(
          'control',
          `${found}, where a token request of an app that the control made ${answer(request)}`,
          mendOneTenant,
        ),
      ]
    : [
        note(
          'control',
          `${found}; an app that the control made obtains a token there, so both belong to the same tenant`,
        ),
      ];
}

/** The same of the second tenant, whose control must not be that of the first. */
export function examineOtherAddresses({ target }: Scene): readonly Examined[] {
  const { other } = target;
  const told = other?.control?.description.baseUrl;
  if (other === undefined || told === undefined || isSameAddress(told, other.baseUrl)) return [];
  const found = `its control says that its tenant is at ${told}, and the profile has ${other.baseUrl}`;
  const isTheFirst = isSameAddress(told, target.baseUrl);
  const mend =
    'check that otherTenant.control and otherTenant.baseUrl belong to the same tenant, and that it is not the first one';
  return [isTheFirst ? wrong('otherTenant', found, mend) : note('otherTenant', found)];
}

export function isSameAddress(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address;
}
