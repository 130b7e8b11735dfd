import type { LoadedProfile } from './resolved.ts';

/** What holds for the reference tenant in the suite's own process before its port is known. */
export type EmbeddedProfile = Omit<LoadedProfile, 'baseUrl'>;

/**
 * The profile of the embedded tenant. Its address and its certificate are filled in by the code that starts one; its control
 * is a call, and no setting. A change is seen at once there, and nobody is disturbed by a fast caller.
 *
 * @param overrides what is to be otherwise, member by member
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
