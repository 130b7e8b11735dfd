import { pathOf } from '../../core/behaviour.ts';
import type { WireForm } from '../../core/wire-form.ts';
import { formInWords } from '../../core/wire-form.ts';

interface Named {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
  readonly form?: WireForm;
}

/**
 * Names the steps of a case, so that the same step has the same name each time that the case is done: what it is (method,
 * path, names of the query's members, kind of credential or grant, what it is for, and its form on the wire), and after which event of the case
 * it comes.
 */
export class StepNames {
  #event: string;
  #hasWaited: boolean;
  readonly #counts: Map<string, number>;

  /** @param before the names of the part that this one branches off from */
  constructor(before: StepNames | string) {
    this.#event = typeof before === 'string' ? before : before.#event;
    this.#hasWaited = typeof before !== 'string' && before.#hasWaited;
    this.#counts = new Map(typeof before === 'string' ? [] : before.#counts);
  }

  /** Something happened that changes what the next steps are about. */
  after(event: string): void {
    const count = (this.#counts.get(event) ?? 0) + 1;
    this.#counts.set(event, count);
    this.#event = `after ${event} ${count}`;
  }

  /** Time went by; into how many waits it was divided says nothing. */
  later(): void {
    this.#hasWaited = true;
    if (!this.#event.endsWith(', later')) this.#event = `${this.#event}, later`;
  }

  /** Whether the case has let time go by, so that what it asks may depend on the moment. */
  get hasWaited(): boolean {
    return this.#hasWaited;
  }

  /** The name of a request. */
  of({ method, url, headers = {}, body = '', note, form }: Named): string {
    const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
    const names = query.split('&').map((pair) => pair.replace(/=.*$/s, ''));
    const grant = grantIn(body);
    const scheme = schemeOf(headers);
    const parts = [
      `${method} ${pathOf(url)}${query === '' ? '' : `?${names.join('&')}`}`,
      ...(grant === undefined ? [] : [`(${grant})`]),
      ...(scheme === undefined ? [] : [`with ${scheme}`]),
      ...(note === undefined ? [] : [note]),
      ...(form === undefined ? [] : [formInWords(form)]),
    ];
    return `${this.#event}: ${parts.join(' ')}`;
  }

  /** The name of an operation of the control, or of what it does in the user's browser. */
  ofOperation(operation: string): string {
    return `${this.#event}: ${operation}`;
  }
}

/** The grant that a form asks for, by which token requests differ. */
export function grantIn(body: string): string | undefined {
  return /(?:^|&)grant_type=([a-z_]{1,40})(?:&|$)/.exec(body)?.[1];
}

function schemeOf(headers: Readonly<Record<string, string>>): string | undefined {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return value === undefined ? undefined : /^\S{0,12}/.exec(value)?.[0];
}
