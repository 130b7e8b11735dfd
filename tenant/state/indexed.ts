/** Items by their id, also found quickly by another of their texts, which never changes. */
export class Indexed<T> extends Map<string, T> {
  readonly #keyOf: (item: T) => string;
  readonly #byKey = new Map<string, T>();

  constructor(keyOf: (item: T) => string) {
    super();
    this.#keyOf = keyOf;
  }

  /** Returns the first item that was added with this text. */
  by(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  override set(id: string, item: T): this {
    const key = this.#keyOf(item);
    if (!this.#byKey.has(key)) this.#byKey.set(key, item);
    return super.set(id, item);
  }
}
