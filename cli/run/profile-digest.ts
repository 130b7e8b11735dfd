import type { LoadedProfile } from '../../drivers/profile/load.ts';
import type { LoadedControl } from '../../drivers/profile/resolved.ts';
import { digestOf } from '../../reports/digest.ts';

/**
 * Names a target profile by what it says, its defaults included and its secrets left out: two runs with the same
 * settings have the same digest, even if the credentials have changed by then.
 */
export function profileDigest(profile: LoadedProfile): string {
  const { secrets, otherTenant, ...settings } = profile;
  const kinds = new Map(secrets.map(({ kind, value }) => [value, `<${kind}>`]));
  const said = { ...anywhere(settings), ...(otherTenant && { otherTenant: anywhere(otherTenant) }) };
  return digestOf(withoutSecrets(said, kinds));
}

/** Where the profile lies says nothing of the tenant. */
function anywhere(settings: { readonly control: LoadedControl }): object {
  if (settings.control.type !== 'command') return settings;
  const { folder: _, ...control } = settings.control;
  return { ...settings, control };
}

function withoutSecrets(value: unknown, kinds: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return kinds.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, kinds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, kinds)]));
}
