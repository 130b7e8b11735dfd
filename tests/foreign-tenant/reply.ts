import type { ServerResponse } from 'node:http';

/** An answer before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${text}\n` };
}

/** Returns a page for a person, with an optional form below its text. Text and form are written without escaping. */
export function page(status: number, text: string, form = ''): Reply {
  const body = `<!doctype html><html lang="en"><title>Laboratory</title><p>${text}</p>${form}</html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function write(response: ServerResponse, reply: Reply): void {
  const { 'set-cookie': cookie, ...headers } = reply.headers;
  // Appended, because every answer already sets another cookie.
  if (cookie !== undefined) response.appendHeader('set-cookie', cookie);
  response.writeHead(reply.status, headers).end(reply.body);
}
