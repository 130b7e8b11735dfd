import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import { requestFor } from '../../core/wording.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { tokenPath } from '../../drivers/world/actors.ts';
import {
  appAnswerMembers,
  hasNoRefreshMembers,
  isPlainTokenAnswer,
  userAnswerMembers,
} from '../expectations/token-answer-members.ts';
import { carriesNoToken, granted, tokenAnswer } from '../expectations/token-request.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { LegacyAnswers } from './legacy-answers.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';
import type { GrantType, TokenForm } from './token-form.ts';

const everyAnswer = ['TOK-02', 'TOK-03', 'TOK-04', 'TOK-05'] as const;
const announced = ['TOK-08', 'TOK-09', 'TOK-36'] as const;

/**
 * Judges the answer to one token request ("Access token response").
 *
 * @param ofLegacyPath compares it with the answers of the other token path
 */
export function* tokenAnswerRulings(
  recorded: RecordedExchange,
  form: TokenForm | undefined,
  path: string,
  ofLegacyPath: LegacyAnswers,
): Generator<Ruling> {
  const { exchange, knowsBody } = recorded;
  const status = exchange.response?.status ?? 0;
  if (!knowsBody) return;
  if (status >= 400 && form !== undefined) {
    yield rule(['TOK-25'], carriesNoToken(exchange, 'TOK-25', 'a refused token request'), exchange);
  }
  if (form === undefined) return;
  const flawed = flawOf(form);
  if (flawed !== undefined && (granted(exchange) || (status >= 400 && status < 500 && status !== 429))) {
    yield rule([flawed.requirement], isNotGranted(exchange, flawed), exchange);
  }
  const { grant } = form;
  // the specification says nothing about the answer if a wrong request is granted
  if (grant === undefined || flawed !== undefined) return;
  const body = tokenAnswer(exchange);
  if (path === tokenPath && granted(exchange)) yield* formOfAnswer(exchange, `the answer to ${requestFor(grant)}`);
  if (body === undefined || !isTokenAnswer(body)) return;
  if (path === tokenPath) yield* membersOf(exchange, body, grant);
  yield* ofLegacyPath.see(exchange, grant, path);
}

/** Reports whether an answer is an access token response, and not something else with the status of a success. */
function isTokenAnswer(body: Readonly<Record<string, unknown>>): boolean {
  return ['token_type', 'access_token', 'expires_in'].filter((name) => Object.hasOwn(body, name)).length >= 2;
}

function* membersOf(exchange: Exchange, body: Readonly<Record<string, unknown>>, grant: GrantType): Generator<Ruling> {
  const subject = `the answer to ${requestFor(grant)}`;
  if (grant === 'client_credentials') {
    yield rule([...everyAnswer, 'TOK-10'], appAnswerMembers(body, exchange, subject), exchange);
    yield rule(['CCR-02', 'CCR-03', 'CCR-22'], hasNoRefreshMembers(exchange, subject), exchange);
  } else {
    const own = grant === 'authorization_code' ? 'TOK-06' : 'TOK-07';
    const more = (body['refresh_token'] ?? '') === '' ? (['TOK-10'] as const) : announcementIn(body);
    yield rule([...everyAnswer, own, ...more], userAnswerMembers(body, grant, exchange, subject), exchange);
  }
}

/**
 * Returns the requirements about the announced lifetime of a refresh token: if the member is missing, only its
 * presence.
 */
function announcementIn(body: Readonly<Record<string, unknown>>): readonly RequirementId[] {
  return (body['refresh_token_expires_in'] ?? undefined) === undefined ? ['TOK-36'] : announced;
}

function* formOfAnswer(exchange: Exchange, subject: string): Generator<Ruling> {
  const { request, response } = exchange;
  const judged: RequirementId[] = ['TOK-26'];
  const knowsHeaders = Object.keys(response?.headers ?? {}).length > 0;
  if (knowsHeaders) judged.push('TOK-28');
  // the form of the answer to a client that does not ask for JSON is free
  if (knowsHeaders && /application\/json/i.test(request.headers['accept'] ?? '')) judged.push('TOK-27');
  yield rule(judged, isPlainTokenAnswer(exchange, subject), exchange);
}

interface Flaw {
  readonly requirement: RequirementId;
  readonly text: string;
}

const requirementOfMissing = {
  grant_type: 'TOK-16',
  code: 'TOK-13',
  redirect_uri: 'TOK-14',
  refresh_token: 'TOK-15',
} as const satisfies Readonly<Record<string, RequirementId>>;

/** Returns the certain flaw of a token request, as far as the capture shows it. */
function flawOf(form: TokenForm): Flaw | undefined {
  const { missing, grant } = form;
  if (missing !== undefined) {
    return { requirement: requirementOfMissing[missing], text: `a token request without ${missing}` };
  }
  const named = form.get('grant_type');
  if (named === undefined || named === '' || grant !== undefined) return undefined;
  return { requirement: 'TOK-17', text: 'a token request with another grant_type than the three' };
}

function* isNotGranted(exchange: Exchange, { requirement, text }: Flaw) {
  if (granted(exchange))
    yield finding(requirement, text, `${answer(exchange)} and an access_token`, 'no token', exchange);
}
