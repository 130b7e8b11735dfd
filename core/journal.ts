import type { Delivery } from './delivery.ts';
import { deliveredJson } from './delivery.ts';
import type { Exchange, Operation } from './exchange.ts';
import { json } from './exchange.ts';
import { Secrets } from './secrets.ts';

/** What is recorded of a case, in the order in which it ended. */
export type Entry = Exchange | Operation | Delivery;

export function isExchange(entry: Entry): entry is Exchange {
  return 'request' in entry;
}

export function isDelivery(entry: Entry): entry is Delivery {
  return 'received' in entry;
}

/**
 * The record of one case: every exchange, delivery and control operation, kept by the client that the case was given. Nothing
 * leaves it but through {@link Journal.evidence}, where labels have taken the place of secrets.
 */
export class Journal {
  readonly secrets: Secrets;
  /** What the case went on without, since it is not to be had at this target; an operation of the control, by name. */
  readonly lacked: Set<string>;
  readonly #entries: Entry[];
  /** How many exchanges the arrangement had made before. */
  readonly #before: number;
  #next: number;
  /** How many of the entries were looked through for secrets. */
  #learned: number;

  /** @param before the journal of the arrangement, whose numbering and secrets this one goes on with */
  constructor(before?: Journal) {
    this.secrets = new Secrets(before?.secrets);
    this.lacked = new Set(before?.lacked);
    this.#entries = before === undefined ? [] : [...before.#entries];
    this.#next = before === undefined ? 1 : before.#next;
    this.#before = this.exchanges.length;
    this.#learned = before === undefined ? 0 : before.#learned;
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

  /** How many exchanges the case itself has made. */
  get made(): number {
    return this.exchanges.length - this.#before;
  }

  /** What was recorded, or the one entry of a number, fit to be seen. */
  evidence(number?: number): Entry[] {
    this.#learnAll();
    const shown = number === undefined ? this.#entries : this.#entries.filter((entry) => entry.number === number);
    return shown.map((entry) => this.secrets.redactAll(entry)).sort((a, b) => a.number - b.number);
  }

  /** Any text about this case, fit to be seen. */
  redact(text: string): string {
    this.#learnAll();
    return this.secrets.redact(text);
  }

  /** Any plain data about this case, fit to be seen. */
  redactAll<T>(value: T): T {
    this.#learnAll();
    return this.secrets.redactAll(value);
  }

  #learnAll(): void {
    for (const entry of this.#entries.slice(this.#learned)) {
      if (isExchange(entry)) this.#learnFrom(entry);
      else if (isDelivery(entry)) this.secrets.learnFromBody(deliveredJson(entry));
    }
    this.#learned = this.#entries.length;
  }

  #learnFrom(exchange: Exchange): void {
    const body = json(exchange);
    this.secrets.learnFromBody(body);
    if (isTokenAnswer(exchange)) this.secrets.learnFromTokenAnswer(body ?? exchange.response?.body);
    const cookies = exchange.response?.headers['set-cookie'] ?? [];
    for (const cookie of typeof cookies === 'string' ? [cookies] : cookies) {
      const value = /^[^=;]*=([^;]*)/.exec(cookie)?.[1];
      if (value !== undefined) this.secrets.learn('cookie', value);
    }
  }
}

function isTokenAnswer({ request, response }: Exchange): boolean {
  const asks = request.method === 'POST' && /(^|&)grant_type=/.test(request.body ?? '');
  return asks && response !== undefined && response.status >= 200 && response.status < 300;
}
