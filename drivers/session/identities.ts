import type { Exchange } from '../../core/exchange.ts';
import { overTls } from '../listening/certificate.ts';
import type { IdentityProvider, IdentityServer, Keyring, KeyStore } from '../identity-provider/provider.ts';
import { createKeyStore, openIdentityServer } from '../identity-provider/provider.ts';
import type { LoadedProfile } from '../profile/load.ts';

export interface IdentityPlaceOptions {
  /** Where to listen, and how the tenant reaches that place; any free port of this machine by default. */
  readonly place?: LoadedProfile['identityProvider'] | undefined;
  /** Different for each run: a tenant may remember providers of earlier runs. */
  readonly runId: string;
  readonly today: () => Date;
  /** Keys from an earlier session in the same process. */
  readonly keys?: KeyStore | undefined;
}

/** The one place of a session that serves its identity providers. It listens only after a provider is needed. */
export class IdentityPlace {
  readonly #options: IdentityPlaceOptions;
  readonly #keys: KeyStore;
  #server: Promise<IdentityServer> | undefined;

  constructor(options: IdentityPlaceOptions) {
    this.#options = options;
    this.#keys = options.keys ?? createKeyStore();
  }

  /** Returns the identity providers of one tenant. */
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

/** The provider that the tenant is configured to trust. */
export interface TrustedProvider {
  readonly provider: IdentityProvider;
  /** The value that the tenant expects as `aud`, if it said so. */
  readonly audience?: string;
  /** The number of the provider's keys at its set-up. The tenant may learn of later keys with a delay. */
  readonly keys: number;
  /** A call with one of its tokens, made right before the provider was set up. */
  readonly before: Exchange;
  /** The token of that call. */
  readonly tokenBefore: string;
}

/**
 * The number of the trusted provider's keys. All are RS256: whether a tenant knows other algorithms is free (FRE-104).
 * With three, neither the first nor the last key stands for all.
 */
const keysOfTrusted = 3;

/**
 * The identity providers of one tenant. A tenant may trust only one at a time (FRE-108). All checks therefore share the
 * trusted one, and any further provider is never set up.
 */
export class Identities {
  readonly #open: (keyring: Keyring, keys: number) => Promise<IdentityProvider>;
  readonly #keyring: Keyring;
  #trusted: Promise<TrustedProvider> | undefined;
  #neverSetUp: Promise<IdentityProvider> | undefined;
  /** Whether ID tokens were accepted only after their user had signed in to the web application (FRE-109). */
  signInFirst = false;

  constructor(open: (keyring: Keyring, keys: number) => Promise<IdentityProvider>, keyring: Keyring) {
    this.#open = open;
    this.#keyring = keyring;
  }

  /**
   * Returns the trusted provider, the same for all checks.
   *
   * @param trust sets it up; called once, unless it fails
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

  /** Returns a provider that is never set up at the tenant, the same for all checks. */
  neverSetUp(): Promise<IdentityProvider> {
    return (this.#neverSetUp ??= this.another(1));
  }

  /** Creates a further provider, for a tenant that no other check uses. */
  another(keys = 1): Promise<IdentityProvider> {
    return this.#open(this.#keyring, keys);
  }
}
