import type { FreedomEntry } from './entry.ts';
import { transport } from './freedoms/transport.ts';
import { tokenIssuance } from './freedoms/token-issuance.ts';
import { authorization } from './freedoms/authorization.ts';
import { refresh } from './freedoms/refresh.ts';
import { userCredentials } from './freedoms/user-credentials.ts';
import { lifecycle } from './freedoms/lifecycle.ts';
import { listing } from './freedoms/listing.ts';
import { filtering } from './freedoms/filtering.ts';
import { webhooks } from './freedoms/webhooks.ts';
import { versioning } from './freedoms/versioning.ts';

/** The subjects that the specification leaves open: observed and recorded, never judged. */
export const freedoms = [
  ...transport,
  ...tokenIssuance,
  ...authorization,
  ...refresh,
  ...userCredentials,
  ...lifecycle,
  ...listing,
  ...filtering,
  ...webhooks,
  ...versioning,
] as const satisfies readonly FreedomEntry[];
