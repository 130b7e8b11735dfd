import { alterationOf } from './redaction/alteration.ts';
import type { SecretKind } from './redaction/label.ts';
import { alteredLabel, numberedLabel } from './redaction/label.ts';
import { Search } from './redaction/search.ts';

export { base64Forms } from './redaction/base64.ts';
export type { SecretKind } from './redaction/label.ts';

/** Length from which on copies of a text from a place where credentials travel are searched for. */
const shortestCopy = 24;

/**
 * Length from which on values are replaced. Shorter values would be found everywhere, and a tenant's credentials are
 * much longer.
 */
const shortest = 4;

/** Members of JSON bodies whose text is a secret in any body, even in one that the suite did not ask for. */
const secretMembers: Readonly<Record<string, SecretKind>> = {
  access_token: 'access token',
  refresh_token: 'refresh token',
  id_token: 'ID token',
  client_secret: 'client secret',
  clientSecret: 'client secret',
  apiKey: 'API key',
  api_key: 'API key',
  nextToken: 'page token',
  password: 'password',
  code: 'authorization code',
};

/**
 * The secrets that a check knows, and the labels that replace them in everything that leaves the check. Equal secrets
 * get equal labels, so that rotation can still be read. Near misses of a secret are secrets too.
 */
export class Secrets {
  readonly #labels: Map<string, string>;
  /** Labels of texts that are not secrets by themselves, but are not written where credentials travel. */
  readonly #texts: Map<string, string>;
  /** The replacements of whole texts that are copied elsewhere, such as an address to which a browser was sent. */
  readonly #copies: Map<string, string>;
  readonly #taken: Set<string>;
  readonly #counts: Map<string, number>;
  readonly #search: Search;

  /** @param parent secrets that were known before; this object continues their numbering */
  constructor(parent?: Secrets) {
    this.#labels = new Map(parent === undefined ? undefined : parent.#labels);
    this.#texts = new Map(parent === undefined ? undefined : parent.#texts);
    this.#copies = new Map(parent === undefined ? undefined : parent.#copies);
    this.#taken = new Set(parent === undefined ? undefined : parent.#taken);
    this.#counts = new Map(parent === undefined ? undefined : parent.#counts);
    this.#search = new Search(parent === undefined ? undefined : parent.#search);
  }

