/** A request that has arrived whole. */
export interface HttpRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case; every value that was sent, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The fields of the head as they were written, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The body in the pieces in which it came: chunks, or what a segment brought of it. */
  readonly pieces: readonly Buffer[];
}

/** What a request came in on. One object a connection, so that it can key what a rule remembers of it. */
export interface Connection {
  readonly id: number;
  /** False for clear text. */
  readonly secure: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** What travels in place of the body, without its length being told: a compressed body, or one in several pieces. */
  readonly pieces?: readonly Uint8Array[];
}

/** The first value of a header, by its name in lower case. */
export function headerOf(request: HttpRequest, name: string): string | undefined {
  return request.headers.get(name)?.[0];
}

/** A copy of the answer with this header in place of all of its name. */
export function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: [...withoutHeader(answer, name).headers, [name, value]] };
}

export function withoutHeader(answer: Answer, name: string): Answer {
  const unwanted = name.toLowerCase();
  return { ...answer, headers: answer.headers.filter(([each]) => each.toLowerCase() !== unwanted) };
}

/** An answer whose body is this value as JSON. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Answer['headers'] = [],
  contentType = 'application/json; charset=utf-8',
): Answer {
  return { status, headers: [['Content-Type', contentType], ...headers], body: JSON.stringify(value) };
}

/** A copy of the answer whose JSON object was changed; an answer without one is left alone. */
export function withMembers(
  answer: Answer,
  change: (members: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Answer {
  if (answer.body === undefined || !answer.body.startsWith('{')) return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Record<string, unknown>)) };
}
