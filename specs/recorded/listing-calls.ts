import type { Exchange } from '../../core/exchange.ts';
import { answer, header, jsonObject, succeeded } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import type { RecordedExchange } from '../../drivers/capture/recorded.ts';
import { accepted } from '../expectations/acceptance.ts';
import { pageTokenIn } from '../expectations/disclosure.ts';
import { isLabelledJson } from '../expectations/media-type.ts';
import type { Ruling } from './ruling.ts';
import { rule } from './ruling.ts';

/**
 * Query parameters of the listings ("Listing endpoints"): a call with others may authenticate itself, or be no listing
 * call.
 */
const documented: ReadonlySet<string> = new Set(['pageSize', 'sort', 'nextToken', 'schemaFields']);
/** Names under which a page keeps its items; other lists in the page may contain anything. */
const itemNames = /^(?:results|items|entries|plates|data|records|assayResults)$/;

/** Judges the calls of listings, each by itself. */
export class ListingCalls {
  /** Captures that contain credentials: only there, a call recorded without one was made without one. */
  readonly #withCredentials = new Set<string>();

  /** @param recorded a GET of a listing, answered by the tenant */
  *see(recorded: RecordedExchange, url: URL, isAssayResults: boolean): Generator<Ruling> {
    const { exchange, place, knowsRequestHeaders } = recorded;
    const { headers } = exchange.request;
    if (headers['authorization'] !== undefined) this.#withCredentials.add(place.file);
    else if (knowsRequestHeaders && this.#withCredentials.has(place.file) && headers['cookie'] === undefined) {
      if ([...url.searchParams.keys()].every((name) => documented.has(name))) yield* withoutCredential(recorded, url);
    }
    const status = exchange.response?.status;
    if (status === 401) yield* unauthorized(recorded, url);
    else if (succeeded(exchange) && headers['range'] === undefined) yield* page(recorded, url, isAssayResults);
  }
}

/** Judges a call without a credential: "Request not properly authenticated: HTTP status 401" ("Errors"). */
function* withoutCredential({ exchange }: RecordedExchange, url: URL): Generator<Ruling> {
  const status = exchange.response?.status;
  if (status === 401) yield rule(['TRN-06'], [], exchange);
  else if (accepted(exchange) || status === 403) {
    const served = accepted(exchange) ? `${answer(exchange)} and a page` : answer(exchange);
    const subject = `GET ${url.pathname} without a credential`;
    yield rule(['TRN-06'], [finding('TRN-06', subject, served, 'status 401', exchange)], exchange);
  }
}

function* unauthorized({ exchange, knowsBody }: RecordedExchange, url: URL): Generator<Ruling> {
  const subject = `the 401 to GET ${url.pathname}`;
  if (Object.keys(exchange.response?.headers ?? {}).length > 0) {
    const challenge = header(exchange, 'www-authenticate');
    const isThere = challenge !== undefined && /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(challenge);
    const observed = `carried ${challenge === undefined ? 'no' : 'an empty'} WWW-Authenticate header`;
    const found = isThere ? [] : [finding('TRN-17', subject, observed, 'at least one challenge', exchange)];
    yield rule(['TRN-17'], found, exchange);
  }
  if (!knowsBody) return;
  const found =
    pageTokenIn(exchange) === undefined ? [] : [finding('TRN-12', subject, 'carried a page token', 'none', exchange)];
  yield rule(['TRN-12'], found, exchange);
}

/** Judges a page that was served to a client that asked for JSON; in other cases its form is free (FRE-09). */
function* page({ exchange, knowsBody }: RecordedExchange, url: URL, isAssayResults: boolean): Generator<Ruling> {
  if (!knowsBody || !/application\/json/i.test(exchange.request.headers['accept'] ?? '')) return;
  const subject = `the page of GET ${url.pathname}`;
  const body = jsonObject(exchange);
  if (body === undefined || !isLikeAPage(body)) return;
  if (Object.keys(exchange.response?.headers ?? {}).length > 0) {
    yield rule(['TRN-18'], isLabelledJson(exchange, subject), exchange);
  }
  const token = body['nextToken'];
  const seen =
    token === undefined ? 'had no nextToken' : `had a nextToken of type ${token === null ? 'null' : typeof token}`;
  const unlike = typeof token === 'string' ? [] : [finding('LST-09', subject, seen, 'a text', exchange)];
  yield rule(['LST-09'], unlike, exchange);
  if (isAssayResults) {
    const { results } = body;
    const other = results === undefined ? 'had no results' : 'had results that are no list';
    yield rule(
      ['LST-06'],
      Array.isArray(results) ? [] : [finding('LST-06', subject, other, 'a list', exchange)],
      exchange,
    );
  }
  yield* isNoLongerThanAsked(exchange, body, url, isAssayResults);
}

/**
 * Reports whether a body is a page: a refusal may have the status of a success, as any status (FRE-05; FRE-17; FRE-18).
 */
function isLikeAPage(body: Readonly<Record<string, unknown>>): boolean {
  if (['error', 'errors', 'message'].some((name) => Object.hasOwn(body, name))) return false;
  return Object.entries(body).some(
    ([name, value]) => name === 'nextToken' || (itemNames.test(name) && Array.isArray(value)),
  );
}

/**
 * Demands that a page has no more items than requested: `pageSize` controls how many results return in a page
 * ("Pagination", 4).
 */
function* isNoLongerThanAsked(
  exchange: Exchange,
  body: Readonly<Record<string, unknown>>,
  url: URL,
  isAssayResults: boolean,
): Generator<Ruling> {
  const sizes = url.searchParams.getAll('pageSize');
  const [size = ''] = sizes;
  if (sizes.length !== 1 || !/^[1-9]\d{0,8}$/.test(size)) return;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  const items = isAssayResults ? body['results'] : lists.length === 1 ? lists[0]?.[1] : undefined;
  const name = isAssayResults ? 'results' : (lists[0]?.[0] ?? '');
  if (!Array.isArray(items) || !itemNames.test(name)) return;
  const subject = `the page of GET ${url.pathname} with pageSize=${size}`;
  const found =
    items.length <= Number(size)
      ? []
      : [finding('LST-16', subject, `held ${items.length} items`, `at most ${size}`, exchange)];
  yield rule(['LST-16'], found, exchange);
}
