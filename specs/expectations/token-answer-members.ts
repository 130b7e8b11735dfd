import type { Exchange } from '../../core/exchange.ts';
import { hasByteOrderMark, answer, header, jsonObject } from '../../core/exchange.ts';
import type { Demanded, Judgement } from '../../core/judgement.ts';
import { demand, finding, held, observation } from '../../core/judgement.ts';
import { refreshTokenIn } from '../../drivers/world/delegated.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { tokensIn } from './refusal.ts';
import { headerParts, lasts900, shown } from './token-request.ts';

type Members = Readonly<Record<string, unknown>>;

const text = 'a text that is not empty';
const announcement = 'refresh_token_expires_in';
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Judges the members of an answer to client_credentials ("Access token response"). */
export function* appAnswerMembers(body: Members, one: Exchange, subject: string): Generator<Demanded<RequirementId>> {
  const { token_type: type, access_token: token, expires_in: lifetime } = body;
  yield* plainMembers(type, token, lifetime, one, subject);
  yield* lasts900(one, lifetime);
  if ((body['refresh_token'] ?? '') === '') yield announcesNothing(body, one, subject);
}

/** Judges the members of an answer to a code exchange or a refresh ("Access token response"). */
export function* userAnswerMembers(
  body: Members,
  grant: 'authorization_code' | 'refresh_token',
  one: Exchange,
  subject: string,
): Generator<Demanded<RequirementId>> {
  const { token_type: type, access_token: access, expires_in: lifetime, refresh_token: token } = body;
  yield* plainMembers(type, access, lifetime, one, subject);
  if (lifetime !== undefined && lifetime !== null) {
    yield demand(Number(lifetime) === 900, 'TOK-05', subject, `had ${shown('expires_in', lifetime)}`, '900', one);
  }
  const requirement = grant === 'authorization_code' ? 'TOK-06' : 'TOK-07';
  yield demand(isText(token), requirement, subject, `had ${kindOf('refresh_token', token)}`, text, one);
  if ((token ?? '') === '') {
    yield announcesNothing(body, one, subject);
    return;
  }
  yield held('TOK-10');
  const announced = body[announcement];
  const observed = `had ${shown(announcement, announced)}`;
  const isThere = (announced ?? undefined) !== undefined;
  // the specification says when the member may be present, but not that it must be
  yield demand(isThere, 'TOK-36', subject, `${observed} with refresh_token`, 'both', one);
  if (!isThere) return;
  yield demand(Number.isInteger(announced), 'TOK-08', subject, observed, 'a JSON integer', one);
  yield demand(Number(announced) === 2_592_000, 'TOK-09', subject, observed, '2592000', one);
}

function* plainMembers(
  type: unknown,
  token: unknown,
  lifetime: unknown,
  one: Exchange,
  subject: string,
): Generator<Demanded<RequirementId>> {
  yield demand(type === 'Bearer', 'TOK-02', subject, `had ${shown('token_type', type)}`, '"Bearer"', one);
  yield demand(isText(token), 'TOK-03', subject, `had ${kindOf('access_token', token)}`, text, one);
  const isInteger = Number.isInteger(lifetime);
  yield demand(isInteger, 'TOK-04', subject, `had ${shown('expires_in', lifetime)}`, 'a JSON integer', one);
}

/** The requirements that the members of the answers to a code exchange and a refresh show. */
export const userAnswerRequirements = [
  'TOK-02',
  'TOK-03',
  'TOK-04',
  'TOK-05',
  'TOK-06',
  'TOK-07',
  'TOK-08',
  'TOK-09',
  'TOK-10',
  'TOK-36',
] as const satisfies readonly RequirementId[];

/** Demands that an answer without a refresh token announces no lifetime of one; null announces none (CCR-22). */
function announcesNothing(body: Members, one: Exchange, subject: string): Demanded<RequirementId> {
  const isThere = (body[announcement] ?? undefined) !== undefined;
  return demand(!isThere, 'TOK-10', subject, `had ${announcement} without refresh_token`, 'neither', one);
}

/** Demands that a granted token request is answered with 200 and JSON that no cache may store (RFC 6749, 5.1). */
export function* isPlainTokenAnswer(one: Exchange, subject: string): Generator<Judgement<RequirementId, FreedomId>> {
  const status = answer(one).replace(/^was answered with/, 'had the status');
  yield demand(one.response?.status === 200, 'TOK-26', subject, status, 'status 200', one);
  if (one.response?.status !== 200) {
    yield observation('FRE-41', `a token is handed out with ${one.response?.status}`, one);
  }
  const type = headerParts(one, 'content-type')[0] ?? '';
  if (type !== 'application/json') {
    const observed = type === '' ? 'had no content type' : `was labelled ${type}`;
    yield finding('TOK-27', subject, observed, 'application/json', one);
  } else if (jsonObject(one) === undefined) {
    yield finding('TOK-27', subject, 'could not be read as a JSON object', 'JSON', one);
  } else {
    yield demand(!hasByteOrderMark(one), 'TOK-27', subject, 'began with a byte order mark', 'none', one);
  }
  const isKeptOut = headerParts(one, 'cache-control').includes('no-store');
  const observed = `had ${header(one, 'cache-control') === undefined ? 'no Cache-Control' : `Cache-Control: ${header(one, 'cache-control') ?? ''}`}`;
  yield demand(isKeptOut, 'TOK-28', subject, observed, 'Cache-Control with no-store', one);
}

/** Demands that the returned refresh token differs from the one that was sent ("Delegated auth", 6). */
export function* bringsAnotherRefreshToken(
  one: Exchange,
  sent: string,
  subject: string,
): Generator<Demanded<'DEL-38'>> {
  const next = refreshTokenIn(one);
  const expected = 'another refresh token than the one sent';
  if (next === undefined) yield finding('DEL-38', subject, 'brought no refresh token', expected, one);
  else yield demand(next !== sent, 'DEL-38', subject, 'brought the refresh token that was sent', expected, one);
}

/**
 * Demands that an answer to client_credentials has no member about refresh tokens ("Access token response"; "Client
 * credentials", 3). Whether a member with the value null counts as returned can be read both ways.
 */
export function* hasNoRefreshMembers(
  one: Exchange,
  subject: string,
): Generator<Demanded<'CCR-02' | 'CCR-03' | 'CCR-22'>> {
  const body = jsonObject(one) ?? {};
  const expected = 'no such member';
  const hasValue = (name: string): boolean => Object.hasOwn(body, name) && body[name] !== null;
  const hasToken = hasValue('refresh_token') || tokensIn(one).includes('refresh_token');
  yield demand(!hasToken, 'CCR-02', subject, 'contained refresh_token', expected, one);
  yield demand(!hasValue(announcement), 'CCR-03', subject, `contained ${announcement}`, expected, one);
  const empty = ['refresh_token', announcement].filter((name) => Object.hasOwn(body, name) && body[name] === null);
  yield demand(empty.length === 0, 'CCR-22', subject, `contained ${empty.join(' and ')} with null`, expected, one);
}

/** Describes a value without showing it, because it may be a secret. */
function kindOf(name: string, value: unknown): string {
  if (value === undefined) return `no ${name}`;
  if (value === '') return `an empty ${name}`;
  return value === null ? `the ${name} null` : `${name} of type ${typeof value}`;
}
