import { randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import { publicApi } from './api.ts';
import { chanceFrom } from './chance.ts';
import { tickingClock } from './clock.ts';
import { controlOperations } from './control-operations.ts';
import { serveControl } from './control-service.ts';
import { WRITE_PROBE } from './entry-writing.ts';
import { LISTING_SETTINGS } from './listings.ts';
import { listenOnLoopback, loopbackCertificate, stopListening } from './loopback.ts';
import { oauthServer } from './oauth-model.ts';
import { emptyRegistry } from './registry.ts';

/** A tenant that is up, with what a run against it needs to know. */
export interface RunningTenant {
  /** An HTTPS origin on the loopback interface. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The authority that a client of the tenant has to trust. */
  readonly caPem: string;
  /**
   * A target profile. It names no CA file, since the authority is at hand as text, and has the control token in place,
   * since it is never written to a file.
   */
  readonly profile: object;
  close(): Promise<void>;
}

/** Where the tenant's clock begins unless told: neither the machine's date nor near the date that decides of API keys. */
const STARTS_AT = Date.UTC(2027, 1, 27, 22, 10);

/**
 * A conforming tenant that shares nothing with the reference tenant: its tokens are the work of another project's OAuth
 * server, and it takes other freedoms wherever the specification leaves one. For the profiles `transport`,
 * `token-issuance`, `client-credentials`, `api-key`, `versioning` and `listing`; of tokens, only those of an app itself.
 *
 * What it does where it is free to (numbers of the catalogue of freedoms):
 * - refusals: 401 in plain text (FRE-01); 403 for the suspended, the archived and an app without any project (FRE-05,
 *   17, 18, 46), but an empty page for a user without one; 401 at the token path for the client's credentials (FRE-21);
 * - cookies on every answer that mean nothing (FRE-08); extra members, `scope` echoed (FRE-34 to 36);
 * - tokens that look like a JSON Web Token (FRE-37); ids of digits; secrets and keys full of reserved characters (FRE-92);
 * - rotating a secret ends the tokens got with it (FRE-42); a new API key ends the one before (FRE-93); a password or no
 *   colon beside the key is all the same (FRE-89, 90);
 * - an archived app is given tokens (FRE-122) that come to life when it is unarchived (FRE-120); an app that is not
 *   installed gets none (FRE-47, 48), and a reinstalled one has lost its projects (FRE-50);
 * - listings: assay results under v3 (FRE-131), other item keys, shapes and extra lists (FRE-132 to 134), seven items a
 *   page and at most a hundred, refused above (FRE-139 to 141), page tokens bound to actor and query (FRE-136, 138), a
 *   shuffled order unless sorted (FRE-145), unknown parameters and sorts refused (FRE-148, 149, 151);
 * - `createdBy` is an e-mail address or a client id (FRE-52).
 *
 * @param options.seed decides all identifiers and credentials; the same seed gives the same ones in the same order
 * @param options.startsAt where the tenant's clock begins, in milliseconds since the epoch
 */
export async function startForeignTenant(
  options: { readonly seed?: string; readonly startsAt?: number } = {},
): Promise<RunningTenant> {
  const chance = chanceFrom(options.seed ?? randomBytes(16).toString('hex'));
  const registry = emptyRegistry(tickingClock(options.startsAt ?? STARTS_AT), chance);
  const { key, cert, caPem } = await loopbackCertificate();

  const api = createServer({ key, cert }, publicApi(registry, oauthServer(registry)));
  const baseUrl = `https://127.0.0.1:${await listenOnLoopback(api)}`;
  const controlToken = chance.bytes(24).toString('base64url');
  const control = await serveControl({
    tenantId: registry.tenantId,
    baseUrl,
    token: controlToken,
    mount: `/operations/of/${registry.tenantId}`,
    operations: controlOperations(registry),
  });

  return {
    baseUrl,
    controlUrl: control.url,
    controlToken,
    caPem,
    profile: {
      name: 'foreign-tenant',
      baseUrl,
      control: { type: 'http', url: control.url, token: controlToken },
      limits: { timeoutSeconds: 10, propagationSeconds: 0 },
      api: LISTING_SETTINGS,
      writeProbe: WRITE_PROBE,
    },
    async close() {
      await Promise.all([stopListening(api), control.close()]);
    },
  };
}
