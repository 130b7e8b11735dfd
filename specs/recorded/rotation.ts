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

/** How a refresh token was spent. */
interface Spending {
  readonly recorded: RecordedExchange;
  readonly path: string;
  readonly fields: string;
  /** The tokens of the answer, by which the same exchange is known again where it was recorded twice. */
  readonly tokens: string;
  readonly grant: Grant;
  /** The access token that came with the refresh token that took its place. */
  readonly access: unknown;
  refusals: number;
}

/** What a user granted an app once: all refresh tokens that follow each other. */
type Grant = object;

/** A spent token that was refused with another error, until it is known whether anything else was the reason. */
interface Refusal {
  readonly requirement: 'DEL-43' | 'DEL-44';
  readonly spent: Exchange;
  readonly refused: RecordedExchange;
  readonly grant: Grant;
  readonly client: string | undefined;
  readonly access: unknown;
  /** Seen of the time after it: that the app obtains tokens with the same credentials, and that the user is served. */
  appWorks: boolean;
  userIsServed: boolean;
}

/** Milliseconds within which nothing else is taken to have happened to user and app, e.g. a suspension. */
const soon = 60_000;
/** Milliseconds by which recorded times are rounded. */
const grain = 1;
/** Milliseconds beyond which two recordings in one file are not of one exchange, by any clocks. */
const apart = 60_000;

const subject = 'presenting a spent refresh token';

/** Follows the refresh tokens of a capture ("Refresh token use: one use only"; "Delegated auth", 6). */
export class Rotation {
  readonly #spent = new Map<string, Spending>();
  /** The grant that a refresh token is of which was seen to be handed out by a refresh. */
  readonly #grants = new Map<string, Grant>();
  #refusals: Refusal[] = [];

  /** @param form of a token request to `path` */
  *see(recorded: RecordedExchange, form: TokenForm, path: string): Generator<Ruling> {
    const { exchange } = recorded;
    const sent = form.get('refresh_token');
    if (granted(exchange)) yield* this.#appWorks(recorded, form);
    if (form.grant !== 'refresh_token' || sent === undefined || isMasked(sent)) return;
    const grant = this.#grants.get(sent);
    // the grant goes on afterwards: so it was for no state of user or app that a token of it was refused
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
    // what comes back as it was sent is the newest token, and not spent
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
    const told = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429);
    const before = spending.recorded;
    const shown = [before.exchange, exchange];
    const isHere = path === spending.path;
    if (!told) {
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
    // by which name the other path refuses it is inference, and shown by nothing that is recorded (VER-21)
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
      yield leave([requirement], `was refused by another name ${doubt ?? 'than could be followed up'}`);
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

  /** Sees a listing call that was served: its user was not suspended then. */
  *served({ exchange, ...recorded }: RecordedExchange): Generator<Ruling> {
    if (this.#refusals.length === 0) return;
    const [, token] = /^Bearer +(\S+)$/i.exec(exchange.request.headers['authorization'] ?? '') ?? [];
    if (token === undefined || isMasked(token)) return;
    for (const one of this.#refusals) {
      if (one.access === token && isAfter({ ...recorded, exchange }, one.refused)) one.userIsServed = true;
    }
    yield* this.#settle((one) => one.appWorks && one.userIsServed);
  }

  /** What cannot be judged when the capture is at its end. */
  *left(): Generator<Ruling> {
    for (const { requirement } of this.#refusals) {
      yield leave(
        [requirement],
        'was refused by another name, and nothing shows that user and app were in good standing',
      );
    }
  }

  /** The same credentials of the app obtain a token soon afterwards: so they were right. */
  *#appWorks(recorded: RecordedExchange, form: TokenForm): Generator<Ruling> {
    if (this.#refusals.length === 0) return;
    const client = clientOf(form);
    for (const one of this.#refusals) {
      const since = (recorded.from ?? Number.NaN) - (one.refused.to ?? Number.NaN);
      if (client !== undefined && one.client === client && since >= grain && since < soon) one.appWorks = true;
    }
    yield* this.#settle((one) => one.appWorks && one.userIsServed);
  }

  /** Where nothing that user or app had become was the reason, it must have been refused by its name. */
  *#settle(isSettled: (one: Refusal) => boolean): Generator<Ruling> {
    const settled = this.#refusals.filter(isSettled);
    this.#refusals = this.#refusals.filter((one) => !settled.includes(one));
    for (const { requirement, spent, refused } of settled) {
      yield rule([requirement], failsWithInvalidGrant(refused.exchange, requirement, subject), spent, refused.exchange);
    }
  }
}

/**
 * Why a refusal by another name than `invalid_grant` shows nothing. Only what was wrong with nothing else must be refused
 * by this name, and that is shown where the same request was granted just before.
 */
function doubtOf(recorded: RecordedExchange, form: TokenForm, path: string, spending: Spending): string | undefined {
  if (path !== spending.path) return 'at the other token path';
  if (form.all !== spending.fields) return 'in a request with other fields than the one that spent it';
  const since = (recorded.from ?? Number.NaN) - (spending.recorded.to ?? Number.NaN);
  if (Number.isNaN(since)) return 'at a time that was not recorded';
  return since < soon ? undefined : 'more than a minute after it was spent';
}

/** The credentials of the app, as far as they can be compared. */
function clientOf(form: TokenForm): string | undefined {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (id === undefined || secret === undefined || isMasked(secret)) return undefined;
  return JSON.stringify([id, secret]);
}

/** A spent token is granted something once more. */
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
