import type { Delivery, ReceivedRequest } from '../delivery.ts';
import type { Exchange, Operation } from '../exchange.ts';
import type { Secrets } from '../secrets.ts';
import {
  address,
  controlOutput,
  cookie,
  isMarkup,
  page,
  sentAddress,
  sentBody,
  sentCredential,
  sentData,
  tokenAnswer,
} from './places.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Header fields in which credentials travel. */
const credentialFields: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'api-key', 'x-auth-token', 'authentication-info'],
]);
const addressFields: ReadonlySet<string> = new Set(['location', 'content-location', 'refresh']);

/** Reports whether the suite wrote a text itself before. */
export type Made = (text: string) => boolean;

/**
 * Returns an exchange as it may be written: only labels stand where credentials travel, and secrets are found anywhere
 * else.
 */
export function shownExchange(secrets: Secrets, exchange: Exchange, made: Made): Exchange {
  const { request, response, ...rest } = exchange;
  return {
    ...secrets.redactAll(rest),
    request: {
      method: secrets.redact(request.method),
      url: secrets.redact(sentAddress(secrets, request.url)),
      headers: sentHeaders(secrets, request.headers),
      ...(request.body === undefined ? {} : { body: secrets.redact(sentBody(secrets, request.body)) }),
      ...(request.form === undefined ? {} : { form: request.form }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: givenHeaders(secrets, response.headers, made),
            body: givenBody(secrets, exchange, made),
          },
        }),
  };
}

/**
 * Learns the values that an answer has where credentials travel, so that copies of them are found in any place. Values
 * that the suite sent are learnt later, when every text that they may be made from is known.
 */
export function learnFromAnswer(secrets: Secrets, exchange: Exchange, made: Made): void {
  const { response } = exchange;
  if (response === undefined) return;
  for (const [name, value] of Object.entries(response.headers)) {
    if (name === 'set-cookie') for (const line of valuesOf(value)) cookie(secrets, line);
    else if (addressFields.has(name)) {
      for (const text of valuesOf(value)) secrets.learnCopy(text, address(secrets, text, made));
    }
  }
  if (isTokenAnswer(exchange) || isSignIn(exchange))
    secrets.learnCopy(response.body, givenBody(secrets, exchange, made));
}

export function learnFromRequest(secrets: Secrets, { request }: Exchange): void {
  for (const [name, value] of Object.entries(request.headers)) {
    if (credentialFields.has(name.toLowerCase())) sentCredential(secrets, value);
  }
  if (request.url.includes('?')) sentAddress(secrets, request.url);
  if (request.body !== undefined) sentBody(secrets, request.body);
}

export function shownOperation(secrets: Secrets, operation: Operation, made: Made): Operation {
  const { input, output, ...rest } = operation;
  return { ...rest, input: sentData(secrets, input), output: controlOutput(secrets, output, made) };
}

export function learnFromOperation(secrets: Secrets, { output }: Operation, made: Made): void {
  controlOutput(secrets, output, made);
  const location = (output as { location?: unknown } | null | undefined)?.location;
  if (typeof location === 'string') secrets.learnCopy(location, address(secrets, location, made));
}

export function shownDelivery(secrets: Secrets, delivery: Delivery, made: Made): Delivery {
  const { received, ...rest } = delivery;
  const { headers, ...request } = received;
  return {
    ...secrets.redactAll(rest),
    received: {
      ...secrets.redactAll<Omit<ReceivedRequest, 'headers'>>(request),
      headers: givenHeaders(secrets, headers, made),
    },
  };
}

function sentHeaders(secrets: Secrets, headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      secrets.redact(name),
      secrets.redact(credentialFields.has(name.toLowerCase()) ? sentCredential(secrets, value) : value),
    ]),
  );
}

function givenHeaders(secrets: Secrets, headers: Headers, made: Made): Record<string, string | readonly string[]> {
  const shown = (name: string, value: string): string => {
    if (name === 'set-cookie') return cookie(secrets, value);
    if (addressFields.has(name)) return address(secrets, value, made);
    if (!credentialFields.has(name) || value === '') return secrets.redact(value);
    return secrets.altered(value) ?? secrets.labelled('access token', value);
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      secrets.redact(name),
      typeof value === 'string' ? shown(name, value) : value.map((one) => shown(name, one)),
    ]),
  );
}

function givenBody(secrets: Secrets, exchange: Exchange, made: Made): string {
  const { body = '' } = exchange.response ?? {};
  if (isTokenAnswer(exchange)) return tokenAnswer(secrets, body);
  return isSignIn(exchange) ? page(secrets, body, made) : secrets.redact(body);
}

function valuesOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** Reports whether an exchange answers a request for tokens, also a wrong one, or looks like such an answer. */
function isTokenAnswer({ request, response }: Exchange): boolean {
  if (response === undefined) return false;
  if (/(?:^|[&"{\s])"?grant_type"?\s*[=:]/.test(request.body ?? '')) return true;
  return (
    /\/(?:oauth2?\/)?token\/?(?:[?#]|$)/.test(request.url) || /"(?:access|refresh|id)_token"\s*:/.test(response.body)
  );
}

/** Reports whether the answer is a page that the browser of a user shows during a sign-in. */
function isSignIn({ request, response }: Exchange): boolean {
  if (response === undefined) return false;
  if (/\/authorize\/?(?:[?#]|$)/.test(request.url) || /[?&]response_type=/.test(request.url)) return true;
  return isMarkup(response.body) && /type\s*=\s*["']?(?:password|hidden)/i.test(response.body);
}
