import type { Delivery } from '../core/delivery.ts';
import type { Exchange, Operation } from '../core/exchange.ts';
import type { Entry } from '../core/journal.ts';
import { isDelivery, isExchange } from '../core/journal.ts';
import type { Failure } from '../core/result.ts';
import { curl } from './curl.ts';
import type { ExchangeEntry, OperationEntry, ReportedFailure } from './report.ts';

/** A failure of a run as it stands in the report, with the deciding request as a command line. */
export function reportedFailure(failure: Failure, rerun: string | undefined): ReportedFailure {
  const exchanges = failure.evidence.filter(isExchange);
  const deciding = exchanges.find(({ number }) => number === failure.exchange);
  const shown = deciding ?? exchanges.at(-1);
  const operations = failure.evidence.filter((entry): entry is Operation => 'operation' in entry);
  const told = failure.evidence.filter(isDelivery).find(({ number }) => number === failure.exchange);
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
    ...(told === undefined ? {} : { exchange: deliveryId(told) }),
    ...(shown === undefined ? {} : { curl: curl(shown.request) }),
    evidence: exchangeEntries(failure.evidence),
    ...(operations.length === 0 ? {} : { operations: operations.map(operationEntry) }),
    ...(failure.gathered === undefined ? {} : { gathered: failure.gathered }),
  };
}

/** The exchanges and deliveries among recorded entries, as they stand in the report. */
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

/** A delivery is an exchange the other way round: the tenant asked, and the suite answered. */
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

function operationEntry({ number, at, operation, input, output }: Operation): OperationEntry {
  return { id: `o${number}`, at, operation, input, output };
}

function exchangeId({ number }: Exchange): string {
  return `x${number}`;
}
