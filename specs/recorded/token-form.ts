import type { RecordedExchange } from '../../drivers/capture/recorded.ts';

/** The grants of the token endpoint ("POST {base_url}/oauth/token"). */
export type GrantType = 'client_credentials' | 'authorization_code' | 'refresh_token';

const fieldsOf = {
  client_credentials: [],
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
} as const satisfies Readonly<Record<GrantType, readonly string[]>>;

/** The fields of a recorded token request. */
export class TokenForm {
  readonly #fields: URLSearchParams;
  /**
   * Whether the capture has the form exactly as it was sent: only then is a missing field known not to have been sent.
   */
  readonly isWhole: boolean;

  constructor(fields: URLSearchParams, isWhole: boolean) {
    this.#fields = fields;
    this.isWhole = isWhole;
  }

  /** Returns the value of a field that occurs once. */
  get(name: string): string | undefined {
    const values = this.#fields.getAll(name);
    return values.length === 1 ? values[0] : undefined;
  }

  get grant(): GrantType | undefined {
    const grant = this.get('grant_type');
    return grant !== undefined && Object.hasOwn(fieldsOf, grant) ? (grant as GrantType) : undefined;
  }

  /** Returns the first field of its grant that the request certainly lacks, apart from the credentials of the app. */
  get missing(): 'grant_type' | 'code' | 'redirect_uri' | 'refresh_token' | undefined {
    if (!this.isWhole) return undefined;
    if (!this.#fields.has('grant_type')) return 'grant_type';
    const { grant } = this;
    return grant === undefined ? undefined : fieldsOf[grant].find((name) => !this.#fields.has(name));
  }

  /** Returns all fields and values in one text, independent of their order. */
  get all(): string {
    const sorted = new URLSearchParams(this.#fields);
    sorted.sort();
    return sorted.toString();
  }
}

/** Returns the form of a token request; undefined if it was not recorded, or was not a form. */
export function formOf({ exchange, knowsRequestBody }: RecordedExchange): TokenForm | undefined {
  const { body, headers } = exchange.request;
  if (!knowsRequestBody || body === undefined) return undefined;
  const type = headers['content-type'];
  if (type !== undefined && !/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined;
  // the Content-Length that was sent shows whether something was removed from the form afterwards
  return new TokenForm(new URLSearchParams(body), Number(headers['content-length']) === Buffer.byteLength(body));
}
