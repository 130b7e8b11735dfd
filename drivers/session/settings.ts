import type { LoadedProfile } from '../profile/load.ts';

/** The settings by which checks are run at a target: the part of its profile about its behaviour and its contents. */
export type TargetSettings = Pick<LoadedProfile, 'limits' | 'api' | 'writeProbe' | 'fixtures'>;

/** Applies a variant's settings: what the profile must say of a tenant that uses its freedoms differently. */
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
    // a variant that sets anything about paths sets all of it: without the setting, the suite tries the known shapes
    api: api === undefined ? settings.api : { ...free, ...api },
    ...(writeProbe === undefined ? {} : { writeProbe }),
  };
}
