import type { Delivery } from '../../core/delivery.ts';
import type { Exchange } from '../../core/exchange.ts';

/** The place of an entry in a capture. A report shows the text, e.g. `entry 12 of traffic.har`. */
export interface CapturePlace {
  readonly file: string;
  readonly text: string;
}

/** An exchange that was recorded elsewhere, with the gaps of its recording. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  readonly place: CapturePlace;
  /** The times of the request and of the complete answer, in milliseconds since 1970 by the recorder's clock. */
  readonly from?: number;
  readonly to?: number;
  /** Whether the body of the request, or of the answer, was recorded completely and as text. */
  readonly knowsRequestBody: boolean;
  readonly knowsBody: boolean;
  /** The reason why the body of the answer is not known, e.g. `is no text`. */
  readonly bodyIs?: string;
  /** Whether the headers of the request can be read. Only then does a missing header mean that it was not sent. */
  readonly knowsRequestHeaders: boolean;
  /** The reasons why headers are not known, e.g. `whose request headers were not recorded`. */
  readonly headersAre?: readonly string[];
  /** Whether the answer came from a cache of the client (or has status 304): the tenant did not send its contents. */
  readonly cached: boolean;
}

/** A delivery with its place in the capture. */
export type NotedDelivery = Delivery & { readonly note: string };

/** A webhook delivery that was received elsewhere. */
export interface RecordedDelivery {
  readonly delivery: NotedDelivery;
  readonly place: CapturePlace;
  readonly knowsMethod: boolean;
  readonly knowsHeaders: boolean;
}

/** Entries that could not be read for one reason: their number, and the places of the first few. */
export interface Unread {
  readonly why: string;
  readonly count: number;
  readonly places: readonly string[];
}
