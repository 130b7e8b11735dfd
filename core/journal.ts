import type { Delivery } from './delivery.ts';
import { deliveredJson } from './delivery.ts';
import type { Exchange, Operation } from './exchange.ts';
import { json } from './exchange.ts';
import {
  learnFromAnswer,
  learnFromOperation,
  learnFromRequest,
  shownDelivery,
  shownExchange,
  shownOperation,
} from './redaction/entries.ts';
import { Secrets } from './secrets.ts';
import { Steps } from './steps.ts';

/** What is recorded of a case, in the order in which it ended. */
export type Entry = Exchange | Operation | Delivery;

export function isExchange(entry: Entry): entry is Exchange {
  return 'request' in entry;
}

export function isDelivery(entry: Entry): entry is Delivery {
  return 'received' in entry;
}

/** Characters of bodies that the evidence of one case may have; of what is beyond, the beginning is enough to be seen. */
const mostEvidence = 4 * 1024 * 1024;
const beginning = 2000;

/** Cut after it is redacted, so that no half of a secret is left. */
function withinBudget(entry: Entry, budget: { left: number }): Entry {
  if (!isExchange(entry) || entry.response === undefined) return entry;
  const { body } = entry.response;
  if (body.length <= Math.max(beginning, budget.left)) {
    budget.left -= body.length;
    return entry;
  }
  const left = `${body.slice(0, beginning)}\u2026 (${body.length - beginning} more characters are left out)`;
  return { ...entry, response: { ...entry.response, body: left } };
}

/**
 * The record of one case: every exchange, delivery and control operation, kept by the client that the case was given. Nothing
 * leaves it but through {@link Journal.evidence}, where labels have taken the place of secrets.
 */
export class Journal {
  readonly secrets: Secrets;
  /** What the case went on without, since it is not to be had at this target; an operation of the control, by name. */
  readonly lacked: Set<string>;
  /** What its users and apps have that is not plain, in words: drawn beside what the check draws. */
  readonly actors: Set<string>;
  /** What the case itself did, step by step. */
  readonly steps = new Steps();
  readonly #entries: Entry[];
  /** How many entries the arrangement had made before. */
  readonly #before: number;
  #next: number;
  /** How many of the entries were looked through for secrets. */
  #learned: number;
  /** What the suite wrote itself, as far as it was asked for. */
  #made: { readonly upTo: number; readonly text: string } = { upTo: 0, text: '' };

  /** @param before the journal of the arrangement, whose numbering and secrets this one goes on with */
  constructor(before?: Journal) {
    // what all cases share is looked through once
    if (before !== undefined) before.#learnAll();
    this.secrets = new Secrets(before?.secrets);
    this.lacked = new Set(before?.lacked);
    this.actors = new Set(before?.actors);
    this.#entries = before === undefined ? [] : [...before.#entries];
    this.#next = before === undefined ? 1 : before.#next;
    this.#before = this.#entries.length;
    this.#learned = before === undefined ? 0 : before.#learned;
  }

  /** The number of the next entry. */
  number(): number {
    return this.#next++;
  }

  /** Secrets that an entry brings are known from then on: what is made of one of them is named after it. */
  record(entry: Entry): void {
    this.#entries.push(entry);
    if (isExchange(entry)) {
      if (entry.response?.body.includes('_token"') === true) this.secrets.learnFromBody(json(entry));
    } else if (!isDelivery(entry)) this.secrets.learnFromBody(entry.output);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get exchanges(): readonly Exchange[] {
    return this.#entries.filter(isExchange);
  }

  /** What the case itself has made. */
  get own(): readonly Entry[] {
    return this.#entries.slice(this.#before);
  }

  /** What was recorded, or the one entry of a number, fit to be seen. */
  evidence(number?: number): Entry[] {
    this.#learnAll();
    const shown = number === undefined ? this.#entries : this.#entries.filter((entry) => entry.number === number);
    const budget = { left: mostEvidence };
    return shown.toSorted((a, b) => a.number - b.number).map((entry) => withinBudget(this.#shown(entry), budget));
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

  #shown(entry: Entry): Entry {
    if (isExchange(entry)) return shownExchange(this.secrets, entry, this.#wasMade);
    return isDelivery(entry)
      ? shownDelivery(this.secrets, entry, this.#wasMade)
      : shownOperation(this.secrets, entry, this.#wasMade);
  }

  #learnAll(): void {
    if (this.#learned === this.#entries.length) return;
    const entries = this.#entries.slice(this.#learned);
    this.#learned = this.#entries.length;
    for (const entry of entries) {
      if (isExchange(entry)) this.secrets.learnFromBody(json(entry));
      else if (isDelivery(entry)) this.secrets.learnFromBody(deliveredJson(entry));
      else learnFromOperation(this.secrets, entry, this.#wasMade);
    }
    const exchanges = entries.filter(isExchange);
    for (const exchange of exchanges) learnFromAnswer(this.secrets, exchange, this.#wasMade);
    for (const exchange of exchanges) learnFromRequest(this.secrets, exchange);
  }

  /** Whether the suite wrote a text itself: in an address, a body, or what it had the control do. */
  readonly #wasMade = (text: string): boolean => {
    const { upTo } = this.#made;
    if (upTo < this.#entries.length) {
      const texts = this.#entries.slice(upTo).flatMap(sentTexts);
      this.#made = { upTo: this.#entries.length, text: [this.#made.text, ...texts].join('\n') };
    }
    return text !== '' && this.#made.text.includes(text);
  };
}

function sentTexts(entry: Entry): string[] {
  if (isDelivery(entry)) return [];
  const texts = isExchange(entry) ? [entry.request.url, entry.request.body ?? ''] : stringsIn(entry.input);
  return texts.flatMap((text) => [text, ...[...new URLSearchParams(text.replace(/^[^?]*\?/, ''))].flat()]);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
