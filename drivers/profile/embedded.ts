import type { LoadedProfile } from './resolved.ts';

/** The profile of the reference tenant in the suite's own process before its port is known. */
export type EmbeddedProfile = Omit<LoadedProfile, 'baseUrl'>;

/**
 * Returns the profile of the embedded tenant. The code that starts a tenant fills in its address and its certificate.
 * The suite calls its control directly, without a setting. A change is visible there at once, and a fast caller
 * disturbs no other user.
 *
 * @param overrides members that differ from the defaults
 */
export function embeddedProfile(overrides: Partial<EmbeddedProfile> = {}): EmbeddedProfile {
  return {
    name: 'embedded',
    control: { type: 'none' },
    receiver: { listen: '127.0.0.1:0' },
    identityProvider: { listen: '127.0.0.1:0' },
    limits: {
      requestsPerSecond: undefined,
      timeoutSeconds: 10,
      propagationSeconds: 0,
      deliverySeconds: 1,
      clockSkewSeconds: 0,
    },
    api: {
      assayResultsPath: '/api/v2/assay-results',
      schemaFieldsEncoding: 'json',
      itemsKeys: {},
      itemId: '/id',
    },
    writeProbe: {
      method: 'POST',
      path: '/api/v2/entries',
      body: { name: 'conformance', projectId: '{{projectId}}' },
      createdBy: '/createdBy/id',
    },
    fixtures: { users: [] },
    secrets: [],
    ...overrides,
  };
}
