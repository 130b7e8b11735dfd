import type { SigningAlgorithm } from '../../generators/id-token-spec.ts';
import type { ProviderKeys } from './key-set.ts';
import { identifierOf, publicJwk, type Keyring } from './keys.ts';
import type { DocumentListener, Served } from './listener.ts';
import { strangersKid } from './signatory.ts';

/** The served documents: the provider's own, and the traps to which the headers of forged tokens point. */
export type DocumentName = 'configuration' | 'keys' | "stranger's keys" | "stranger's certificate";

/**
 * The way in which requests for a document are answered: correctly, with an error status, with other contents, or only
 * after `until` resolves.
 */
export type Conduct =
  | { readonly kind: 'plain' }
  | { readonly kind: 'failing'; readonly status: number }
  | { readonly kind: 'saying'; readonly contents: string }
  | { readonly kind: 'slow'; readonly until: () => Promise<unknown> };

/** One request for a document. */
export interface DocumentRequest {
  readonly document: DocumentName;
  /** The time of the request by the provider's clock. */
  readonly at: Date;
}

export interface DocumentsOptions {
  readonly listener: DocumentListener;
  /** The path of the issuer. */
  readonly path: string;
  readonly keys: ProviderKeys;
  readonly keyring: Keyring;
  readonly now: () => Date;
}

export interface Documents {
  readonly configurationUrl: string;
  readonly strangers: {
    readonly strangersKeysUrl: string;
    readonly strangersCertificateUrl: (algorithm: SigningAlgorithm) => string;
  };
  readonly requests: () => readonly DocumentRequest[];
  readonly conduct: (document: DocumentName, conduct: Conduct) => void;
  readonly moveKeys: (query: string) => void;
  readonly stopServing: () => void;
}

const algorithms: readonly SigningAlgorithm[] = ['RS256', 'ES256'];

/** Serves the documents of one provider and records the requests for them. */
export function createDocuments({ listener, path, keys, keyring, now }: DocumentsOptions): Documents {
  const requests: DocumentRequest[] = [];
  const conducts = new Map<DocumentName, Conduct>();
  const stops: (() => void)[] = [];
  const issuer = `${listener.address}${path}`;

  const serve = (at: string, document: DocumentName, type: string, body: () => string | Promise<string>): string => {
    const answer = async (): Promise<Served> => {
      requests.push({ document, at: now() });
      const conduct = conducts.get(document) ?? { kind: 'plain' };
      if (conduct.kind === 'failing') return { status: conduct.status, type: 'text/plain', body: 'Failing on purpose' };
      if (conduct.kind === 'saying') return { status: 200, type, body: conduct.contents };
      if (conduct.kind === 'slow') await conduct.until();
      return { status: 200, type, body: await body() };
    };
    stops.push(listener.serve(at, answer));
    return `${listener.address}${at}`;
  };

  // Only the configuration gives the address of the keys (OIC-10). The traps are outside the issuer's path.
  const trap = `/${identifierOf('stranger', path)}`;
  const serveKeys = (at: string): string =>
    serve(`${path}/${identifierOf('keys', path)}/${at}`, 'keys', 'application/jwk-set+json', () => keys.document());
  let keysUrl = serveKeys('published');
  const configurationUrl = serve(`${path}/.well-known/openid-configuration`, 'configuration', 'application/json', () =>
    JSON.stringify(configurationOf(issuer, keysUrl)),
  );
  const strangersKeysUrl = serve(`${trap}/keys`, "stranger's keys", 'application/jwk-set+json', async () =>
    JSON.stringify({
      keys: await Promise.all(
        algorithms.map(async (algorithm) => publicJwk(await keyring.stranger(algorithm), strangersKid(algorithm))),
      ),
    }),
  );
  const certificateUrls = Object.fromEntries(
    algorithms.map((algorithm) => [
      algorithm,
      serve(`${trap}/${algorithm}.pem`, "stranger's certificate", 'application/pem-certificate-chain', () =>
        keyring.strangersCertificate(algorithm),
      ),
    ]),
  ) as Record<SigningAlgorithm, string>;

  return {
    configurationUrl,
    strangers: { strangersKeysUrl, strangersCertificateUrl: (algorithm) => certificateUrls[algorithm] },
    requests: () => [...requests],
    conduct: (document, conduct) => {
      conducts.set(document, conduct);
    },
    moveKeys: (query) => {
      keysUrl = serveKeys(`moved?${query}`);
    },
    stopServing: () => {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Returns the configuration (OpenID Connect Discovery 1.0, section 3). The endpoints for sign-in are not served here.
 */
function configurationOf(issuer: string, keysUrl: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: keysUrl,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'email', 'email_verified', 'name', 'preferred_username'],
  };
}
