import type { Delivery } from '../../core/delivery.ts';
import type { Exchange } from '../../core/exchange.ts';

/** Where in which capture something stands, in the words of a report: `entry 12 of traffic.har`. */
export interface Place {
  readonly file: string;
  readonly text: string;
}

/** An exchange that somebody else recorded, with what its recording does not show. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  readonly place: Place;
  /** When the request was sent, in milliseconds since 1970 by the recorder's clock, and when the answer was there. */
  readonly from?: number;
  readonly to?: number;
  /** Whether the body of the request, or of the answer, was recorded whole and as text. */
  readonly knowsRequestBody: boolean;
  readonly knowsBody: boolean;
  /** What is the matter with a body that is not known, e.g. `is no text`. */
  readonly bodyIs?: string;
  /** Whether the headers of the request can be read: only then one that is not there was not sent. */
  readonly knowsRequestHeaders: boolean;
  /** What is the matter with headers that are not known, e.g. `whose request headers were not recorded`. */
  readonly headersAre?: readonly string[];
  /** The answer came from a cache of the client, and the tenant had no part in it. */
  readonly cached: boolean;
}

/** A delivery with the place at which it stands. */
export type NotedDelivery = Delivery & { readonly note: string };

/** A webhook delivery that somebody else received. */
export interface RecordedDelivery {
  readonly delivery: NotedDelivery;
  readonly place: Place;
  readonly knowsMethod: boolean;
  readonly knowsHeaders: boolean;
}

/** What could not be read, and why, with the places of the first few. */
export interface Unread {
  readonly why: string;
  readonly count: number;
  readonly places: readonly string[];
}
