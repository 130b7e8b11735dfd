import type { Exchange, Operation } from '../core/exchange.ts';
import type { Entry } from '../core/journal.ts';
import { isExchange } from '../core/journal.ts';
import type { Failure } from '../core/result.ts';
import { curl } from './curl.ts';
import type { ExchangeEntry, OperationEntry, ReportedFailure } from './report.ts';

/** A failure of a run as it stands in the report, with the deciding request as a command line. */
export function reportedFailure(failure: Failure, rerun: string | undefined): ReportedFailure {
  const exchanges = failure.evidence.filter(isExchange);
  const deciding = exchanges.find(({ number }) => number === failure.exchange);
  const shown = deciding ?? exchanges.at(-1);
  const operations = failure.evidence.filter((entry): entry is Operation => !isExchange(entry));
  return {
    requirement: failure.requirement,
    verdict: failure.verdict,
    subject: failure.subject,
    expected: failure.expected,
    observed: failure.observed,
    ...(failure.counterexample === undefined ? {} : { counterexample: failure.counterexample }),
    ...(failure.confirmed === undefined ? {} : { confirmed: failure.confirmed }),
    replay: failure.replay,
    ...(rerun === undefined ? {} : { rerun }),
    ...(deciding === undefined ? {} : { exchange: exchangeId(deciding) }),
    ...(shown === undefined ? {} : { curl: curl(shown.request) }),
    evidence: exchanges.map(exchangeEntry),
    ...(operations.length === 0 ? {} : { operations: operations.map(operationEntry) }),
  };
}

/** The exchanges among recorded entries, as they stand in the report. */
export function exchangeEntries(entries: readonly Entry[]): ExchangeEntry[] {
  return entries.filter(isExchange).map(exchangeEntry);
}

function exchangeEntry(exchange: Exchange): ExchangeEntry {
  const notes = [exchange.note, exchange.limited === true ? 'the tenant limited the rate' : undefined];
  const note = notes.filter((text) => text !== undefined).join('; ');
  return {
    id: exchangeId(exchange),
    at: exchange.at,
    ms: exchange.ms,
    ...(note === '' ? {} : { note }),
    request: exchange.request,
    ...(exchange.response === undefined ? {} : { response: exchange.response }),
    ...(exchange.trouble === undefined ? {} : { trouble: `${exchange.trouble.kind}: ${exchange.trouble.message}` }),
  };
}

function operationEntry({ number, at, operation, input, output }: Operation): OperationEntry {
  return { id: `o${number}`, at, operation, input, output };
}

function exchangeId({ number }: Exchange): string {
  return `x${number}`;
}
