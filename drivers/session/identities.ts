import type { Exchange } from '../../core/exchange.ts';
import { overTls } from '../listening/certificate.ts';
import type { IdentityProvider, IdentityServer, Keyring, KeyStore } from '../identity-provider/provider.ts';
import { createKeyStore, openIdentityServer } from '../identity-provider/provider.ts';
import type { LoadedProfile } from '../profile/load.ts';

export interface IdentityPlaceOptions {
  /** Where to listen, and how the tenant gets there; any free port of this machine unless given. */
  readonly place?: LoadedProfile['identityProvider'] | undefined;
  /** Different for each run: a tenant may remember providers of earlier runs. */
  readonly runId: string;
  readonly today: () => Date;
  /** Keys that were made before, for sessions that follow each other in one process. */
  readonly keys?: KeyStore | undefined;
}

/** The one place of a session where its identity providers are served. Nobody listens there before one is wanted. */
export class IdentityPlace {
  readonly #options: IdentityPlaceOptions;
  readonly #keys: KeyStore;
  #server: Promise<IdentityServer> | undefined;

  constructor(options: IdentityPlaceOptions) {
    this.#options = options;
    this.#keys = options.keys ?? createKeyStore();
  }

  /** The identity providers of one tenant. */
  ofTenant(): Identities {
    return new Identities((keyring, algorithms) => this.#open(keyring, algorithms), this.#keys.keyring());
  }

  async close(): Promise<void> {
    await (await this.#server)?.close();
  }

  async #open(keyring: Keyring, keys: number): Promise<IdentityProvider> {
    const { runId, today } = this.#options;
    this.#server ??= this.#listen();
    const algorithms = Array.from({ length: keys }, () => 'RS256' as const);
    return (await this.#server).openProvider({ seed: runId, now: today, keyring, algorithms });
  }

  async #listen(): Promise<IdentityServer> {
    return openIdentityServer(await overTls(this.#options.place ?? { listen: '127.0.0.1:0' }));
  }
}

/** The provider that the tenant was told to trust. */
export interface TrustedProvider {
  readonly provider: IdentityProvider;
  /** What the tenant wants as `aud`, where it said so. */
  readonly audience?: string;
  /** How many of its keys were published when it was set up: others may take the tenant a while to learn of. */
  readonly keys: number;
  /** A call with one of its tokens, made right before it was set up. */
  readonly before: Exchange;
  /** The token of that call. */
  readonly tokenBefore: string;
}

/** All keys are RS256: whether others are known is free (FRE-104). Three, so that neither the first nor the last is all. */
const keysOfTrusted = 3;

/**
 * The identity providers of one tenant. A tenant may trust one at a time only (FRE-108), so that all checks share the
 * one that is trusted; what is needed beside it is never set up.
 */
export class Identities {
  readonly #open: (keyring: Keyring, keys: number) => Promise<IdentityProvider>;
  readonly #keyring: Keyring;
  #trusted: Promise<TrustedProvider> | undefined;
  #neverSetUp: Promise<IdentityProvider> | undefined;
  /** Whether ID tokens were seen to be good only once their user had signed in to the web application (FRE-109). */
  signInFirst = false;

  constructor(open: (keyring: Keyring, keys: number) => Promise<IdentityProvider>, keyring: Keyring) {
    this.#open = open;
    this.#keyring = keyring;
  }

  /**
   * The provider that is trusted, the same for all.
   *
   * @param trust sets it up; done once, unless it fails
   */
  async trusted(
    trust: (provider: IdentityProvider) => Promise<Omit<TrustedProvider, 'provider' | 'keys'>>,
  ): Promise<TrustedProvider> {
    this.#trusted ??= this.another(keysOfTrusted).then(async (provider) => {
      const keys = provider.keys.published.length;
      return { ...(await trust(provider)), provider, keys };
    });
    const trusted = this.#trusted;
    try {
      return await trusted;
    } catch (error) {
      if (this.#trusted === trusted) this.#trusted = undefined;
      throw error;
    }
  }

  /** A provider that the tenant is never told of, the same for all. */
  neverSetUp(): Promise<IdentityProvider> {
    return (this.#neverSetUp ??= this.another(1));
  }

  /** A further provider, for a tenant that no other check uses. */
  another(keys = 1): Promise<IdentityProvider> {
    return this.#open(this.#keyring, keys);
  }
}
