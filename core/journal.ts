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

/** An entry of the journal of a case. Entries are kept in the order in which they ended. */
export type Entry = Exchange | Operation | Delivery;

export function isExchange(entry: Entry): entry is Exchange {
  return 'request' in entry;
}

export function isDelivery(entry: Entry): entry is Delivery {
  return 'received' in entry;
}

/** Characters of bodies that the evidence of one case may have. Beyond that, the beginning of each body is enough. */
const mostEvidence = 4 * 1024 * 1024;
const shownOfLongBody = 2000;

/** Cuts a body after it was redacted, so that no half of a secret is left. */
function shortened(entry: Entry, budget: { left: number }): Entry {
  if (!isExchange(entry) || entry.response === undefined) return entry;
  const { body } = entry.response;
  if (body.length <= Math.max(shownOfLongBody, budget.left)) {
    budget.left -= body.length;
    return entry;
  }
  const left = `${body.slice(0, shownOfLongBody)}\u2026 (${body.length - shownOfLongBody} more characters are left out)`;
  return { ...entry, response: { ...entry.response, body: left } };
}

/**
 * The record of one case: every exchange, delivery and control operation, recorded by the client that the case was
 * given. Entries leave it only through {@link Journal.evidence}, where labels replace secrets.
 */
export class Journal {
  readonly secrets: Secrets;
  /** The things that this target lacks and that the case went on without; an operation of the control, by name. */
  readonly lacked: Set<string>;
  /**
   * The properties of the case's users and apps that are not plain, in words. They are drawn in addition to the check's
   * own values.
   */
  readonly actors: Set<string>;
  /** The steps of the case itself. */
  readonly steps = new Steps();
  readonly #entries: Entry[];
  /** Number of entries that the arrangement had made before. */
  readonly #before: number;
  #next: number;
  /** Number of entries that were searched for secrets. */
  #learned: number;
  /** The texts that the suite itself wrote, up to the entry `upTo`. */
  #made: { readonly upTo: number; readonly text: string } = { upTo: 0, text: '' };

  /** @param before the journal of the arrangement; this journal continues its numbering and knows its secrets */
  constructor(before?: Journal) {
    // the entries that all cases share are searched once
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

  /**
   * Records an entry. The secrets in it are known from then on, so that a text made from one of them is named after it.
   */
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

  /** The entries that the case itself made. */
  get own(): readonly Entry[] {
    return this.#entries.slice(this.#before);
  }

  /** Returns the entries without secrets, or only the entry with a number. */
  evidence(number?: number): Entry[] {
    this.#learnAll();
    const shown = number === undefined ? this.#entries : this.#entries.filter((entry) => entry.number === number);
    const budget = { left: mostEvidence };
    return shown.toSorted((a, b) => a.number - b.number).map((entry) => shortened(this.#shown(entry), budget));
  }

  /** Returns a text about this case without secrets. */
  redact(text: string): string {
    this.#learnAll();
    return this.secrets.redact(text);
  }

  /** Returns plain data about this case without secrets. */
  redactAll<T>(value: T): T {
    this.#learnAll();
    return this.secrets.redactAll(value);
  }

  #shown(entry: Entry): Entry {
    if (isExchange(entry)) return shownExchange(this.secrets, entry, this.#wroteItself);
    return isDelivery(entry)
      ? shownDelivery(this.secrets, entry, this.#wroteItself)
      : shownOperation(this.secrets, entry, this.#wroteItself);
  }

  #learnAll(): void {
    if (this.#learned === this.#entries.length) return;
    const entries = this.#entries.slice(this.#learned);
    this.#learned = this.#entries.length;
    for (const entry of entries) {
      if (isExchange(entry)) this.secrets.learnFromBody(json(entry));
      else if (isDelivery(entry)) this.secrets.learnFromBody(deliveredJson(entry));
      else learnFromOperation(this.secrets, entry, this.#wroteItself);
    }
    const exchanges = entries.filter(isExchange);
    for (const exchange of exchanges) learnFromAnswer(this.secrets, exchange, this.#wroteItself);
    for (const exchange of exchanges) learnFromRequest(this.secrets, exchange);
  }

  /**
   * Reports whether the suite wrote a text itself: in an address, in a body, or in the input of a control operation.
   */
  readonly #wroteItself = (text: string): boolean => {
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
