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
 * Names the steps of a case, so that the same step has the same name each time that the case is done. A name contains
 * the properties of the step (method, path, names of the query's members, kind of credential or grant, purpose, and
 * form on the wire), and the event of the case that precedes the step.
 */
export class StepNames {
  #event: string;
  #hasWaited: boolean;
  readonly #counts: Map<string, number>;

  /** @param before the names of the part from which this one branches off, or the first event */
  constructor(before: StepNames | string) {
    this.#event = typeof before === 'string' ? before : before.#event;
    this.#hasWaited = typeof before !== 'string' && before.#hasWaited;
    this.#counts = new Map(typeof before === 'string' ? [] : before.#counts);
  }

  /** Records an event that changes the subject of the next steps. */
  after(event: string): void {
    const count = (this.#counts.get(event) ?? 0) + 1;
    this.#counts.set(event, count);
    this.#event = `after ${event} ${count}`;
  }

  /** Records that time passed. The number of waits does not matter. */
  later(): void {
    this.#hasWaited = true;
    if (!this.#event.endsWith(', later')) this.#event = `${this.#event}, later`;
  }

  /** Whether the case has let time pass, so that its requests may depend on the moment. */
  get hasWaited(): boolean {
    return this.#hasWaited;
  }

  /** Returns the name of a request. */
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

  /** Returns the name of a control operation, or of the control's work in the user's browser. */
  ofOperation(operation: string): string {
    return `${this.#event}: ${operation}`;
  }
}

/** Returns the grant that a form asks for, by which token requests differ. */
export function grantIn(body: string): string | undefined {
  return /(?:^|&)grant_type=([a-z_]{1,40})(?:&|$)/.exec(body)?.[1];
}

function schemeOf(headers: Readonly<Record<string, string>>): string | undefined {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return value === undefined ? undefined : /^\S{0,12}/.exec(value)?.[0];
}
