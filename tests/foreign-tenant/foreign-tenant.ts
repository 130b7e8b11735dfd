import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { publicApi } from './api.ts';
import { authorizationEndpoint } from './authorization-endpoint.ts';
import { chanceFrom } from './chance.ts';
import { tickingClock } from './clock.ts';
import { controlOperations } from './control-operations.ts';
import { type ControlOperations, ControlRefusal, serveControl } from './control-service.ts';
import { WRITE_PROBE } from './entry-writing.ts';
import { openIdConnect } from './identity-provider.ts';
import { LISTING_SETTINGS } from './listings.ts';
import { listenOnLoopback, loopbackCertificate, stopListening } from './loopback.ts';
import { messenger } from './messenger.ts';
import { oauthServers } from './oauth-model.ts';
import { pageTokens } from './page-token.ts';
import { emptyRegistry } from './registry.ts';
import { tenantBrowser } from './tenant-browser.ts';
import { webhooksOf } from './webhooks.ts';

/** A tenant that is up, with what a run against it needs to know. */
export interface RunningTenant {
  /** An origin on the loopback interface, HTTPS unless it was started otherwise. */
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

/** Deliveries come by as much out of order. */
const DELIVERY_SPREAD_MILLISECONDS = 60;

/**
 * A conforming tenant that shares nothing with the reference tenant: its tokens are the work of another project's OAuth
 * server, and it takes other freedoms wherever the specification leaves one. For the profiles `transport`,
 * `token-issuance`, `client-credentials`, `delegated`, `api-key`, `openid-connect`, `lifecycle`, `expiry`, `versioning`,
 * `listing`, `filtering` and `webhooks`.
 *
 * What it does where it is free to (numbers of the catalogue of freedoms):
 * - refusals: 401 in plain text (FRE-01); 403 for the suspended, the archived and an app without any project (FRE-05,
 *   17, 18, 46), but an empty page for a user without one; 401 at the token path for the client's credentials (FRE-21);
 *   `invalid_grant` in a list of errors at the one token path, with 403 and in plain text at the other (FRE-22, 23);
 *   other errors for refresh tokens that are dead but were not spent (FRE-25, 28);
 * - cookies on every answer that mean nothing (FRE-08); extra members, `scope` echoed (FRE-34 to 36);
 * - tokens that look like a JSON Web Token (FRE-37); ids of digits; secrets, codes, refresh tokens and keys full of
 *   reserved characters (FRE-92);
 * - rotating a secret ends the access tokens got with it (FRE-42) but no refresh token (FRE-43); a new API key ends the
 *   one before (FRE-93); a password or no colon beside the key is all the same (FRE-89, 90);
 * - authorization: one page for signing in and consenting (FRE-77), 303 back (FRE-53), `iss` and `session_state` there
 *   (FRE-56); wrong requests, denial and a state beyond ASCII end on a page (FRE-54, 55, 219); an empty state is left out
 *   (FRE-57); a local redirect URI covers all ports, needs one, and no other spelling of it will do (FRE-65, 66); consent
 *   is asked again by every sign-in and after a suspension (FRE-72, 74); sessions of twelve hours (FRE-78);
 * - codes live for two minutes and may be exchanged again within one (FRE-61, 62); code challenges are checked (FRE-38);
 * - a refresh ends the access token before (FRE-81), a spent refresh token presented again all of its authorization
 *   (FRE-82, 83, 85), and a suspension everything delegated, for good (FRE-114), though no refresh tried during it spends
 *   a token (FRE-115);
 * - an archived app is given codes and tokens (FRE-122) that come to life when it is unarchived (FRE-120, 121); an app
 *   that is not installed gets none (FRE-47, 48), and a reinstalled one has lost its projects (FRE-50);
 * - ID tokens: `iss`, `aud`, `exp` and `nbf` are verified (FRE-100, 113) with a minute of skew (FRE-101), RS256 and ES256
 *   (FRE-104), e-mail addresses compared exactly (FRE-103) and refused when unverified (FRE-102), one provider (FRE-108),
 *   keys kept until one is missing (FRE-106);
 * - listings: assay results under v3 (FRE-131), other item keys, shapes and extra lists (FRE-132 to 134), seven items a
 *   page and at most twelve, refused above (FRE-139 to 141), page tokens good once, for their actor and query (FRE-135 to 138), a
 *   shuffled order unless sorted (FRE-145), unknown parameters and sorts refused (FRE-148, 149, 151);
 * - filters: in brackets (FRE-158), for the fields of one schema that has to be named (FRE-159, 160) in any letter case
 *   (FRE-161), of a text in any letter case that Unicode knows and without space at its ends (FRE-174, 175), of links too
 *   (FRE-177), and of any element of a list (FRE-178); what the specification does not give is refused (FRE-162 to 167,
 *   170 to 173, 176, 179, 180), quotes are taken off any value (FRE-168);
 * - deliveries: out of order, every fourth twice, five tries (FRE-190 to 193), in ASCII and in pieces (FRE-189); the
 *   version is a number (FRE-183), further members (FRE-184, 187), channels by kind (FRE-185), ids of an app each (FRE-197),
 *   four forms of `createdAt` (FRE-198), a message for each update of an output, and those of a task back to front and one
 *   twice (FRE-199, 201), a slash after `baseURL` (FRE-204); told are only apps of the project (FRE-209), of their
 *   installation with the first address too (FRE-205), also once they are uninstalled, and once unarchived (FRE-123);
 *   canvases can be subscribed to (FRE-207), installations are left out (FRE-206);
 * - `createdBy` is an e-mail address or a client id (FRE-52).
 *
 * @param options.seed decides all identifiers and credentials; the same seed gives the same ones in the same order
 * @param options.trustsPrivateAuthorities whether it delivers to addresses that a private authority vouches for (FRE-196);
 *   it does unless told otherwise
 * @param options.refusesPrivateAuthorities whether its operator refuses to set such an address; it does not unless told
 *   otherwise
 * @param options.overTls whether it is reached over TLS; it is unless told otherwise
 * @param options.startsAt where the tenant's clock begins, in milliseconds since the epoch
 */
export async function startForeignTenant(
  options: {
    readonly seed?: string;
    readonly startsAt?: number;
    readonly trustsPrivateAuthorities?: boolean;
    readonly refusesPrivateAuthorities?: boolean;
    readonly overTls?: boolean;
  } = {},
): Promise<RunningTenant> {
  const chance = chanceFrom(options.seed ?? randomBytes(16).toString('hex'));
  const registry = emptyRegistry(tickingClock(options.startsAt ?? STARTS_AT), chance);
  const { key, cert, caPem } = await loopbackCertificate();

  const overTls = options.overTls ?? true;
  const api = overTls ? createServer({ key, cert }) : createHttpServer();
  const baseUrl = `${overTls ? 'https' : 'http'}://127.0.0.1:${await listenOnLoopback(api)}`;
  const servers = oauthServers(registry);
  const providers = openIdConnect(registry);
  const deliveries = messenger({
    spread: DELIVERY_SPREAD_MILLISECONDS,
    trustsPrivateAuthorities: options.trustsPrivateAuthorities ?? true,
  });
  const webhooks = webhooksOf(registry, baseUrl, deliveries);
  const authorization = authorizationEndpoint(registry, servers.codes, baseUrl);
  api.on(
    'request',
    publicApi({ registry, servers, authorization, openIdConnect: providers, webhooks, pageTokens: pageTokens(chance) }),
  );
  const browser = tenantBrowser({ baseUrl, caPem });
  const controlToken = chance.bytes(24).toString('base64url');
  const operations = controlOperations(registry, { baseUrl, browser, openIdConnect: providers }, webhooks);
  const control = await serveControl({
    tenantId: registry.tenantId,
    baseUrl,
    token: controlToken,
    mount: `/operations/of/${registry.tenantId}`,
    operations: options.refusesPrivateAuthorities === true ? withoutPrivateAuthorities(operations) : operations,
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
      identityProvider: { listen: '127.0.0.1:0' },
      limits: { timeoutSeconds: 10, propagationSeconds: 0, deliverySeconds: 1 },
      api: LISTING_SETTINGS,
      writeProbe: WRITE_PROBE,
    },
    async close() {
      await Promise.all([stopListening(api), control.close(), browser.close(), deliveries.close()]);
    },
  };
}

function withoutPrivateAuthorities(operations: ControlOperations): ControlOperations {
  return {
    ...operations,
    'app.setWebhook': (input) => {
      if (input['caPem'] !== undefined) throw new ControlRefusal(400, 'invalid_input', 'caPem cannot be trusted here.');
      return operations['app.setWebhook']?.(input) ?? {};
    },
  };
}
