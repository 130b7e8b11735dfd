import type { SecureVersion } from 'node:tls';
import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import type { Refusal } from '../http/refusal.ts';

/** How clients reach the tenant, with hooks before and after every exchange. */
export interface ConnectionBehaviour {
  /** Returns the base address that the tenant reports, for the origin at which it listens. */
  readonly baseUrl: (origin: string) => string;
  readonly httpVersions: () => readonly ('1.1' | '2')[];
  readonly tlsVersions: () => { readonly min: SecureVersion; readonly max: SecureVersion };
  /** Returns the milliseconds for which an idle connection is kept. */
  readonly keepsConnections: () => number;
  /** Reports whether unencrypted requests to the port are read. If not, the connection is closed without an answer. */
  readonly readsClearText: () => boolean;
  /** Reports whether the tenant asks a waiting client for its body (`Expect: 100-continue`), or refuses with 417. */
  readonly asksForBodies: () => boolean;
  /** Answers an unencrypted request, if these are read; `disconnect` closes the connection. */
  readonly answerClearText: (call: Call) => Answer | 'disconnect' | 'as-if-secure';
  /** Receives each request first. May answer it or close the connection; `undefined` lets it pass. */
  readonly accept: (call: Call) => Awaitable<Answer | 'disconnect' | undefined>;
  /** Receives each finished answer (`call.found` says its cause). May send another or close the connection. */
  readonly answer: (answer: Answer, call: Call) => Awaitable<Answer | 'disconnect'>;
  /** Returns the refusal of a call that comes too soon after others. */
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
  // longer than clients keep idle connections, so that no connection is closed at the moment of its next use
  keepsConnections: () => 65_000,
  readsClearText: () => false,
  asksForBodies: () => true,
  answerClearText: () => 'disconnect',
  accept: () => undefined,
  answer: (answer) => answer,
  rateLimit: () => undefined,
};
