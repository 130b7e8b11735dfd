import type { Disturbance } from '../disturbance.ts';
import { disturbanceOf } from '../disturbance.ts';
import { isExchange } from '../journal.ts';
import type { Journal } from '../journal.ts';

/** The outcomes of the requests to one endpoint. Plain data. */
export interface EndpointTraffic {
  /** Method and path. */
  readonly endpoint: string;
  readonly requests: number;
  /** Disturbed answers by kind, including the tenant's own. */
  readonly disturbed?: Readonly<Partial<Record<Disturbance, number>>>;
  /** Server errors that are not shown to be the tenant's own answer. */
  readonly serverErrors?: number;
}

interface Count {
  requests: number;
  readonly disturbed: Map<Disturbance, number>;
  /** Server errors by the key of their step. */
  readonly serverErrors: Map<string, number>;
}

/** Number of paths that are counted separately: the paths that a check makes up must not fill the report. */
const mostEndpoints = 40;

/** Counts requests and disturbances by endpoint. */
export class Traffic {
  readonly #counts = new Map<string, Count>();

  count({ steps, own: entries }: Journal): void {
    const exchanges = new Map(entries.filter(isExchange).map((one) => [one.number, one]));
    for (const { key, endpoint, numbers } of steps.all()) {
      const count = this.#countOf(endpoint);
      if (count === undefined) continue;
      for (const number of numbers) {
        const exchange = exchanges.get(number);
        if (exchange === undefined) continue;
        count.requests++;
        const disturbance = disturbanceOf(exchange);
        if (disturbance === undefined) continue;
        count.disturbed.set(disturbance, (count.disturbed.get(disturbance) ?? 0) + 1);
        if (disturbance !== 'server-error') continue;
        count.serverErrors.set(key, (count.serverErrors.get(key) ?? 0) + 1);
      }
    }
  }

  /** @param own keys of the steps whose disturbed answers are the tenant's own */
  all(own: ReadonlySet<string>): EndpointTraffic[] {
    return [...this.#counts].map(([endpoint, { requests, disturbed, serverErrors }]) => {
      const foreign = [...serverErrors].reduce((sum, [key, count]) => (own.has(key) ? sum : sum + count), 0);
      return {
        endpoint,
        requests,
        ...(disturbed.size === 0 ? {} : { disturbed: Object.fromEntries(disturbed) }),
        ...(foreign === 0 ? {} : { serverErrors: foreign }),
      };
    });
  }

  #countOf(endpoint: string): Count | undefined {
    const known = this.#counts.get(endpoint);
    if (known !== undefined || this.#counts.size >= mostEndpoints) return known;
    const count = { requests: 0, disturbed: new Map<Disturbance, number>(), serverErrors: new Map<string, number>() };
    this.#counts.set(endpoint, count);
    return count;
  }
}
