import type { Exchange, Operation } from './exchange.ts';
import { json } from './exchange.ts';
import { Secrets } from './secrets.ts';

/** What is recorded of a case, in the order in which it ended. */
export type Entry = Exchange | Operation;

export function isExchange(entry: Entry): entry is Exchange {
  return 'request' in entry;
}

/**
 * The record of one case: every exchange and control operation, kept by the client that the case was given. Nothing
 * leaves it but through {@link Journal.evidence}, where labels have taken the place of secrets.
 */
export class Journal {
  readonly secrets: Secrets;
  readonly #entries: Entry[];
  #next: number;

  /** @param before the journal of the arrangement, whose numbering and secrets this one goes on with */
  constructor(before?: Journal) {
    this.secrets = new Secrets(before?.secrets);
    this.#entries = before === undefined ? [] : [...before.#entries];
    this.#next = before === undefined ? 1 : before.#next;
  }

  /** The number of the next entry. */
  number(): number {
    return this.#next++;
  }

  record(entry: Entry): void {
    this.#entries.push(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get exchanges(): readonly Exchange[] {
    return this.#entries.filter(isExchange);
  }

  /** What was recorded, fit to be seen. */
  evidence(): Entry[] {
    for (const exchange of this.exchanges) this.#learnFrom(exchange);
    return this.#entries.map((entry) => this.secrets.redactAll(entry)).sort((a, b) => a.number - b.number);
  }

  /** Any text about this case, fit to be seen. */
  redact(text: string): string {
    for (const exchange of this.exchanges) this.#learnFrom(exchange);
    return this.secrets.redact(text);
  }

  #learnFrom(exchange: Exchange): void {
    this.secrets.learnFromBody(json(exchange));
    const cookies = exchange.response?.headers['set-cookie'] ?? [];
    for (const cookie of typeof cookies === 'string' ? [cookies] : cookies) {
      const value = /^[^=;]*=([^;]*)/.exec(cookie)?.[1];
      if (value !== undefined) this.secrets.learn('cookie', value);
    }
  }
}
