import type { LoadedProfile } from '../profile/load.ts';

/** What checks go by at a target: the part of its profile that says how it behaves and what it has. */
export type TargetSettings = Pick<LoadedProfile, 'limits' | 'api' | 'writeProbe' | 'fixtures'>;

/** The settings of a tenant that uses its freedoms otherwise, as its variant says what the profile must say of it. */
export function withVariant(
  settings: TargetSettings,
  profile: Readonly<Record<string, unknown>> | undefined,
): TargetSettings {
  if (profile === undefined) return settings;
  const { limits, api, writeProbe } = profile as Partial<TargetSettings>;
  const { assayResultsPath: _known, ...free } = settings.api;
  return {
    ...settings,
    limits: { ...settings.limits, ...limits },
    // a variant that says anything of the paths says all of it: without the setting the known shapes are tried
    api: api === undefined ? settings.api : { ...free, ...api },
    ...(writeProbe === undefined ? {} : { writeProbe }),
  };
}
