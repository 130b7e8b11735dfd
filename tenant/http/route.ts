import type { Answer, Call } from './message.ts';

/** A method and a path, and what answers there. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** A class of routes that rules treat alike. */
  readonly part: 'token' | 'api' | 'browser';
  readonly answer: (call: Call) => Answer;
}
