import { ConfigurationError } from '../../core/trouble.ts';

/** Position of a value in a profile: names of keys and indexes in lists, from the outside in. */
export type KeyPath = readonly (string | number)[];

/**
 * Returns a key as a person writes it, such as `limits.timeoutSeconds`, `fixtures.users[0].apiKey` or
 * `api.itemsKeys["/api/v2/entries"]`.
 */
export function keyName(path: KeyPath): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${String(step)}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) name += name === '' ? step : `.${step}`;
    // if the space after a colon is missing, the text that the parser takes for a key may hold a value too
    else name += /^\/[\w./-]*$/.test(step) ? `["${step}"]` : '["…"]';
  }
  return name;
}

/**
 * The problems of one profile, one line for each key. The first complaint about a key is kept: the first check says
 * most, and a person corrects a key once.
 */
export class Complaints {
  readonly #file: string;
  readonly #lines = new Map<string, string>();

  /** @param file the profile as the person named it; each line begins with it */
  constructor(file: string) {
    this.#file = file;
  }

  /** @param sentence the value that was found and what would be right; it must hold no secret */
  add(path: KeyPath, sentence: string): void {
    const key = keyName(path);
    if (!this.#lines.has(key)) this.#lines.set(key, `${this.#file}: ${key === '' ? '' : `${key}: `}${sentence}`);
  }

  /** Reports whether there is a complaint about this key. */
  has(path: KeyPath): boolean {
    return this.#lines.has(keyName(path));
  }

  /** Reports whether there is a complaint about this key or about one below it. */
  hasWithin(path: KeyPath): boolean {
    const key = keyName(path);
    return key === ''
      ? this.#lines.size > 0
      : [...this.#lines.keys()].some((at) => at === key || at.startsWith(`${key}.`) || at.startsWith(`${key}[`));
  }

  /** @throws ConfigurationError with one line for each key with a complaint, if there is any */
  throwIfAny(): void {
    if (this.#lines.size > 0) throw new ConfigurationError([...this.#lines.values()].join('\n'));
  }
}
