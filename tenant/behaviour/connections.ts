import type { SecureVersion } from 'node:tls';
import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import type { Refusal } from '../http/refusal.ts';

/** How the tenant is reached, and the first and the last word on every exchange. */
export interface ConnectionBehaviour {
  /** The base address as the tenant tells it, from the origin that it listens at. */
  readonly baseUrl: (origin: string) => string;
  readonly httpVersions: () => readonly ('1.1' | '2')[];
  readonly tlsVersions: () => { readonly min: SecureVersion; readonly max: SecureVersion };
  /** How many milliseconds a connection is kept that nothing is asked on. */
  readonly keepsConnections: () => number;
  /** Whether clear-text requests to the port are read at all. If not, such a connection is closed unanswered. */
  readonly readsClearText: () => boolean;
  /** Whether a client that waits to be asked for its body (`Expect: 100-continue`) is asked, or refused with 417. */
  readonly asksForBodies: () => boolean;
  /** What a clear-text request is answered with, where they are read; `disconnect` closes the connection. */
  readonly answerClearText: (call: Call) => Answer | 'disconnect' | 'as-if-secure';
  /** Sees each request before anything else does. May answer it, or close the connection; `undefined` lets it pass. */
  readonly accept: (call: Call) => Awaitable<Answer | 'disconnect' | undefined>;
  /** Sees each finished answer (`call.found` says how it came about) and may send another, or close the connection. */
  readonly answer: (answer: Answer, call: Call) => Awaitable<Answer | 'disconnect'>;
  /** The refusal of a call that comes too soon after others. */
  readonly rateLimit: (call: Call) => Refusal | undefined;
}

declare module './behaviour.ts' {
  interface Behaviour extends ConnectionBehaviour {}
}

export type Awaitable<T> = T | Promise<T>;

export const specifiedConnections: ConnectionBehaviour = {
  baseUrl: (origin) => origin,
  httpVersions: () => ['1.1'],
  tlsVersions: () => ({ min: 'TLSv1.2', max: 'TLSv1.3' }),
  // longer than clients keep idle connections, so that none is closed just as it is used again
  keepsConnections: () => 65_000,
  readsClearText: () => false,
  asksForBodies: () => true,
  answerClearText: () => 'disconnect',
  accept: () => undefined,
  answer: (answer) => answer,
  rateLimit: () => undefined,
};
