import type { Exchange } from '../../core/exchange.ts';
import { answer, header, json, succeeded } from '../../core/exchange.ts';
import { premise } from '../../core/check.ts';
import type { Demanded, Judgement } from '../../core/judgement.ts';
import { demand, finding, held } from '../../core/judgement.ts';
import { accepted } from './acceptance.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Demands that a call without proper authentication is answered with status 401 ("Authentication"; "Errors"). */
export function* answeredWith401(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  yield demand(exchange.response?.status === 401, requirement, subject, answer(exchange), 'status 401', exchange);
}

/** Demands that a 401 names the accepted schemes (RFC 9110, 11.6.1). Other requirements judge any other status. */
export function* challenges(exchange: Exchange, subject: string): Generator<Demanded<'TRN-17'>> {
  if (exchange.response?.status !== 401) return;
  const challenge = header(exchange, 'www-authenticate');
  const hasScheme = challenge !== undefined && /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(challenge);
  const observed = `carried ${challenge === undefined ? 'no' : 'an empty'} WWW-Authenticate header`;
  yield demand(hasScheme, 'TRN-17', subject, observed, 'at least one challenge', exchange);
}

/**
 * Demands that a wrong credential is answered with 401 while a right one is served. If the right one is not served
 * either, a refusal proves nothing, and only an acceptance of the wrong one would be a finding.
 */
export function* refusedByContrast(
  probe: Exchange,
  control: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  if (accepted(probe)) yield finding(requirement, subject, `${answer(probe)} and a page`, 'status 401', probe);
  else if (isToldApart(probe, control)) yield held(requirement);
  else if (
    yield* premise(
      accepted(control),
      `the same call with a right credential ${answer(control)} and was not served either`,
    )
  ) {
    yield* answeredWith401(probe, requirement, subject);
  }
}

/** Reports whether a value has the form of a bearer token (RFC 6750, 2.1): any other value may be called malformed. */
export function isTokenShaped(value: string): boolean {
  return /^[A-Za-z0-9._~+/-]+=*$/.test(value);
}

/**
 * Demands that a malformed credential (RFC 6750, 3.1; RFC 7617, 2) is refused with any status of a client error, while
 * the right one is served.
 */
export function* refusedAsClientError(
  probe: Exchange,
  control: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  const served = `the same call with a right credential ${answer(control)} and was not served either`;
  if (!(yield* premise(accepted(control), served))) return;
  yield demand(isClientError(probe), requirement, subject, answer(probe), 'status 401', probe);
}

export function isClientError({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status <= 499;
}

/**
 * Reports whether a refusal is due to the credential itself: an actor without records to see may be refused too
 * (FRE-05).
 *
 * @param granted whether its actor has records to see
 */
export function isOfCredential({ response }: Exchange, granted: boolean): boolean {
  return granted || response === undefined || response.status === 401;
}

/**
 * Reports whether the wrong credential was answered with 401 and the right one was refused for another reason: an actor
 * without records to see may be refused with any status (FRE-05).
 */
function isToldApart(probe: Exchange, control: Exchange): boolean {
  return probe.response?.status === 401 && isClientError(control) && control.response?.status !== 401;
}

/** Demands that the answer carries no access token, with any status and in any form. */
export function* yieldsNoToken(
  exchange: Exchange,
  requirement: RequirementId,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const isGiven = tokensIn(exchange).includes('access_token');
  yield demand(!isGiven, requirement, subject, `${answer(exchange)} and an access_token`, 'no token', exchange);
}

/**
 * Returns the names of the token members to which an answer gives a value, in JSON at any depth or form encoded. A
 * refusal may repeat the values of the request, and may describe the error of a field in a word (FRE-20): neither is a
 * token.
 */
export function tokensIn(exchange: Exchange): ('access_token' | 'refresh_token')[] {
  const found = new Set<'access_token' | 'refresh_token'>();
  const sent = new Set(new URLSearchParams(exchange.request.body ?? '').values());
  const add = (name: string, value: unknown): void => {
    if (name !== 'access_token' && name !== 'refresh_token') return;
    if (typeof value !== 'string' || value === '') return;
    const noToken = !succeeded(exchange) && (sent.has(value) || /^[a-z][a-z_. -]*$/.test(value));
    if (!noToken) found.add(name);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      add(name, inner);
      walk(inner);
    }
  };
  const body = json(exchange);
  if (body !== undefined) walk(body);
  else for (const [name, value] of new URLSearchParams(exchange.response?.body ?? '')) add(name, value);
  return [...found];
}
