import type { Exchange } from '../../core/exchange.ts';
import { answer, jsonObject } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { failsWithInvalidGrant, namesInvalidGrant } from '../expectations/spent-refresh-token.ts';
import { bringsAnotherRefreshToken } from '../expectations/token-answer-members.ts';
import { granted } from '../expectations/token-request.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isMasked } from './masked.ts';
import { forgetOldest, mostRemembered } from './remembered.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';
import { slim } from './slim.ts';
import type { TokenForm } from './token-form.ts';

/** How a refresh token was spent. */
interface Spending {
  readonly recorded: RecordedExchange;
  readonly path: string;
  readonly fields: string;
  /** The tokens of the answer, by which the same exchange is known again where it was recorded twice. */
  readonly tokens: string;
  /** The refresh token that took its place. */
  readonly next: string;
  refusals: number;
}

interface Refusal {
  readonly spent: Exchange;
  readonly refused: RecordedExchange;
  /** The refresh token that took the place of the spent one. */
  readonly next: string;
}

/** Milliseconds within which nothing else is taken to have happened to user and app, e.g. a suspension. */
const soon = 60_000;
/** Milliseconds by which recorded times are rounded. */
const grain = 1;
/** Milliseconds beyond which two recordings in one file are not of one exchange, whatever their clocks. */
const apart = 60_000;

const subject = 'presenting a spent refresh token';

/** Follows the refresh tokens of a capture ("Refresh token use: one use only"; "Delegated auth", 6). */
export class Rotation {
  readonly #spent = new Map<string, Spending>();
  #refusals: Refusal[] = [];

  /** @param form of a token request to `path` */
  *see(recorded: RecordedExchange, form: TokenForm, path: string): Generator<Ruling> {
    const { exchange } = recorded;
    const sent = form.get('refresh_token');
    if (form.grant !== 'refresh_token' || sent === undefined || isMasked(sent)) return;
    if (granted(exchange)) yield* this.#settle(recorded, sent);
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
    yield rule(['DEL-38'], bringsAnotherRefreshToken(exchange, sent, 'a refresh'), exchange);
    // what comes back as it was sent is the newest token, and not spent
    if (next === sent) return;
    forgetOldest(this.#spent);
    this.#spent.set(sent, {
      recorded: { ...recorded, exchange: slim(exchange) },
      path,
      fields: form.all,
      tokens: tokensOf(exchange),
      next,
      refusals: 0,
    });
  }

  *#refuse(recorded: RecordedExchange, form: TokenForm, path: string, spending: Spending): Generator<Ruling> {
    const { exchange, knowsBody } = recorded;
    const status = exchange.response?.status ?? 0;
    const told = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429);
    if (!told) return;
    const before = spending.recorded;
    const shown = [before.exchange, exchange];
    if (overlap(before, recorded)) {
      yield rule([path === spending.path ? 'DEL-52' : 'VER-12'], [], ...shown);
      return;
    }
    if (!isAfter(recorded, before)) return;
    yield rule(['DEL-42'], [], ...shown);
    const again = spending.refusals++ > 0;
    if (!knowsBody) return;
    const judged: RequirementId[] = path === spending.path ? [again ? 'DEL-44' : 'DEL-43'] : ['VER-11'];
    if (status >= 400 && namesInvalidGrant(exchange)) {
      yield rule(judged, [], ...shown);
      return;
    }
    // only what was wrong with nothing else must be refused by this name: the same request was granted just before
    const since = (recorded.from ?? Number.NaN) - (before.to ?? Number.NaN);
    if (path !== spending.path || form.all !== spending.fields || !(since < soon)) return;
    if (this.#refusals.length < mostRemembered) {
      this.#refusals.push({
        spent: before.exchange,
        refused: { ...recorded, exchange: slim(exchange) },
        next: spending.next,
      });
    }
  }

  /** What took its place obtains tokens afterwards: so it was for no state of user or app that it was refused. */
  *#settle(recorded: RecordedExchange, sent: string): Generator<Ruling> {
    const settled = this.#refusals.filter((one) => one.next === sent && isAfter(recorded, one.refused));
    this.#refusals = this.#refusals.filter((one) => !settled.includes(one));
    for (const { spent, refused } of settled) {
      yield rule(['DEL-43'], failsWithInvalidGrant(refused.exchange, 'DEL-43', subject), spent, refused.exchange);
    }
  }
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
    yield rule(['VER-11'], [finding('VER-11', elsewhere, observed, 'an error invalid_grant', exchange)], ...shown);
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
