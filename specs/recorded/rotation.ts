import type { Exchange } from '../../core/exchange.ts';
import { answer, jsonObject } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { failsWithInvalidGrant, namesInvalidGrant } from '../expectations/spent-refresh-token.ts';
import { bringsAnotherRefreshToken } from '../expectations/token-answer-members.ts';
import { granted } from '../expectations/token-request.ts';
import { isMasked } from './masked.ts';
import { forgetOldest, mostRemembered } from './remembered.ts';
import type { Ruling } from './ruling.ts';
import { leave, rule } from './ruling.ts';
import { slim } from './slim.ts';
import type { TokenForm } from './token-form.ts';

/** The exchange that spent a refresh token. */
interface Spending {
  readonly recorded: RecordedExchange;
  readonly path: string;
  readonly fields: string;
  /** The tokens of the answer: they identify an exchange that was recorded twice. */
  readonly tokens: string;
  readonly grant: Grant;
  /** The access token that came with the next refresh token. */
  readonly access: unknown;
  refusals: number;
}

/** The identity of one grant of a user to an app: it covers all successive refresh tokens. */
type Grant = object;

/** The refusal of a spent token with another error, kept until it is known whether there was another reason for it. */
interface Refusal {
  readonly requirement: 'DEL-43' | 'DEL-44';
  readonly spent: Exchange;
  readonly refused: RecordedExchange;
  readonly grant: Grant;
  readonly client: string | undefined;
  readonly access: unknown;
  /** Evidence from later traffic: the app obtains tokens with the same credentials, and the user is served. */
  appWorks: boolean;
  userIsServed: boolean;
}

/** Milliseconds within which the suite assumes that nothing else happened to user and app, e.g. a suspension. */
const soon = 60_000;
/** Milliseconds by which recorded times are rounded. */
const grain = 1;
/** Milliseconds between two recordings in one file beyond which they cannot be of one exchange, by any clocks. */
const apart = 60_000;

const subject = 'presenting a spent refresh token';

/** Follows the refresh tokens of a capture ("Refresh token use: one use only"; "Delegated auth", 6). */
export class Rotation {
  readonly #spent = new Map<string, Spending>();
  /** The grants of refresh tokens that a recorded refresh has issued. */
  readonly #grants = new Map<string, Grant>();
  #refusals: Refusal[] = [];

  /** @param form of a token request to `path` */
  *see(recorded: RecordedExchange, form: TokenForm, path: string): Generator<Ruling> {
    const { exchange } = recorded;
    const sent = form.get('refresh_token');
    if (granted(exchange)) yield* this.#appWorks(recorded, form);
    if (form.grant !== 'refresh_token' || sent === undefined || isMasked(sent)) return;
    const grant = this.#grants.get(sent);
    // The grant continues afterwards, so the refusal of its token was not due to the state of the user or app.
    if (granted(exchange) && grant !== undefined) {
      yield* this.#settle((one) => one.grant === grant && isAfter(recorded, one.refused));
    }
    const spending = this.#spent.get(sent);
    if (granted(exchange)) {
      if (spending !== undefined) yield* accepted(recorded, spending, path);
      else yield* this.#spend(recorded, form, path, sent);
    } else if (spending !== undefined) yield* this.#refuse(recorded, form, path, spending);
  }

  *#spend(recorded: RecordedExchange, form: TokenForm, path: string, sent: string): Generator<Ruling> {
    const { exchange } = recorded;
    const next = jsonObject(exchange)?.['refresh_token'];
    if (typeof next !== 'string' || isMasked(next)) return;
    const grant = this.#grants.get(sent) ?? {};
    forgetOldest(this.#grants);
    this.#grants.set(next, grant);
    yield rule(['DEL-38'], bringsAnotherRefreshToken(exchange, sent, 'a refresh'), exchange);
    // a refresh token that comes back unchanged is the newest one, and not spent
    if (next === sent) return;
    forgetOldest(this.#spent);
    this.#spent.set(sent, {
      recorded: { ...recorded, exchange: slim(exchange) },
      path,
      fields: form.all,
      tokens: tokensOf(exchange),
      grant,
      access: jsonObject(exchange)?.['access_token'],
      refusals: 0,
    });
  }

  *#refuse(recorded: RecordedExchange, form: TokenForm, path: string, spending: Spending): Generator<Ruling> {
    const { exchange, knowsBody } = recorded;
    const status = exchange.response?.status ?? 0;
    const isAnswered = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429);
    const before = spending.recorded;
    const shown = [before.exchange, exchange];
    const isHere = path === spending.path;
    if (!isAnswered) {
      yield leave(isHere ? ['DEL-42', 'DEL-43'] : ['VER-11'], `was answered with ${status}, which is no refusal`);
      return;
    }
    if (overlap(before, recorded)) {
      yield rule([isHere ? 'DEL-52' : 'VER-12'], [], ...shown);
      return;
    }
    if (!isAfter(recorded, before)) {
      yield leave(isHere ? ['DEL-42', 'DEL-43'] : ['VER-11'], 'came at a time that was not recorded');
      return;
    }
    yield rule([isHere ? 'DEL-42' : 'VER-11'], [], ...shown);
    const requirement = spending.refusals++ > 0 ? 'DEL-44' : 'DEL-43';
    // that the other path refuses it with the same error is only inferred, and nothing recorded can show it (VER-21)
    if (!isHere) return;
    if (!knowsBody) {
      yield leave([requirement], 'was refused with a body that was not recorded as text');
      return;
    }
    if (status >= 400 && namesInvalidGrant(exchange)) {
      yield rule([requirement], [], ...shown);
      return;
    }
    const doubt = doubtOf(recorded, form, path, spending);
    if (doubt !== undefined || this.#refusals.length >= mostRemembered) {
      yield leave([requirement], `was refused with another error ${doubt ?? 'while too many others were followed up'}`);
      return;
    }
    this.#refusals.push({
      requirement,
      spent: before.exchange,
      refused: { ...recorded, exchange: slim(exchange) },
      grant: spending.grant,
      client: clientOf(form),
      access: spending.access,
      appWorks: false,
      userIsServed: false,
    });
  }

  /** Notes a listing call that was served: its user was not suspended at that time. */
  *served({ exchange, ...recorded }: RecordedExchange): Generator<Ruling> {
    if (this.#refusals.length === 0) return;
    const [, token] = /^Bearer +(\S+)$/i.exec(exchange.request.headers['authorization'] ?? '') ?? [];
    if (token === undefined || isMasked(token)) return;
    for (const one of this.#refusals) {
      if (one.access === token && isAfter({ ...recorded, exchange }, one.refused)) one.userIsServed = true;
    }
    yield* this.#settle((one) => one.appWorks && one.userIsServed);
  }

  /** Yields the refusals that cannot be judged when the capture ends. */
  *left(): Generator<Ruling> {
    for (const { requirement } of this.#refusals) {
      yield leave(
        [requirement],
        'was refused with another error, and nothing shows that user and app were in good standing',
      );
    }
  }

  /** Notes that the same credentials of the app obtain a token soon afterwards, so they were right. */
  *#appWorks(recorded: RecordedExchange, form: TokenForm): Generator<Ruling> {
    if (this.#refusals.length === 0) return;
    const client = clientOf(form);
    for (const one of this.#refusals) {
      const since = (recorded.from ?? Number.NaN) - (one.refused.to ?? Number.NaN);
      if (client !== undefined && one.client === client && since >= grain && since < soon) one.appWorks = true;
    }
    yield* this.#settle((one) => one.appWorks && one.userIsServed);
  }

  /** Judges refusals for which the state of the user or app was not the reason: they must have named invalid_grant. */
  *#settle(isSettled: (one: Refusal) => boolean): Generator<Ruling> {
    const settled = this.#refusals.filter(isSettled);
    this.#refusals = this.#refusals.filter((one) => !settled.includes(one));
    for (const { requirement, spent, refused } of settled) {
      yield rule([requirement], failsWithInvalidGrant(refused.exchange, requirement, subject), spent, refused.exchange);
    }
  }
}

