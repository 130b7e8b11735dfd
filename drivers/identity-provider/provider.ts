import type { IdTokenSpec, SigningAlgorithm } from '../../generators/id-token-spec.ts';
import type { Place } from '../listening/listen.ts';
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
  /** Decides the paths and the key identifiers. Providers with the same seed at one server differ all the same. */
  readonly seed: number | string;
  readonly now: () => Date;
  /**
   * Where its keys come from. Providers that one tenant may meet take them from one keyring. Without it, keys are made
   * for this provider alone.
   */
  readonly keyring?: Keyring;
  /** The algorithms of the keys that it publishes at first, in their order. */
  readonly algorithms?: readonly SigningAlgorithm[];
}

/** For whom a token is issued, and what its spec speaks of without naming it. */
export interface IdTokenOccasion {
  /** The user's e-mail address at the tenant. */
  readonly email: string;
  /** Another user's. */
  readonly otherEmail?: string;
  /** The user's identifier at the tenant, and another user's. */
  readonly id?: string;
  readonly otherId?: string;
  /** What the tenant wants as `aud`, where it said so. */
  readonly audience?: string;
  /** The instant from which the token's times count, on the tenant's clock. Without it, that of the provider's clock. */
  readonly at?: Date;
  /** Whose issuer and keys "another provider" means. */
  readonly otherProvider?: Pick<IdentityProvider, 'issuer' | 'keys'>;
}

/**
 * An OpenID provider of the suite's own: a tenant that trusts it reads its configuration and its keys, and the suite
 * issues the ID tokens, right ones and wrong ones (Authentication / OpenID Connect).
 */
export interface IdentityProvider {
  readonly issuer: string;
  readonly configurationUrl: string;
  /** What the tenant must trust to reach it, where a private authority issued its certificate. */
  readonly caPem?: string;
  readonly keys: ProviderKeys;
  /** What was asked of it so far, in order. */
  readonly requests: () => readonly DocumentRequest[];
  /** How often a document was asked for so far. */
  readonly fetches: (document: DocumentName) => number;
  /** How it answers for a document from now on. */
  readonly conduct: (document: DocumentName, conduct: Conduct) => void;
  /** Publishes the keys at an address with this query, and with it only, from now on; those of before stay there too. */
  readonly moveKeys: (query: string) => void;
  /**
   * Issues the token that the spec describes.
   *
   * @throws {SuiteMistake} where the spec wants a withdrawn key or another provider and there is none
   */
  readonly issueIdToken: (spec: IdTokenSpec, occasion: IdTokenOccasion) => Promise<IssuedIdToken>;
  /** Serves nothing more. Tokens can still be issued. */
  readonly close: () => Promise<void>;
}

/** One listener with any number of providers, each beneath a path of its own. */
export interface IdentityServer {
  /** The address beneath which its providers lie, as the tenant reaches it. */
  readonly address: string;
  /** Where it listens on this machine, as an address. */
  readonly localAddress: string;
  readonly caPem?: string;
  readonly openProvider: (options: ProviderOptions) => Promise<IdentityProvider>;
  /** Stops listening, for all providers. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a server for providers: for a target whose profile gives one place to listen and checks that run at once.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function openIdentityServer(options: Place): Promise<IdentityServer> {
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
 * Starts a provider with a listener of its own.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function openIdentityProvider(options: Place & ProviderOptions): Promise<IdentityProvider> {
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
    issueIdToken: (spec, { otherEmail, audience, at, otherProvider, ...whose }) =>
      makeIdToken(
        spec,
        {
          ...whose,
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
