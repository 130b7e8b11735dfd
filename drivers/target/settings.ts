/** What the suite goes by at a target: the target profile with its defaults filled in. */
export interface TargetSettings {
  readonly limits: {
    readonly timeoutSeconds: number;
    /** How long (really) a change other than archiving may take to be seen. */
    readonly propagationSeconds: number;
    readonly clockSkewSeconds: number;
  };
  readonly api: {
    readonly assayResultsPath?: string;
    readonly itemsKeys: Readonly<Record<string, string>>;
  };
  readonly writeProbe?: {
    readonly method: 'POST' | 'PUT' | 'PATCH';
    readonly path: string;
    readonly body?: unknown;
    /** JSON pointer to what names the creator in the answer. */
    readonly createdBy: string;
  };
  readonly fixtures: {
    readonly app?: { readonly appId: string; readonly clientId: string; readonly clientSecret: string };
    readonly users: readonly { readonly userId: string; readonly email: string; readonly apiKey?: string }[];
  };
}

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
