import { ConfigurationError } from '../../core/trouble.ts';

/** Where a value stands in a profile: names of keys and places in lists, from the outside in. */
export type KeyPath = readonly (string | number)[];

/** A key as a person writes it: `limits.timeoutSeconds`, `fixtures.users[0].apiKey`, `api.itemsKeys["/api/v2/entries"]`. */
export function keyName(path: KeyPath): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${String(step)}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) name += name === '' ? step : `.${step}`;
    // what the parser takes for a key may hold a value too, where the space after a colon was forgotten
    else name += /^\/[\w./-]*$/.test(step) ? `["${step}"]` : '["…"]';
  }
  return name;
}

/**
 * What is wrong with one profile, a line for each key. The first complaint about a key stands: what is looked at first
 * says most, and a person mends a key once.
 */
export class Complaints {
  readonly #file: string;
  readonly #lines = new Map<string, string>();

  /** @param file the profile as the person named it; each line begins with it */
  constructor(file: string) {
    this.#file = file;
  }

  /** @param sentence what was found and what would be right; it must hold no secret */
  add(path: KeyPath, sentence: string): void {
    const key = keyName(path);
    if (!this.#lines.has(key)) this.#lines.set(key, `${this.#file}: ${key === '' ? '' : `${key}: `}${sentence}`);
  }

  /** Whether something is wrong with this key. */
  has(path: KeyPath): boolean {
    return this.#lines.has(keyName(path));
  }

  /** Whether something is wrong with this key or one beneath it. */
  hasWithin(path: KeyPath): boolean {
    const key = keyName(path);
    return key === ''
      ? this.#lines.size > 0
      : [...this.#lines.keys()].some((at) => at === key || at.startsWith(`${key}.`) || at.startsWith(`${key}[`));
  }

  /** @throws ConfigurationError with one line for each key that something is wrong with, if there is any */
  throwIfAny(): void {
    if (this.#lines.size > 0) throw new ConfigurationError([...this.#lines.values()].join('\n'));
  }
}
