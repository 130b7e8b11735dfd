import type { LoadedProfile } from '../../drivers/profile/load.ts';
import type { LoadedControl } from '../../drivers/profile/resolved.ts';
import { digestOf } from '../../reports/digest.ts';

/**
 * Returns a digest that names a target profile by its settings, with its defaults and without its secrets. Two runs
 * with the same settings have the same digest, even if the credentials changed between them.
 */
export function profileDigest(profile: LoadedProfile): string {
  const { secrets, otherTenant, ...settings } = profile;
  const kinds = new Map(secrets.map(({ kind, value }) => [value, `<${kind}>`]));
  const described = { ...withoutFolder(settings), ...(otherTenant && { otherTenant: withoutFolder(otherTenant) }) };
  return digestOf(withoutSecrets(described, kinds));
}

/** Returns the settings without the folder of the profile, which says nothing about the tenant. */
function withoutFolder(settings: { readonly control: LoadedControl }): object {
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
