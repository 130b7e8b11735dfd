import type { IdTokenSpec, SigningAlgorithm } from '../../generators/id-token-spec.ts';
import type { ListenOptions } from '../listening/listen.ts';
import { createDocuments, type Conduct, type DocumentName, type DocumentRequest } from './documents.ts';
import { makeIdToken, type IssuedIdToken } from './id-token.ts';
import { ProviderKeys } from './key-set.ts';
import { createKeyStore, identifierOf, type Keyring } from './keys.ts';
import { listenForDocuments, type DocumentListener } from './listener.ts';

export type { IssuedIdToken } from './id-token.ts';
export type { Conduct, DocumentName, DocumentRequest } from './documents.ts';
export { ProviderKeys, type ProviderKey } from './key-set.ts';
export { createKeyStore, type Keyring, type KeyStore } from './keys.ts';

export interface ProviderOptions {
  /** Determines the paths and the key identifiers. Providers of one server differ even with the same seed. */
  readonly seed: number | string;
  readonly now: () => Date;
  /**
   * The source of its keys. Providers that one tenant may meet share one keyring. Without it, keys are made for this
   * provider alone.
   */
  readonly keyring?: Keyring;
  /** The algorithms of the first published keys, in their order. */
  readonly algorithms?: readonly SigningAlgorithm[];
}

/** The user for whom a token is issued, and other values to which its spec refers without naming them. */
export interface IdTokenOccasion {
  /** The user's e-mail address at the tenant. */
  readonly email: string;
  /** Another user's e-mail address. */
  readonly otherEmail?: string;
  /** The user's identifier at the tenant, and another user's. */
  readonly id?: string;
  readonly otherId?: string;
  /** The `aud` that the tenant expects, if it named one. */
  readonly audience?: string;
  /** The instant from which the token's times count, on the tenant's clock. Default: now, on the provider's clock. */
  readonly at?: Date;
  /** The provider that "another provider" means. */
  readonly otherProvider?: Pick<IdentityProvider, 'issuer' | 'keys'>;
}

/**
 * The suite's own OpenID provider. A tenant that trusts it reads its configuration and its keys, and the suite issues
 * ID tokens, right and wrong ones (Authentication / OpenID Connect).
 */
export interface IdentityProvider {
  readonly issuer: string;
  readonly configurationUrl: string;
  /** The authority that the tenant must trust to reach the provider, if a private one issued its certificate. */
  readonly caPem?: string;
  readonly keys: ProviderKeys;
  /** Returns the requests so far, in their order. */
  readonly requests: () => readonly DocumentRequest[];
  /** Returns the number of requests for a document so far. */
  readonly fetches: (document: DocumentName) => number;
  /** Sets the way in which requests for a document are answered from now on. */
  readonly conduct: (document: DocumentName, conduct: Conduct) => void;
  /** Publishes the keys at a new address, which is valid only with this query. The earlier addresses stay valid. */
  readonly moveKeys: (query: string) => void;
  /**
   * Issues the token that the spec describes.
   *
   * @throws {SuiteMistake} if the spec needs a withdrawn key or another provider and there is none
   */
  readonly issueIdToken: (spec: IdTokenSpec, occasion: IdTokenOccasion) => Promise<IssuedIdToken>;
  /** Stops serving. Tokens can still be issued. */
  readonly close: () => Promise<void>;
}

/** One listener for any number of providers, each below its own path. */
export interface IdentityServer {
  /** The address below which its providers are, as the tenant reaches it. */
  readonly address: string;
  /** The address at which it listens on this machine. */
  readonly localAddress: string;
  readonly caPem?: string;
  readonly openProvider: (options: ProviderOptions) => Promise<IdentityProvider>;
  /** Stops listening, for all providers. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a server for providers. Checks that run at the same time share it if the profile gives one place to listen.
 *
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function openIdentityServer(options: ListenOptions): Promise<IdentityServer> {
  const listener = await listenForDocuments(options);
  const caPem = options.certificate?.caPem;
  let opened = 0;
  return {
    address: listener.address,
    localAddress: listener.localAddress,
    ...(caPem === undefined ? {} : { caPem }),
    openProvider: (provider) => startProvider(listener, caPem, opened++, provider),
    close: listener.close,
  };
}

/**
 * Starts a provider with its own listener.
 *
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function openIdentityProvider(options: ListenOptions & ProviderOptions): Promise<IdentityProvider> {
  const server = await openIdentityServer(options);
  try {
    const provider = await server.openProvider(options);
    return { ...provider, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function startProvider(
  listener: DocumentListener,
  caPem: string | undefined,
  ordinal: number,
  { seed, now, keyring = createKeyStore().keyring(), algorithms = ['RS256', 'ES256'] }: ProviderOptions,
): Promise<IdentityProvider> {
  const path = `/${identifierOf('provider', seed, ordinal)}`;
  const issuer = `${listener.address}${path}`;
  const keys = new ProviderKeys(keyring, `${seed} ${issuer}`);
  for (const algorithm of algorithms) await keys.add(algorithm);
  const documents = createDocuments({ listener, path, keys, keyring, now });
  return {
    issuer,
    configurationUrl: documents.configurationUrl,
    ...(caPem === undefined ? {} : { caPem }),
    keys,
    requests: documents.requests,
    fetches: (document) => documents.requests().filter((request) => request.document === document).length,
    conduct: documents.conduct,
    moveKeys: documents.moveKeys,
    issueIdToken: (spec, { otherEmail, audience, at, otherProvider, ...identity }) =>
      makeIdToken(
        spec,
        {
          ...identity,
          otherEmail: otherEmail ?? 'somebody.else@nobody.example',
          audience: audience ?? 'laboratory-platform',
          at: at ?? now(),
          issuer,
          otherIssuer: otherProvider?.issuer ?? 'https://another.example',
        },
        { keys, keyring, ...documents.strangers },
        otherProvider?.keys,
      ),
    close: async () => {
      documents.stopServing();
    },
  };
}
