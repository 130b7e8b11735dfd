import type { CheckResult } from '../core/result.ts';
import type { EndpointWeather, Report } from './report.ts';
import { counted, listed } from './wording.ts';

/**
 * Number of requests from which on an endpoint is judged. At most one request in ten may get a server error that is not
 * the tenant's own answer.
 */
const requestsToJudge = 30;
const shareTolerated = 0.1;

type Counts = { requests: number; readonly disturbed: Map<string, number>; serverErrors: number };

/**
 * Returns how often answers were disturbed, by endpoint, over all results. Endpoints with few requests and no
 * disturbance are left out.
 */
export function weatherOf(results: readonly Pick<CheckResult, 'traffic'>[]): EndpointWeather[] {
  return summed(results.flatMap(({ traffic = [] }) => traffic));
}

/** Adds up the counts of several places by endpoint, the most disturbed first. */
export function summed(
  all: readonly {
    readonly endpoint: string;
    readonly requests: number;
    readonly disturbed?: Readonly<Partial<Record<string, number>>>;
    readonly serverErrors?: number;
  }[],
): EndpointWeather[] {
  const counts = new Map<string, Counts>();
  for (const { endpoint, requests, disturbed = {}, serverErrors = 0 } of all) {
    const count = counts.get(endpoint) ?? { requests: 0, disturbed: new Map<string, number>(), serverErrors: 0 };
    counts.set(endpoint, count);
    count.requests += requests;
    count.serverErrors += serverErrors;
    for (const [kind, times = 0] of Object.entries(disturbed)) {
      count.disturbed.set(kind, (count.disturbed.get(kind) ?? 0) + times);
    }
  }
  return [...counts]
    .filter(([, { requests, disturbed }]) => disturbed.size > 0 || requests >= requestsToJudge)
    .map(([endpoint, { requests, disturbed, serverErrors }]) => ({
      endpoint,
      requests,
      ...(disturbed.size === 0
        ? {}
        : { disturbed: Object.fromEntries([...disturbed].sort(([a], [b]) => (a < b ? -1 : 1))) }),
      ...(serverErrors === 0 ? {} : { serverErrors }),
    }))
    .sort((a, b) => timesDisturbed(b) - timesDisturbed(a) || (a.endpoint < b.endpoint ? -1 : 1));
}

/** Returns the endpoints that answered too many requests with a server error that is not the tenant's own answer. */
export function disturbedTooOften({ weather = [] }: Pick<Report, 'weather'>): EndpointWeather[] {
  return weather.filter(
    ({ requests, serverErrors = 0 }) => requests >= requestsToJudge && serverErrors > shareTolerated * requests,
  );
}

/**
 * Reports whether an endpoint was disturbed too often, or the control did not always support an operation that the run
 * needed.
 */
export function isUnreliable(report: Pick<Report, 'weather' | 'controlWeather'>): boolean {
  return disturbedTooOften(report).length > 0 || (report.controlWeather?.unsteady ?? []).length > 0;
}

/** Returns the endpoints with disturbed answers, the most disturbed first. */
export function disturbedEndpoints({ weather = [] }: Pick<Report, 'weather'>): EndpointWeather[] {
  return weather.filter((one) => timesDisturbed(one) > 0);
}

function timesDisturbed({ disturbed = {} }: EndpointWeather): number {
  return Object.values(disturbed).reduce((sum, times) => sum + times, 0);
}

const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  closed: ['connection closed', 'connections closed'],
  'kept-connection': ['idle connection closed', 'idle connections closed'],
  'time-out': ['time-out', 'time-outs'],
  limited: ['rate limit', 'rate limits'],
  'server-error': ['server error', 'server errors'],
  'cut-off': ['answer beyond the limits of the suite', 'answers beyond the limits of the suite'],
};

/**
 * Returns one endpoint's weather as a sentence without its subject: `3 server errors and 1 time-out in 210 requests`.
 */
export function weatherSentence({ requests, disturbed = {} }: EndpointWeather): string {
  const parts = Object.entries(disturbed).map(([kind, times]) => {
    const [one, many] = kinds[kind] ?? [kind, kind];
    return `${times.toLocaleString('en')} ${times === 1 ? one : many}`;
  });
  return `${parts.join(', ')} in ${counted(requests, 'request')}`;
}

const mostEndpoints = 3;

/** Returns the weather of a run in sentences; undefined if no answer and no operation was disturbed. */
export function weatherLine(report: Pick<Report, 'weather' | 'controlWeather'>): string | undefined {
  const weather = disturbedEndpoints(report);
  const operations = report.controlWeather?.disturbances ?? [];
  const sentences = [
    ...(weather.length === 0
      ? []
      : [
          sentenceOf(
            'Disturbed answers',
            weather.reduce((sum, one) => sum + timesDisturbed(one), 0),
            weather.map((one) => `${one.endpoint}: ${weatherSentence(one)}`),
          ),
        ]),
    ...(operations.length === 0
      ? []
      : [
          sentenceOf(
            'Operations of the control that failed',
            operations.reduce((sum, { count }) => sum + count, 0),
            operations.map(({ operation, kind, count }) => `${operation}: ${count} times ${kind}`),
          ),
        ]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function sentenceOf(label: string, total: number, shown: readonly string[]): string {
  return `${label}: ${total.toLocaleString('en')} (${listed(shown, mostEndpoints)}).`;
}
