import type { Dispatcher } from 'undici';
import type { WireForm } from '../../core/wire-form.ts';

/** How a request of a check differs from the plain one. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent over a connection that was opened for it. */
  readonly over?: Dispatcher;
  /** What is wrong with the request on purpose, or what it is for. */
  readonly note?: string;
  /** How it lies on the wire, where that is not as usual; then it goes over a connection of its own. */
  readonly form?: WireForm | undefined;
}

/** A request as a check writes it down. */
export interface RequestOfCase {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
  /** That no connection can be made, or that it is closed, is an answer too (a clear-text port that nobody listens on). */
  readonly mayBeUnreachable?: boolean;
  readonly over?: Dispatcher;
  readonly form?: WireForm | undefined;
}

export interface CallOptions extends RequestOptions {
  readonly authorization?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: string;
}
