import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import { answer, header, jsonObject, succeeded } from '../../core/exchange.ts';
import type { Demanded, Judgement } from '../../core/judgement.ts';
import { demand, finding, held } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';
import { tokensIn } from './refusal.ts';

/**
 * Reports whether a token request was granted: a success that carries an access token at any place. A token in an
 * answer that is not a success is judged separately (TOK-25).
 */
export function granted(exchange: Exchange): boolean {
  return succeeded(exchange) && tokensIn(exchange).includes('access_token');
}

/**
 * Demands that a token request with a flaw is not granted, while the same request without the flaw is. If the latter is
 * not granted either, a refusal proves nothing, and only a token for the flawed request would be a finding.
 */
export function* noTokenByContrast(
  probe: Exchange,
  control: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (granted(probe)) yield finding(requirement, subject, `${answer(probe)} and an access_token`, 'no token', probe);
  else if (yield* servedOtherwise(control)) yield held(requirement);
}

/** Requires that the request without the flaw is granted; otherwise nothing can be said about the flaw. */
export function servedOtherwise(control: Exchange): ReturnType<typeof premise> {
  return premise(
    granted(control),
    `the same token request without its flaw ${answer(control)} and gave no token either`,
  );
}

/** Demands that a token request is granted if a request that differs in form only is granted. */
export function* grantedByContrast(
  probe: Exchange,
  control: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(granted(control), `the same token request in its plain form ${answer(control)}`))) return;
  yield demand(granted(probe), requirement, subject, seen(probe), 'an access token', probe);
}

/**
 * Demands that a refused request's answer carries no token: not in a member at any depth, not in JSON within a text,
 * not in a header. Values of the request itself may be repeated.
 */
export function* carriesNoToken<Requirement extends RequirementId>(
  refused: Exchange,
  requirement: Requirement,
  subject: string,
): Generator<Demanded<Requirement>> {
  if (granted(refused)) return;
  const carried = [...tokensAnywhere(refused)];
  if (carried.length === 0) yield held(requirement);
  for (const { name, where } of carried) {
    yield finding(requirement, subject, `${answer(refused)} and carried ${name} in its ${where}`, 'no token', refused);
  }
}

/** Demands that a wrong token request is answered with a status of 400 to 499. A granted one is judged elsewhere. */
export function* answeredAsClientError<Requirement extends RequirementId>(
  refused: Exchange,
  requirement: Requirement,
  subject: string,
): Generator<Demanded<Requirement>> {
  if (granted(refused)) return;
  const status = refused.response?.status ?? 0;
  const isRight = status >= 400 && status < 500;
  yield demand(isRight, requirement, subject, answer(refused), 'a status of 400 to 499', refused);
}

/**
 * Returns texts of an answer that have the form of tokens (RFC 6750, b64token): in the body and in headers that could
 * carry one. Returns at most `limit` texts, without those that the request carried.
 */
export function tokenLike(exchange: Exchange, limit: number): string[] {
  const { response, request } = exchange;
  if (response === undefined) return [];
  const headers = Object.entries(response.headers).filter(([name]) => name.startsWith('x-') || mayHand.has(name));
  const texts = [response.body, ...headers.flatMap(([, value]) => value)];
  const found = texts.flatMap((text) => text.match(/[A-Za-z0-9\-._~+/]{16,}=*/g) ?? []);
  const sent = sentIn(request.body ?? '');
  const mixed = found.filter((text) => /[0-9]/.test(text) && /[A-Za-z]/.test(text));
  return [...new Set(mixed)].filter((text) => !sent.includes(text)).slice(0, limit);
}

const mayHand: ReadonlySet<string> = new Set(['set-cookie', 'location', 'authorization', 'authentication-info']);

/** Members and parameters with a value, in a body or header as text: `"access_token":"…"`, `access_token=…`. */
const written =
  /(?<![A-Za-z0-9])(access_token|refresh_token)\\?["']?\s*[:=]\s*[[\\]*["']?([^"'\\\s&;,<>{}]{12,})(?=["'\\\s&;,<>{}]|$)/g;

function* tokensAnywhere(exchange: Exchange): Generator<{ name: string; where: string }> {
  const { response, request } = exchange;
  if (response === undefined) return;
  const sent = sentIn(request.body ?? '');
  const places: [string, string[]][] = [
    ['body', [response.body]],
    ['headers', Object.values(response.headers).flat()],
  ];
  for (const [where, texts] of places) {
    const names = new Set<string>();
    for (const text of texts) {
      for (const [, name = '', value = ''] of text.matchAll(written)) {
        // a code such as "refresh_token": "missing_required_field" describes an error and is not a token
        if (!sent.includes(value) && !/^[a-z_.-]+$/i.test(value)) names.add(name);
      }
    }
    for (const name of names) yield { name, where };
  }
}

/** Returns the values of a request, in the encodings in which an answer may repeat them. */
function sentIn(body: string): string {
  return [body, ...[...new URLSearchParams(body)].flat()].join('\n');
}

/** Describes the answer to a request that should have been granted. */
export function seen(exchange: Exchange): string {
  return succeeded(exchange) ? `${answer(exchange)} and no access_token` : answer(exchange);
}

/**
 * Returns the answer to a granted request if it is readable: a success with a JSON object that names no error. A member
 * `error` that is null or empty names none (FRE-36).
 */
export function tokenAnswer(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const body = succeeded(exchange) ? jsonObject(exchange) : undefined;
  return (body?.['error'] ?? '') === '' ? body : undefined;
}

/** Returns the directives or the media type and parameters of a header, in lower case. */
export function headerParts(exchange: Exchange, name: string): string[] {
  return (header(exchange, name) ?? '').split(/[,;]/).map((part) => part.trim().toLowerCase());
}

/** Demands that the announced lifetime is 900; whether it is an integer is judged separately. */
export function* lasts900(one: Exchange, lifetime: unknown): Generator<Demanded<'TOK-05'>> {
  if (lifetime === undefined || lifetime === null) return;
  const subject = 'the answer to a client_credentials request';
  yield demand(Number(lifetime) === 900, 'TOK-05', subject, `had ${shown('expires_in', lifetime)}`, '900', one);
}

/** Returns a member as it was found, in the words of a finding. */
export function shown(name: string, value: unknown): string {
  return value === undefined ? `no ${name}` : `${name} ${JSON.stringify(value)}`;
}
