import type { Exchange } from '../../core/exchange.ts';
import { hasByteOrderMark, answer, header, jsonObject } from '../../core/exchange.ts';
import type { Finding, Judgement } from '../../core/judgement.ts';
import { finding } from '../../core/judgement.ts';
import { refreshTokenIn } from '../../drivers/world/delegated.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { tokensIn } from './refusal.ts';
import { headerParts, lasts900, shown } from './token-request.ts';

type Members = Readonly<Record<string, unknown>>;

const text = 'a text that is not empty';
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The members of an answer to client_credentials ("Access token response"). */
export function* appAnswerMembers(body: Members, one: Exchange, subject: string): Generator<Finding<RequirementId>> {
  const { token_type: type, access_token: token, expires_in: lifetime } = body;
  if (type !== 'Bearer') yield finding('TOK-02', subject, `had ${shown('token_type', type)}`, '"Bearer"', one);
  if (!isText(token)) yield finding('TOK-03', subject, `had ${kindOf('access_token', token)}`, text, one);
  if (!Number.isInteger(lifetime)) {
    yield finding('TOK-04', subject, `had ${shown('expires_in', lifetime)}`, 'a JSON integer', one);
  }
  yield* lasts900(one, lifetime);
  const refresh = body['refresh_token'] ?? '';
  if (Object.hasOwn(body, 'refresh_token_expires_in') && refresh === '') {
    yield finding('TOK-10', subject, 'had refresh_token_expires_in without refresh_token', 'neither', one);
  }
}

/** The members of an answer to a code exchange or a refresh ("Access token response"). */
export function* userAnswerMembers(
  body: Members,
  grant: 'authorization_code' | 'refresh_token',
  one: Exchange,
  subject: string,
): Generator<Finding<RequirementId>> {
  const { token_type: type, expires_in: lifetime, refresh_token: token } = body;
  if (type !== 'Bearer') yield finding('TOK-02', subject, `had ${shown('token_type', type)}`, '"Bearer"', one);
  if (!isText(body['access_token'])) {
    yield finding('TOK-03', subject, `had ${kindOf('access_token', body['access_token'])}`, text, one);
  }
  if (!Number.isInteger(lifetime)) {
    yield finding('TOK-04', subject, `had ${shown('expires_in', lifetime)}`, 'a JSON integer', one);
  }
  if (lifetime !== undefined && lifetime !== null && Number(lifetime) !== 900) {
    yield finding('TOK-05', subject, `had ${shown('expires_in', lifetime)}`, '900', one);
  }
  const requirement = grant === 'authorization_code' ? 'TOK-06' : 'TOK-07';
  if (!isText(token)) yield finding(requirement, subject, `had ${kindOf('refresh_token', token)}`, text, one);
  const name = 'refresh_token_expires_in';
  const announced = body[name];
  if ((token ?? '') === '') {
    if (Object.hasOwn(body, name))
      yield finding('TOK-10', subject, `had ${name} without refresh_token`, 'neither', one);
    return;
  }
  if (!Number.isInteger(announced)) {
    yield finding('TOK-08', subject, `had ${shown(name, announced)}`, 'a JSON integer', one);
  }
  if (announced !== undefined && announced !== null && Number(announced) !== 2_592_000) {
    yield finding('TOK-09', subject, `had ${shown(name, announced)}`, '2592000', one);
  }
}

/** A granted token request is answered with 200 and JSON that no cache may store (RFC 6749, 5.1). */
export function* isPlainTokenAnswer(one: Exchange, subject: string): Generator<Judgement<RequirementId, FreedomId>> {
  if (one.response?.status !== 200) {
    yield finding('TOK-26', subject, answer(one).replace(/^was answered with/, 'had the status'), 'status 200', one);
    yield {
      kind: 'observation',
      freedom: 'FRE-41',
      observed: `a token is handed out with ${one.response?.status}`,
      exchange: one.number,
    };
  }
  const type = headerParts(one, 'content-type')[0] ?? '';
  if (type !== 'application/json') {
    const observed = type === '' ? 'had no content type' : `was labelled ${type}`;
    yield finding('TOK-27', subject, observed, 'application/json', one);
  } else if (jsonObject(one) === undefined) {
    yield finding('TOK-27', subject, 'could not be read as a JSON object', 'JSON', one);
  } else if (hasByteOrderMark(one)) {
    yield finding('TOK-27', subject, 'began with a byte order mark', 'none', one);
  }
  if (!headerParts(one, 'cache-control').includes('no-store')) {
    const observed = `had ${header(one, 'cache-control') === undefined ? 'no Cache-Control' : `Cache-Control: ${header(one, 'cache-control') ?? ''}`}`;
    yield finding('TOK-28', subject, observed, 'Cache-Control with no-store', one);
  }
}

/** A refresh token comes back that is not the one that was sent ("Delegated auth", 6). */
export function* bringsAnotherRefreshToken(one: Exchange, sent: string, subject: string): Generator<Finding<'DEL-38'>> {
  const next = refreshTokenIn(one);
  const expected = 'another refresh token than the one sent';
  if (next === undefined) yield finding('DEL-38', subject, 'brought no refresh token', expected, one);
  else if (next === sent) yield finding('DEL-38', subject, 'brought the refresh token that was sent', expected, one);
}

/** An answer to client_credentials has nothing of refresh tokens ("Access token response"; "Client credentials", 3). */
export function* hasNoRefreshMembers(one: Exchange, subject: string): Generator<Finding<'CCR-02' | 'CCR-03'>> {
  const body = jsonObject(one) ?? {};
  const expected = 'no such member';
  if (Object.hasOwn(body, 'refresh_token') || tokensIn(one).includes('refresh_token')) {
    yield finding('CCR-02', subject, 'contained refresh_token', expected, one);
  }
  if (Object.hasOwn(body, 'refresh_token_expires_in')) {
    yield finding('CCR-03', subject, 'contained refresh_token_expires_in', expected, one);
  }
}

/** Without the value, which may be a secret. */
function kindOf(name: string, value: unknown): string {
  if (value === undefined) return `no ${name}`;
  if (value === '') return `an empty ${name}`;
  return value === null ? `the ${name} null` : `${name} of type ${typeof value}`;
}
