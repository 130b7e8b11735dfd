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
  /**
   * That nothing comes, or a server error, is an answer too: on a clear-text port that nobody listens on, or while the
   * identity provider is away (FRE-107).
   */
  readonly mayBeUnreachable?: boolean;
  readonly over?: Dispatcher;
  readonly form?: WireForm | undefined;
}

export interface CallOptions extends RequestOptions {
  readonly authorization?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly mayBeUnreachable?: boolean;
  readonly body?: string;
}
