import type { Check } from '../core/check.ts';
import { isFinding } from '../core/check.ts';
import type { Delivery } from '../core/delivery.ts';
import type { Exchange, SentRequest, Trouble } from '../core/exchange.ts';
import { restored } from '../core/gathered.ts';
import type { Entry } from '../core/journal.ts';
import type { Finding } from '../core/judgement.ts';
import type { ExchangeEntry, OperationEntry, Report, ReportedCheck, ReportedFailure } from './report.ts';

/** The part of a check that judges. It sends no requests. */
export type Judge = Pick<Check, 'id' | 'cases' | 'judge'>;

/**
 * Judges the stored evidence of a failure again, with the check's own judgement.
 *
 * @returns the finding on the failure's requirement, null if the judgement finds nothing wrong, and undefined if the
 * stored evidence does not allow a judgement
 */
export function rejudged(failure: ReportedFailure, check: Judge): Finding | null | undefined {
  if (failure.gathered === undefined) return undefined;
  if (check.cases !== undefined && failure.given === undefined) return undefined;
  try {
    const entryOf = entriesOf(failure);
    const seen = restored(failure.gathered, entryOf);
    const given = restored(failure.given, entryOf);
    const judgements = [...check.judge(seen, given)];
    return judgements.filter(isFinding).find(({ requirement }) => requirement === failure.requirement) ?? null;
  } catch {
    // the stored evidence does not have the form that the judgement takes
    return undefined;
  }
}

/** Reports whether a judgement says the same about a failure as the report. */
export function saysTheSame(failure: ReportedFailure, found: Finding): boolean {
  return (
    found.observed === failure.observed &&
    found.expected === failure.expected &&
    found.subject === (failure.subject ?? found.subject)
  );
}

/**
 * Returns the report without gathered data that cannot be judged again. Labels instead of secrets may prevent a second
 * judgement, and then the gathered data proves nothing.
 */
export function dropUnjudgeable(report: Report, checks: readonly Judge[]): Report {
  const judges = new Map(checks.map((check) => [check.id, check]));
  return { ...report, checks: report.checks.map((check) => withJudgeable(check, judges.get(check.id))) };
}

function withJudgeable(check: ReportedCheck, judge: Judge | undefined): ReportedCheck {
  const { failure, furtherFailures } = check;
  if (failure === undefined) return check;
  const kept = (one: ReportedFailure): ReportedFailure => {
    const { gathered, ...without } = one;
    if (gathered === undefined || judge === undefined) return without;
    // judges the failure as it will be read again, without the values that JSON drops
    const found = rejudged(JSON.parse(JSON.stringify(one)) as ReportedFailure, judge);
    return found !== null && found !== undefined && saysTheSame(one, found) ? one : without;
  };
  return {
    ...check,
    failure: kept(failure),
    ...(furtherFailures === undefined ? {} : { furtherFailures: furtherFailures.map(kept) }),
  };
}

/** Returns a function that finds the recorded entries of a failure by number, as a check gathered them. */
function entriesOf({ evidence, operations = [] }: ReportedFailure): (number: number) => Entry | undefined {
  const entries = new Map<number, Entry>();
  for (const entry of evidence) {
    const number = Number(entry.id.slice(1));
    entries.set(number, entry.id.startsWith('d') ? deliveryFrom(entry, number) : exchangeFrom(entry, number));
  }
  for (const operation of operations) {
    const number = Number(operation.id.slice(1));
    entries.set(number, operationFrom(operation, number));
  }
  return (number) => entries.get(number);
}

function exchangeFrom({ at, ms, request, response, trouble, cutOff, note }: ExchangeEntry, number: number): Exchange {
  return {
    number,
    at,
    ms: ms ?? 0,
    // the suite's own requests have each header once
    request: request as SentRequest,
    ...(response === undefined ? {} : { response: { ...response, body: response.body ?? '' } }),
    ...(trouble === undefined ? {} : { trouble: troubleFrom(trouble) }),
    ...(cutOff === undefined ? {} : { cutOff }),
    ...(note === undefined ? {} : { note }),
  };
}

function troubleFrom(text: string): Trouble {
  const [, kind = 'closed', message = text] = /^([a-z-]+): (.*)$/s.exec(text) ?? [];
  return { kind: kind as Trouble['kind'], message };
}

function deliveryFrom({ at, request, response }: ExchangeEntry, number: number): Delivery {
  const { method, url, headers, body = '' } = request;
  const [, address = '', target = ''] = /^(\w+:\/\/[^/]*)(.*)$/s.exec(url) ?? [];
  return {
    number,
    at,
    address,
    received: { method, target, headers, body },
    ...(response === undefined ? {} : { answered: response.status }),
  };
}

function operationFrom({ at, operation, input, output }: OperationEntry, number: number): Entry {
  return { number, at, operation, input, output };
}
