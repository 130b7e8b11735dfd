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

/** A running tenant, with the values that a run against it needs. */
export interface RunningTenant {
  /** An origin on the loopback interface: HTTPS unless `overTls` is false. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The authority that a client of the tenant must trust. */
  readonly caPem: string;
  /**
   * A target profile. It names no CA file, because `caPem` gives the authority as text. It contains the control token
   * itself, because the profile is never written to a file.
   */
  readonly profile: object;
  close(): Promise<void>;
}

/**
 * The default start of the tenant's clock: not the machine's date, and far from the date that decides which API keys
 * expire.
 */
const STARTS_AT = Date.UTC(2027, 1, 27, 22, 10);

/** Deliveries are delayed by up to this time, or twice this time if repeated, so that they arrive out of order. */
const DELIVERY_SPREAD_MILLISECONDS = 60;

/**
 * Starts a conforming tenant that shares no code with the reference tenant. The OAuth server of another project issues
 * its tokens, and the tenant uses the specification's freedoms differently from the reference tenant. It serves the
 * profiles `transport`, `token-issuance`, `client-credentials`, `delegated`, `api-key`, `openid-connect`, `lifecycle`,
 * `expiry`, `versioning`, `listing`, `filtering` and `webhooks`.
 *
 * Its use of the freedoms (numbers of the catalogue of freedoms):
 * - refusals: 401 in plain text (FRE-01); 403 for a suspended user, an archived app and an app without any project
 *   (FRE-05, 17, 18, 46), but an empty page for a user without a project; 401 at the token path for wrong credentials
 *   of the client (FRE-21); `invalid_grant` in a list of errors at one token path, and with 403 in plain text at the
 *   other (FRE-22, 23); other errors for refresh tokens that are no longer valid but were not spent (FRE-25, 28);
 * - cookies without a meaning on every answer (FRE-08); extra members, and `scope` echoed (FRE-34 to 36);
 * - tokens that look like a JSON Web Token (FRE-37); ids of digits; secrets, codes, refresh tokens and keys with many
 *   reserved characters (FRE-92);
 * - rotating a secret ends the access tokens issued with it (FRE-42) but no refresh token (FRE-43); a new API key ends
 *   the key before (FRE-93); a password after the key, or a missing colon, has no effect (FRE-89, 90);
 * - authorization: one page for sign-in and consent (FRE-77); a redirect with 303 (FRE-53) that has `iss` and
 *   `session_state` (FRE-56); invalid requests, denial and a state beyond ASCII end on a page (FRE-54, 55, 219); an
 *   empty state is left out (FRE-57); a local redirect URI needs a port, covers all ports, and has only one accepted
 *   spelling (FRE-65, 66); every sign-in and every suspension make the tenant ask for consent again (FRE-72, 74);
 *   sessions last twelve hours (FRE-78);
 * - codes live for two minutes and may be exchanged again within one (FRE-61, 62); code challenges are checked
 *   (FRE-38);
 * - a refresh ends the access token before (FRE-81); a spent refresh token that is presented again ends all of its
 *   authorization (FRE-82, 83, 85); a suspension ends all delegated access permanently (FRE-114), but a refresh during
 *   the suspension does not spend its token (FRE-115);
 * - an archived app gets codes and tokens (FRE-122) that become valid when it is unarchived (FRE-120, 121); an app that
 *   is not installed gets none (FRE-47, 48); a reinstalled app has lost its projects (FRE-50);
 * - ID tokens: `iss`, `aud`, `exp` and `nbf` are verified (FRE-100, 113) with a tolerance of one minute for clock skew
 *   (FRE-101); RS256 and ES256 (FRE-104); e-mail addresses are compared exactly (FRE-103) and refused if unverified
 *   (FRE-102); one provider at a time (FRE-108), whose keys are kept until one is missing (FRE-106);
 * - listings: assay results under v3 (FRE-131); other item keys, shapes and extra lists (FRE-132 to 134); seven items a
 *   page by default, at most twelve, and a refusal above (FRE-139 to 141); page tokens are valid once, and only for
 *   their actor and query (FRE-135 to 138); a shuffled order unless sorted (FRE-145); unknown parameters and sorts are
 *   refused (FRE-148, 149, 151);
 * - filters: in brackets (FRE-158), for the fields of one schema that must be named (FRE-159, 160), with field names in
 *   any letter case (FRE-161); texts match in any letter case of Unicode and without space at their ends (FRE-174,
 *   175); links can be filtered by (FRE-177), and any element of a list can match (FRE-178); a filter that the
 *   specification does not describe is refused (FRE-162 to 167, 170 to 173, 176, 179, 180); quotes are removed from any
 *   value (FRE-168);
 * - deliveries: out of order, every fourth twice, five tries (FRE-190 to 193), in ASCII and in pieces (FRE-189); the
 *   version is a number (FRE-183); extra members (FRE-184, 187); the channel depends on the event type (FRE-185); each
 *   app gets its own message ids (FRE-197); four forms of `createdAt` (FRE-198); one message for each updated property
 *   of an output, while those of a task come in reverse order with one repeated (FRE-199, 201); a slash after `baseURL`
 *   (FRE-204); only apps of the project get an event (FRE-209); an app gets its installation event also with its first
 *   address (FRE-205); uninstalled apps still get events, and archived apps get theirs when they are unarchived
 *   (FRE-123); apps can subscribe to canvases (FRE-207) but not to installations (FRE-206);
 * - `createdBy` is an e-mail address or a client id (FRE-52).
 *
 * @param options.seed decides all identifiers and credentials; the same seed gives the same values in the same order
 * @param options.trustsPrivateAuthorities whether the tenant delivers to addresses with a certificate of a private
 *   authority (FRE-196); true by default
 * @param options.refusesPrivateAuthorities whether the control refuses to set such an address; false by default
 * @param options.overTls whether the tenant is served over TLS; true by default
 * @param options.startsAt the start of the tenant's clock, in milliseconds since the epoch
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
