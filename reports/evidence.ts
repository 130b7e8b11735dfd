import type { Delivery } from '../core/delivery.ts';
import type { Exchange, Operation } from '../core/exchange.ts';
import type { Entry } from '../core/journal.ts';
import { isDelivery, isExchange } from '../core/journal.ts';
import type { Failure } from '../core/result.ts';
import { curl } from './curl.ts';
import type { ExchangeEntry, OperationEntry, ReportedFailure } from './report.ts';

/** Returns a failure of a run as the report contains it, with the deciding request as a command line. */
export function reportedFailure(failure: Failure, rerun: string | undefined): ReportedFailure {
  const exchanges = failure.evidence.filter(isExchange);
  const deciding = exchanges.find(({ number }) => number === failure.exchange);
  const operations = failure.evidence.filter((entry): entry is Operation => 'operation' in entry);
  const decidingOperation = operations.find(({ number }) => number === failure.exchange);
  const visit = decidingOperation === undefined ? undefined : visitOf(decidingOperation);
  // if a browser visited the tenant, the last request of the suite itself shows something else
  const isOfBrowser =
    decidingOperation !== undefined || operations.some(({ operation }) => operation === 'browser.authorize');
  const shown = deciding ?? (isOfBrowser ? undefined : exchanges.at(-1));
  const decidingDelivery = failure.evidence.filter(isDelivery).find(({ number }) => number === failure.exchange);
  return {
    requirement: failure.requirement,
    verdict: failure.verdict,
    subject: failure.subject,
    expected: failure.expected,
    observed: failure.observed,
    ...(failure.counterexample === undefined ? {} : { counterexample: failure.counterexample }),
    ...(failure.steps === undefined ? {} : { steps: failure.steps }),
    ...(failure.given === undefined ? {} : { given: failure.given }),
    ...(failure.confirmed === undefined ? {} : { confirmed: failure.confirmed }),
    replay: failure.replay,
    ...(rerun === undefined ? {} : { rerun }),
    ...(deciding === undefined ? {} : { exchange: exchangeId(deciding) }),
    ...(decidingDelivery === undefined ? {} : { exchange: deliveryId(decidingDelivery) }),
    ...(decidingOperation === undefined ? {} : { exchange: operationId(decidingOperation) }),
    ...(visit === undefined ? {} : { visit }),
    ...(shown === undefined ? {} : { curl: curl(shown.request) }),
    evidence: exchangeEntries(failure.evidence),
    ...(operations.length === 0 ? {} : { operations: operations.map(operationEntry) }),
    ...(failure.gathered === undefined ? {} : { gathered: failure.gathered }),
  };
}

/** Returns the exchanges and deliveries among recorded entries, as the report contains them. */
export function exchangeEntries(entries: readonly Entry[]): ExchangeEntry[] {
  return entries.flatMap((entry) => {
    if (isExchange(entry)) return [exchangeEntry(entry)];
    return isDelivery(entry) ? [deliveryEntry(entry)] : [];
  });
}

function exchangeEntry(exchange: Exchange): ExchangeEntry {
  const { note = '' } = exchange;
  return {
    id: exchangeId(exchange),
    at: exchange.at,
    ms: exchange.ms,
    ...(note === '' ? {} : { note }),
    request: exchange.request,
    ...(exchange.response === undefined ? {} : { response: exchange.response }),
    ...(exchange.trouble === undefined ? {} : { trouble: `${exchange.trouble.kind}: ${exchange.trouble.message}` }),
    ...(exchange.cutOff === undefined ? {} : { cutOff: exchange.cutOff }),
  };
}

/** Returns a delivery as an exchange in the other direction: the tenant sent the request, and the suite answered. */
function deliveryEntry(delivery: Delivery): ExchangeEntry {
  const { at, address, answered, repeats } = delivery;
  const { method, target, headers, body } = delivery.received;
  const again = repeats === undefined ? '' : `, which repeats d${repeats}`;
  return {
    id: deliveryId(delivery),
    at,
    note: `delivered to the suite${again}`,
    request: { method, url: `${address.replace(/^(\w+:\/\/[^/]*).*$/s, '$1')}${target}`, headers, body },
    ...(answered === undefined
      ? { trouble: 'the suite let it wait' }
      : { response: { status: answered, headers: {}, body: '' } }),
  };
}

function deliveryId({ number }: Pick<Delivery, 'number'>): string {
  return `d${number}`;
}

/** Returns the address that a browser opened and the address that it reached, as recorded without secrets. */
function visitOf({ operation, input, output }: Operation): ReportedFailure['visit'] {
  if (operation !== 'browser.authorize') return undefined;
  const { url } = input as { readonly url?: unknown };
  const { location, status, prompts } = output as Readonly<Record<string, unknown>>;
  if (typeof url !== 'string') return undefined;
  return {
    opened: url,
    sentTo: typeof location === 'string' ? location : null,
    ...(typeof status === 'number' ? { status } : {}),
    ...(Array.isArray(prompts) ? { prompts: prompts.map(String) } : {}),
  };
}

function operationEntry(recorded: Operation): OperationEntry {
  const { at, operation, input, output } = recorded;
  return { id: operationId(recorded), at, operation, input, output };
}

function operationId({ number }: Pick<Operation, 'number'>): string {
  return `o${number}`;
}

function exchangeId({ number }: Exchange): string {
  return `x${number}`;
}