/**
 * Returns why a refusal with another error than `invalid_grant` shows nothing. Only a request with no other flaw must
 * be refused with this error. A request has no other flaw if the same request was granted just before.
 */
function doubtOf(recorded: RecordedExchange, form: TokenForm, path: string, spending: Spending): string | undefined {
  if (path !== spending.path) return 'at the other token path';
  if (form.all !== spending.fields) return 'in a request with other fields than the one that spent it';
  const since = (recorded.from ?? Number.NaN) - (spending.recorded.to ?? Number.NaN);
  if (Number.isNaN(since)) return 'at a time that was not recorded';
  return since < soon ? undefined : 'more than a minute after it was spent';
}

/** Returns the credentials of the app, if they can be compared. */
function clientOf(form: TokenForm): string | undefined {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (id === undefined || secret === undefined || isMasked(secret)) return undefined;
  return JSON.stringify([id, secret]);
}

/** Judges a spent token that was granted tokens once more. */
function* accepted(recorded: RecordedExchange, spending: Spending, path: string): Generator<Ruling> {
  const { exchange } = recorded;
  const before = spending.recorded;
  const alike = tokensOf(exchange) === spending.tokens;
  if (alike && (before.place.file !== recorded.place.file || !(distance(before, recorded) > apart))) return;
  const shown = [before.exchange, exchange];
  const observed = `${answer(exchange)} and a token`;
  if (overlap(before, recorded)) {
    const both = 'two simultaneous refreshes with one refresh token';
    const requirement = path === spending.path ? 'DEL-52' : 'VER-12';
    yield rule(
      [requirement],
      [finding(requirement, both, 'both returned tokens', 'tokens for one at most', exchange)],
      ...shown,
    );
    return;
  }
  if (path !== spending.path) {
    const elsewhere = `${subject} at ${path} that was spent at ${spending.path}`;
    yield rule(['VER-11'], [finding('VER-11', elsewhere, observed, 'no token', exchange)], ...shown);
    return;
  }
  if (spending.refusals > 0) {
    const again = `${subject} after it had been refused`;
    yield rule(['DEL-44'], [finding('DEL-44', again, observed, 'an error invalid_grant', exchange)], ...shown);
    return;
  }
  yield rule(
    ['DEL-42', 'DEL-43'],
    [
      finding('DEL-42', subject, observed, 'no token', exchange),
      finding('DEL-43', subject, observed, 'an error invalid_grant', exchange),
    ],
    ...shown,
  );
}

function tokensOf(exchange: Exchange): string {
  const { access_token: access, refresh_token: refresh } = jsonObject(exchange) ?? {};
  return JSON.stringify([access, refresh]);
}

function overlap(one: RecordedExchange, other: RecordedExchange): boolean {
  if (one.from === undefined || one.to === undefined || other.from === undefined || other.to === undefined)
    return false;
  return one.from + grain < other.to && other.from + grain < one.to;
}

function isAfter(later: RecordedExchange, earlier: RecordedExchange): boolean {
  if (later.from !== undefined && earlier.to !== undefined) return later.from >= earlier.to + grain;
  return later.place.file === earlier.place.file;
}

function distance(one: RecordedExchange, other: RecordedExchange): number {
  return Math.abs((one.from ?? Number.NaN) - (other.from ?? Number.NaN));
}
