import { answer } from '../../core/exchange.ts';
import { accessTokenIn, anApp, requestToken } from '../world/actors.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, wrong } from './examined.ts';
import { oneTenantFix } from './fixes.ts';

/**
 * Compares the address that the control names for its tenant with the address in the profile. A tenant may have
 * several addresses. If the two differ, an app that the control makes shows whether both belong to the same tenant.
 */
export async function examineAddresses(scene: Scene): Promise<readonly Examined[]> {
  const { target } = scene;
  const { baseUrl } = target.control.description;
  if (isSameAddress(baseUrl, target.baseUrl)) return [];
  const found = `says that its tenant is at ${baseUrl}, but baseUrl is ${target.baseUrl}`;
  if (!scene.supports('app.create')) return [wrong('control', found, oneTenantFix)];
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
          oneTenantFix,
        ),
      ]
    : [
        note(
          'control',
          `${found}; an app that the control made obtains a token there, so both belong to the same tenant`,
        ),
      ];
}

/** Compares the addresses of the second tenant in the same way. Its control must not belong to the first tenant. */
export function examineOtherAddresses({ target }: Scene): readonly Examined[] {
  const { other } = target;
  const namedUrl = other?.control?.description.baseUrl;
  if (other === undefined || namedUrl === undefined || isSameAddress(namedUrl, other.baseUrl)) return [];
  const found = `its control says that its tenant is at ${namedUrl}, but otherTenant.baseUrl is ${other.baseUrl}`;
  const isTheFirst = isSameAddress(namedUrl, target.baseUrl);
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
