import { alterationOf } from './redaction/alteration.ts';
import type { SecretKind } from './redaction/label.ts';
import { alteredLabel, numberedLabel } from './redaction/label.ts';
import { Search } from './redaction/search.ts';

export { base64Forms } from './redaction/base64.ts';
export type { SecretKind } from './redaction/label.ts';

/** Copies of what stands where credentials travel are looked for from so many characters on. */
const shortestCopy = 24;

/** Shorter values are not replaced: they would be found everywhere. A tenant's credentials are longer by far. */
const shortest = 4;

/** Members of JSON bodies whose text is a secret wherever it stands, even where no suite asked for one. */
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
 * The secrets that a check knows of, and the labels that take their place in everything that leaves it. Equal
 * secrets get equal labels, so that rotation can still be read. Near misses of a secret are secrets too.
 */
export class Secrets {
  readonly #labels: Map<string, string>;
  /** Labels of texts that are no secrets by themselves, and are not written where credentials travel. */
  readonly #texts: Map<string, string>;
  /** What is written for a whole text wherever it is copied to, e.g. for an address to which a browser was sent. */
  readonly #copies: Map<string, string>;
  readonly #taken: Set<string>;
  readonly #counts: Map<string, number>;
  readonly #search: Search;

  /** @param parent secrets that were known before, whose numbering goes on */
  constructor(parent?: Secrets) {
    this.#labels = new Map(parent === undefined ? undefined : parent.#labels);
    this.#texts = new Map(parent === undefined ? undefined : parent.#texts);
    this.#copies = new Map(parent === undefined ? undefined : parent.#copies);
    this.#taken = new Set(parent === undefined ? undefined : parent.#taken);
    this.#counts = new Map(parent === undefined ? undefined : parent.#counts);
    this.#search = new Search(parent === undefined ? undefined : parent.#search);
  }

  /** Makes a value known from its birth on; gives it back. */
  learn(kind: SecretKind, value: string): string {
    if (value.length >= shortest && !this.#labels.has(value)) this.#add(value, this.#numbered(kind));
    return value;
  }

  /** Makes a near miss of a secret known, e.g. `<access token 1, last character changed>`; gives it back. */
  learnNearMiss(of: string, value: string, change: string): string {
    if (value.length < shortest || this.#labels.has(value)) return value;
    this.#add(value, alteredLabel(this.#labels.get(of), change));
    return value;
  }

  /** Learns what stands in the telling members of a JSON body. */
  learnFromBody(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.learnFromBody(item);
    else if (typeof body === 'object' && body !== null) {
      for (const [name, value] of Object.entries(body)) {
        const kind = secretMember(name);
        // an error code such as `code: "not_found"` is no secret: what is one has no spaces and some length
        if (kind !== undefined && typeof value === 'string') {
          const long = value.length >= 12 || (kind !== 'authorization code' && kind !== 'password');
          if (long && !(kind === 'authorization code' && isErrorCode(value))) this.learn(kind, value);
        } else this.learnFromBody(value);
      }
    }
  }

  /**
   * The label of a value that stands where credentials travel, which is known from then on: there nothing is written
   * without one. What looks like no credential gets a label too, but is not searched for elsewhere.
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

  /** The label of a known secret or text; undefined where it is none. */
  exactly(value: string): string | undefined {
    return this.#labels.get(value) ?? this.#texts.get(value);
  }

  /**
   * The label of a value that the suite sent: of the secret that it is or was made of, with what was altered. Undefined
   * where it has nothing of any secret.
   */
  altered(value: string): string | undefined {
    const known = this.#labels.get(value);
    if (known !== undefined || value.length < shortest) return known;
    const nearest = this.#search.nearest(value);
    if (nearest === undefined) return undefined;
    const change = alterationOf(nearest.value, value);
    let told = change;
    // two that differ must not look alike
    for (let other = 2; this.#taken.has(alteredLabel(nearest.label, told)); other++) told = `${change} (${other})`;
    this.learnNearMiss(nearest.value, value, told);
    return this.#labels.get(value);
  }

  /** Has a whole text be written as something else wherever it is copied to. */
  learnCopy(text: string, written: string): void {
    if (text !== written && text.length >= shortestCopy) this.#copies.set(text, written);
  }

  get size(): number {
    return this.#labels.size;
  }

  /** The secrets as they are, for the scan that proves that none of them got out. */
  values(): Iterable<string> {
    return this.#labels.keys();
  }

  /** Replaces every secret in a text by its label, in every form in which it may stand there, and what is left of it. */
  redact(text: string): string {
    if (text.length < shortest) return text;
    const left = this.#withoutCopies(text);
    return this.#labels.size === 0 ? left : this.#search.redact(left);
  }

  /** {@link redact} over every string in plain data, keys included. */
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

/** As what the text of a member of JSON, a field or a parameter of this name is a secret; undefined where it is none. */
export function secretMember(name: string): SecretKind | undefined {
  return Object.hasOwn(secretMembers, name) ? secretMembers[name] : undefined;
}

/** Whether a text is of no use to anybody, in any member. */
function isCommon(text: string): boolean {
  return /^(?:null|true|false|none|undefined|bearer|token|basic)$/i.test(text);
}

/** Hardly a word of a message is as long and without a gap. */
function isOpaque(text: string): boolean {
  return /^[\w\-.~+/=]{16,}$/.test(text) && !isErrorCode(text);
}

/**
 * Whether a text is words of one letter case that are joined, as in `invalid_grant`: an error is judged by its name, so
 * it must not be taken for an authorization code. Those that were really issued are learnt where they arrive.
 */
function isErrorCode(text: string): boolean {
  return text.length <= 64 && /^(?:[a-z]{1,20}(?:[_.:/-][a-z]{1,20})*|[A-Z]{1,20}(?:[_.:/-][A-Z]{1,20})*)$/.test(text);
}
