/** What a secret is, in the words that take its place. */
export type SecretKind =
  | 'access token'
  | 'refresh token'
  | 'ID token'
  | 'authorization code'
  | 'client secret'
  | 'API key'
  | 'control token'
  | 'cookie'
  | 'page token'
  | 'state'
  | 'password';

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

/** Hardly a word of a message is as long, and what stands in an address follows a colon or a slash. */
const tokenLike = /(?<![\w\-.~+/:])[\w\-.~+/]{16,}={0,2}/g;

/**
 * The secrets that a check knows of, and the labels that take their place in everything that leaves it. Equal
 * secrets get equal labels, so that rotation can still be read. Near misses of a secret are secrets too.
 */
export class Secrets {
  readonly #labels = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Set on change: the labels, longest secret first, so that a part never hides the whole. */
  #ordered: readonly (readonly [string, string])[] | undefined;

  /** @param parent secrets that were known before, whose numbering goes on */
  constructor(parent?: Secrets) {
    if (parent === undefined) return;
    for (const [value, label] of parent.#labels) this.#labels.set(value, label);
    for (const [kind, count] of parent.#counts) this.#counts.set(kind, count);
  }

  /** Makes a value known from its birth on; gives it back. */
  learn(kind: SecretKind, value: string): string {
    if (value.length < shortest || this.#labels.has(value)) return value;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#add(value, `<${kind} ${count}>`);
    const signature = signatureIn(value);
    if (signature !== undefined && !this.#labels.has(signature)) this.#add(signature, `<${kind} ${count}, signature>`);
    return value;
  }

  /** Makes a near miss of a secret known, e.g. `<access token 1, last character changed>`; gives it back. */
  learnNearMiss(of: string, value: string, change: string): string {
    if (value.length < shortest || this.#labels.has(value)) return value;
    const label = this.#labels.get(of);
    this.#add(value, label === undefined ? `<near miss, ${change}>` : `${label.slice(0, -1)}, ${change}>`);
    return value;
  }

  /** Learns what stands in the telling members of a JSON body. */
  learnFromBody(body: unknown): void {
    if (Array.isArray(body)) for (const item of body) this.learnFromBody(item);
    else if (typeof body === 'object' && body !== null) {
      for (const [name, value] of Object.entries(body)) {
        const kind = Object.hasOwn(secretMembers, name) ? secretMembers[name] : undefined;
        // an error code such as `code: "not_found"` is no secret: what is one has no spaces and some length
        if (kind !== undefined && typeof value === 'string') {
          const long = value.length >= 12 || (kind !== 'authorization code' && kind !== 'password');
          if (long && !(kind === 'authorization code' && isErrorCode(value))) this.learn(kind, value);
        } else this.learnFromBody(value);
      }
    }
  }

  /**
   * Learns whatever may be a token in a successful answer to a token request: a tenant that breaks the rules may put it
   * under any name, or into no JSON at all.
   *
   * @param body as JSON, or as text where it is none
   */
  learnFromTokenAnswer(body: unknown): void {
    if (typeof body === 'string') {
      for (const [value] of body.matchAll(tokenLike)) if (!isErrorCode(value)) this.learn('access token', value);
    } else if (typeof body === 'object' && body !== null) {
      for (const value of Object.values(body)) this.learnFromTokenAnswer(value);
    }
  }

  get size(): number {
    return this.#labels.size;
  }

  /** The secrets as they are, for the scan that proves that none of them got out. */
  values(): Iterable<string> {
    return this.#labels.keys();
  }

  /** Replaces every secret in a text by its label, in every encoding in which it may stand there. */
  redact(text: string): string {
    if (this.#labels.size === 0 || text.length < shortest) return text;
    return this.#base64(this.#percent(this.#escaped(this.#plain(text), 2)), 2);
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

  #add(value: string, label: string): void {
    this.#labels.set(value, label);
    this.#ordered = undefined;
  }

  #needles(): readonly (readonly [string, string])[] {
    this.#ordered ??= [...this.#labels]
      .flatMap(([value, label]) => [...forms(value)].map((form) => [form, label] as const))
      .sort(([a], [b]) => b.length - a.length);
    return this.#ordered;
  }

  #plain(text: string): string {
    let out = text;
    for (const [form, label] of this.#needles()) if (out.includes(form)) out = out.replaceAll(form, label);
    return out;
  }

  /** JSON text may escape any character (`\\u002B`, `\\/`), and may stand in a JSON text itself. */
  #escaped(text: string, depth: number): string {
    if (!text.includes('\\')) return text;
    return text.replaceAll(/(?:[^"\\\n]|\\.)+/g, (run) => {
      if (!run.includes('\\')) return run;
      const decoded = jsonDecoded(run);
      const plain = this.#plain(decoded);
      const redacted = depth > 1 ? this.#escaped(plain, depth - 1) : plain;
      return redacted === decoded ? run : JSON.stringify(redacted).slice(1, -1);
    });
  }

  /** Percent-encodings other than the usual one (any octet may be escaped, in either case, `+` may be a space). */
  #percent(text: string): string {
    if (!text.includes('%')) return text;
    return text.replaceAll(/[^\s&=;"'<>?]*%[0-9A-Fa-f]{2}[^\s&=;"'<>?]*/g, (token) => {
      for (const candidate of [token, token.replaceAll('+', ' ')]) {
        const decoded = percentDecoded(candidate);
        const redacted = this.#base64(this.#plain(decoded), 1);
        if (redacted !== decoded) return redacted;
      }
      return token;
    });
  }

  /** Tokens that hide a secret inside base64, such as Basic credentials and the parts of a JWT. */
  #base64(text: string, depth: number): string {
    return text.replaceAll(/[A-Za-z0-9+/_-]{6,}={0,2}/g, (token) => {
      const decoded = Buffer.from(token, 'base64').toString('utf8');
      const plain = this.#plain(decoded);
      const redacted = depth > 1 ? this.#base64(plain, depth - 1) : plain;
      return redacted === decoded ? token : `base64(${redacted})`;
    });
  }
}

/**
 * Whether a text is words of one letter case that are joined, as in `invalid_grant`: an error is judged by its name, so
 * it must not be taken for an authorization code. Those that were really issued are learnt where they arrive.
 */
function isErrorCode(text: string): boolean {
  return /^(?:[a-z]+(?:[_.:/-][a-z]+)+|[A-Z]+(?:[_.:/-][A-Z]+)+)$/.test(text);
}

/**
 * The last part of a JSON Web Token, without which the others are no credential: an error text may tell the parts one by
 * one.
 */
function signatureIn(token: string): string | undefined {
  return /^ey[\w-]+\.ey[\w-]+\.([\w-]{16,})$/.exec(token)?.[1];
}

/** As an error page in HTML repeats what it was sent. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The usual ways in which a value travels: as it is, percent-encoded, as JSON or HTML, and in base64 at each offset. */
function forms(value: string): Set<string> {
  const found = new Set([value, JSON.stringify(value).slice(1, -1)]);
  try {
    const encoded = encodeURIComponent(value);
    found
      .add(encoded)
      .add(encoded.replaceAll('%20', '+'))
      .add(new URLSearchParams([['', value]]).toString().slice(1));
  } catch {
    // a lone surrogate has no percent-encoded form
  }
  found.add(value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character));
  for (const form of base64Forms(value)) found.add(form);
  return found;
}

/** The characters of base64 that a value determines alone, whatever stands before and after it, at each offset. */
export function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const found: string[] = [];
  for (let offset = 0; offset < 3; offset++) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const from = Math.ceil((offset * 8) / 6);
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    const form = encoded.slice(from, whole);
    if (form.length >= 6) found.push(form, form.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}

const jsonEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function jsonDecoded(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_whole, code: string | undefined, letter: string) =>
    code === undefined ? (jsonEscapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function percentDecoded(text: string): string {
  const bytes = text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return bytes;
}