  /** Makes a new value known as a secret, and returns it. */
  learn(kind: SecretKind, value: string): string {
    if (value.length >= shortest && !this.#labels.has(value)) this.#add(value, this.#numbered(kind));
    return value;
  }

  /** Makes a near miss of a secret known, e.g. `<access token 1, last character changed>`, and returns it. */
  learnNearMiss(of: string, value: string, change: string): string {
    if (value.length < shortest || this.#labels.has(value)) return value;
    this.#add(value, alteredLabel(this.#labels.get(of), change));
    return value;
  }

  /** Learns the secrets in the members of a JSON body that are known to carry them. */
  learnFromBody(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.learnFromBody(item);
    else if (typeof body === 'object' && body !== null) {
      for (const [name, value] of Object.entries(body)) {
        const kind = secretMember(name);
        // an error code such as `code: "not_found"` is not a secret: a secret has no spaces and a minimum length
        if (kind !== undefined && typeof value === 'string') {
          const isLongEnough = value.length >= 12 || (kind !== 'authorization code' && kind !== 'password');
          if (isLongEnough && !(kind === 'authorization code' && isErrorCode(value))) this.learn(kind, value);
        } else this.learnFromBody(value);
      }
    }
  }

  /**
   * Returns the label of a value at a place where credentials travel, and makes the value known. At such a place each
   * value is written as a label. A value that does not look like a credential gets a label too, but other texts are not
   * searched for it.
   */
  labelled(kind: SecretKind, value: string): string {
    const known = this.exactly(value);
    if (known !== undefined) return known;
    const isError = kind === 'authorization code' && isErrorCode(value);
    const looksSecret = kind !== 'text' && value.length >= shortest && !isCommon(value) && !isError;
    if (looksSecret || isOpaque(value)) {
      this.learn(looksSecret ? kind : 'access token', value);
      return this.exactly(value) ?? '';
    }
    const label = this.#numbered('text');
    this.#texts.set(value, label);
    return label;
  }

  /** Returns the label of a known secret or text, or undefined if the value is neither. */
  exactly(value: string): string | undefined {
    return this.#labels.get(value) ?? this.#texts.get(value);
  }

  /**
   * Returns the label of a value that the suite sent: the label of the secret, or of the secret that the value was made
   * from with the alteration. Returns undefined if the value holds nothing of any secret.
   */
  altered(value: string): string | undefined {
    const known = this.#labels.get(value);
    if (known !== undefined || value.length < shortest) return known;
    const nearest = this.#search.nearest(value);
    if (nearest === undefined) return undefined;
    const change = alterationOf(nearest.value, value);
    let distinct = change;
    // two values that differ must not have the same label
    for (let other = 2; this.#taken.has(alteredLabel(nearest.label, distinct)); other++)
      distinct = `${change} (${other})`;
    this.learnNearMiss(nearest.value, value, distinct);
    return this.#labels.get(value);
  }

  /** Registers a replacement for a whole text. Every copy of the text is written as the replacement. */
  learnCopy(text: string, written: string): void {
    if (text !== written && text.length >= shortestCopy) this.#copies.set(text, written);
  }

  get size(): number {
    return this.#labels.size;
  }

  /** The unredacted secrets, for the scan that proves that no secret was written. */
  values(): Iterable<string> {
    return this.#labels.keys();
  }

  /**
   * Replaces every secret in a text, and every remaining part of one, by its label, in every form in which it may
   * occur.
   */
  redact(text: string): string {
    if (text.length < shortest) return text;
    const left = this.#withoutCopies(text);
    return this.#labels.size === 0 ? left : this.#search.redact(left);
  }

  /** Applies {@link redact} to every string in plain data, keys included. */
  redactAll<T>(value: T): T {
    if (typeof value === 'string') return this.redact(value) as T;
    if (Array.isArray(value)) return value.map((item: unknown) => this.redactAll(item)) as T;
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [this.redact(key), this.redactAll(item as unknown)]),
      ) as T;
    }
    return value;
  }

  #withoutCopies(text: string): string {
    if (text.length < shortestCopy) return text;
    let out = text;
    for (const [copy, written] of this.#copies) if (out.includes(copy)) out = out.replaceAll(copy, () => written);
    return out;
  }

  #numbered(kind: SecretKind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return numberedLabel(kind, count);
  }

  #add(value: string, label: string): void {
    this.#labels.set(value, label);
    this.#taken.add(label);
    this.#search.add({ value, label });
  }
}

/**
 * Returns the kind of secret that a JSON member, a field or a parameter of this name holds, or undefined if it holds
 * none.
 */
export function secretMember(name: string): SecretKind | undefined {
  return Object.hasOwn(secretMembers, name) ? secretMembers[name] : undefined;
}

/** Reports whether a text is useless as a credential, in any member. */
function isCommon(text: string): boolean {
  return /^(?:null|true|false|none|undefined|bearer|token|basic)$/i.test(text);
}

/** Reports whether a text is as long as hardly any word of a message, and has no gap. */
function isOpaque(text: string): boolean {
  return /^[\w\-.~+/=]{16,}$/.test(text) && !isErrorCode(text);
}

/**
 * Reports whether a text consists of joined words of one letter case, as in `invalid_grant`. An error is judged by its
 * name, so the name must not be taken for an authorization code. Codes that were really issued are learnt from the
 * answers that bring them.
 */
function isErrorCode(text: string): boolean {
  return text.length <= 64 && /^(?:[a-z]{1,20}(?:[_.:/-][a-z]{1,20})*|[A-Z]{1,20}(?:[_.:/-][A-Z]{1,20})*)$/.test(text);
}
