import type { Dispatcher } from 'undici';
import type { Anew } from '../client/repeatable.ts';
import type { WireForm } from '../../core/wire-form.ts';

/** The options in which a request of a check differs from the plain one. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A connection that was opened for the request, and over which it is sent. */
  readonly over?: Dispatcher | undefined;
  /** The deliberate error in the request, or the purpose of the request. */
  readonly note?: string;
  /** The form of the request on the wire, if it is not the usual one. Then the request has a connection of its own. */
  readonly form?: WireForm | undefined;
}

/** A request as a check writes it. */
export interface RequestOfCase {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
  /**
   * Whether no answer, or a server error, is a possible outcome too: on an unencrypted port at which no server listens,
   * or while the identity provider is away (FRE-107).
   */
  readonly mayBeUnreachable?: boolean;
  readonly over?: Dispatcher | undefined;
  readonly form?: WireForm | undefined;
  readonly anew?: Anew;
}

export interface CallOptions extends RequestOptions {
  readonly authorization?: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly mayBeUnreachable?: boolean;
  readonly body?: string;
  readonly anew?: Anew;
}
