import { hash, timingSafeEqual } from 'node:crypto';

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** Reports whether two secrets are the same, in a time that does not reveal how much agrees (the length is public). */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'utf8'), Buffer.from(other, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Items, found by the digest of their secret: the duration of a look-up reveals nothing about stored secrets. */
export class SecretStore<T extends { readonly value: string }> {
  readonly #byDigest = new Map<string, T>();

  add(item: T): void {
    this.#byDigest.set(digestOf(item.value), item);
  }

  find(secret: string): T | undefined {
    const item = this.#byDigest.get(digestOf(secret));
    return item !== undefined && sameSecret(item.value, secret) ? item : undefined;
  }

  delete(secret: string): void {
    this.#byDigest.delete(digestOf(secret));
  }

  values(): MapIterator<T> {
    return this.#byDigest.values();
  }
}
