import { apiKeyFaults } from './api-key.ts';
import { clientCredentialsFaults } from './client-credentials.ts';
import { delegatedFaults } from './delegated.ts';
import { expiryFaults } from './expiry.ts';
import type { Fault } from './fault.ts';
import { filteringFaults } from './filtering.ts';
import { lifecycleFaults } from './lifecycle.ts';
import { listingFaults } from './listing.ts';
import { mutants } from './mutants.ts';
import { openidConnectFaults } from './openid-connect.ts';
import { tokenIssuanceFaults } from './token-issuance.ts';
import { transportFaults } from './transport.ts';
import { versioningFaults } from './versioning.ts';
import { webhooksFaults } from './webhooks.ts';

export type { Fault } from './fault.ts';

/** All faults that are written by hand, in the order of the profiles. */
export const faults: readonly Fault[] = [
  ...transportFaults,
  ...tokenIssuanceFaults,
  ...clientCredentialsFaults,
  ...apiKeyFaults,
  ...versioningFaults,
  ...delegatedFaults,
  ...openidConnectFaults,
  ...lifecycleFaults,
  ...expiryFaults,
  ...listingFaults,
  ...filteringFaults,
  ...webhooksFaults,
];

/** The faults that are written by hand, and the mutants. */
export const allFaults: readonly Fault[] = [...faults, ...mutants];

export function findFault(id: string): Fault | undefined {
  return allFaults.find((fault) => fault.id === id);
}
