/** A request that has arrived completely. */
export interface HttpRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case; every value that was sent, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The header fields as they were written, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The body in the pieces in which it arrived: chunks, or its part of each segment. */
  readonly pieces: readonly Buffer[];
}

/** The connection of a request. Each connection is one object, so that a rule can store facts under this key. */
export interface Connection {
  readonly id: number;
  /** False for unencrypted HTTP. */
  readonly secure: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The bytes to send instead of the body, without a Content-Length: a compressed body, or one in several pieces. */
  readonly pieces?: readonly Uint8Array[];
}

/** Returns the first value of a header, by its name in lower case. */
export function headerOf(request: HttpRequest, name: string): string | undefined {
  return request.headers.get(name)?.[0];
}

/** Returns a copy of the answer in which this header replaces all of its name. */
export function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: [...withoutHeader(answer, name).headers, [name, value]] };
}

export function withoutHeader(answer: Answer, name: string): Answer {
  const unwanted = name.toLowerCase();
  return { ...answer, headers: answer.headers.filter(([each]) => each.toLowerCase() !== unwanted) };
}

/** Returns an answer whose body is this value as JSON. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Answer['headers'] = [],
  contentType = 'application/json; charset=utf-8',
): Answer {
  return { status, headers: [['Content-Type', contentType], ...headers], body: JSON.stringify(value) };
}

/** Returns a copy of the answer with a changed JSON object. An answer without a JSON object is unchanged. */
export function withMembers(
  answer: Answer,
  change: (members: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Answer {
  if (answer.body === undefined || !answer.body.startsWith('{')) return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Record<string, unknown>)) };
}
