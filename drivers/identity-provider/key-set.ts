import type { JWK } from 'jose';
import { SuiteMistake } from '../../core/trouble.ts';
import type { SigningAlgorithm } from '../../generators/id-token-spec.ts';
import { identifierOf, publicJwk, type Keyring, type SigningKey } from './keys.ts';

/** A key of a provider, with the identifier under which it is published. */
export interface ProviderKey extends SigningKey {
  readonly kid: string;
  /** The public key, as the key set lists it. */
  readonly jwk: JWK;
}

/** The keys of one provider: those in its published set, in their order, and those that were withdrawn. */
export class ProviderKeys {
  readonly #keyring: Keyring;
  readonly #name: string;
  readonly #published: ProviderKey[] = [];
  readonly #withdrawn: ProviderKey[] = [];
  #furtherKeys: readonly JWK[] = [];
  #omittedMembers: readonly string[] = [];
  #added = 0;

  /**
   * @param keyring the source of the keys
   * @param name distinguishes this provider from all others; key identifiers are derived from it
   */
  constructor(keyring: Keyring, name: string) {
    this.#keyring = keyring;
    this.#name = name;
  }

  get published(): readonly ProviderKey[] {
    return [...this.#published];
  }

  get withdrawn(): readonly ProviderKey[] {
    return [...this.#withdrawn];
  }

  /** Publishes another key at the end of the set, under a new identifier. */
  async add(algorithm: SigningAlgorithm): Promise<ProviderKey> {
    const kid = this.#identifier(this.#added++);
    const key = await this.#keyring.next(algorithm);
    const published = { ...key, kid, jwk: await publicJwk(key, kid) };
    this.#published.push(published);
    return published;
  }

  /**
   * Returns the identifier of the key at a place. The second one contains further characters that identifiers may have.
   * The third one is the second in the other letter case, because identifiers are compared exactly (RFC 7517, section
   * 4.5).
   */
  #identifier(place: number): string {
    const plain = identifierOf('key', this.#name, place);
    if (place === 1) return `${plain.slice(0, 6)}/${plain.slice(6, 12)}+${plain.slice(12)}=`;
    return place === 2 ? this.#identifier(1).replaceAll(/[A-Za-z]/g, (letter) => inOtherCase(letter)) : plain;
  }

  /** Lists these keys in addition to the keys that sign, from now on. */
  listInAddition(others: readonly JWK[]): void {
    this.#furtherKeys = others;
  }

  /** Omits these members of the keys that sign, from now on. */
  omitMembers(members: readonly ('alg' | 'use')[]): void {
    this.#omittedMembers = members;
  }

  /**
   * Takes a key out of the set. It can still sign.
   *
   * @throws {SuiteMistake} if no such key is published
   */
  withdraw(kid: string): void {
    const at = this.#published.findIndex((key) => key.kid === kid);
    const [key] = at < 0 ? [] : this.#published.splice(at, 1);
    if (key === undefined) throw new SuiteMistake(`the identity provider publishes no key ${kid}`);
    this.#withdrawn.push(key);
  }

  /**
   * Publishes a withdrawn key again, at the end of the set.
   *
   * @throws {SuiteMistake} if no such key was withdrawn
   */
  restore(kid: string): void {
    const at = this.#withdrawn.findIndex((key) => key.kid === kid);
    const [key] = at < 0 ? [] : this.#withdrawn.splice(at, 1);
    if (key === undefined) throw new SuiteMistake(`the identity provider has withdrawn no key ${kid}`);
    this.#published.push(key);
  }

  /** Publishes a new key and withdraws an old one. */
  async rotate(kid: string): Promise<ProviderKey> {
    const old = this.#published.find((key) => key.kid === kid);
    if (old === undefined) throw new SuiteMistake(`the identity provider publishes no key ${kid}`);
    const fresh = await this.add(old.algorithm);
    this.withdraw(kid);
    return fresh;
  }

  /** Returns the JWK Set document (RFC 7517, section 5). */
  document(): string {
    const listed = this.#published.map(({ jwk }) =>
      Object.fromEntries(Object.entries(jwk).filter(([name]) => !this.#omittedMembers.includes(name))),
    );
    return JSON.stringify({ keys: [...this.#furtherKeys, ...listed] });
  }
}

function inOtherCase(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}
