import type { Delivery, ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf, messageOf } from '../../core/delivery.ts';
import type { ForeignRequests } from './foreign.ts';

/** The answer to a delivery: a status, or no answer at all. */
export type Answer = number | 'hang';

/** Limits of the requests that a sender can make an inbox keep; further ones are answered and discarded. */
const mostDeliveries = 2000;
const mostOctets = 32_000_000;
const mostAstray = 100;

/** Records deliveries for the case that they are meant for. */
export interface InboxRecorder {
  /** The number of the next entry of the case's journal. */
  readonly number: () => number;
  /** Milliseconds since the check began. */
  readonly at: () => number;
  readonly record: (delivery: Delivery) => void;
}

/** One address of the receiver. The deliveries that arrive there are kept in order, repeated or not. */
export class Inbox {
  /** The address to which the tenant delivers; it cannot be guessed. */
  readonly url: string;
  /** The authority that the tenant must trust to deliver there, if a private one issued the certificate. */
  readonly caPem: string | undefined;
  readonly #recorder: InboxRecorder;
  readonly #deliveries: Delivery[] = [];
  /** Deliveries that repeat no other one, by the ids of their messages. */
  readonly #firsts = new Map<unknown, readonly Delivery[]>();
  readonly #taken = new Set<Delivery>();
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #answers: Answer[] = [];
  readonly #astray: Delivery[] = [];
  readonly #foreign: ForeignRequests;
  #octets = 0;
  #closed = false;

  /** @param foreign the requests to the receiver that belong to no inbox */
  constructor(url: string, caPem: string | undefined, recorder: InboxRecorder, foreign: ForeignRequests) {
    this.url = url;
    this.caPem = caPem;
    this.#recorder = recorder;
    this.#foreign = foreign;
  }

  /** Whether its case has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Returns all deliveries that have arrived so far. */
  all(): readonly Delivery[] {
    return [...this.#deliveries];
  }

  /**
   * Returns the requests that named the app of this inbox, but were sent to an address of no inbox. They have not
   * arrived.
   */
  astray(): readonly Delivery[] {
    return [...this.#astray];
  }

  /**
   * Watches the requests that belong to no inbox. If more of them come than can be read, a missing delivery shows
   * nothing.
   *
   * @returns a function that describes the requests that came meanwhile and were not read; undefined if there were none
   */
  watch(): () => string | undefined {
    const before = this.#foreign.unread;
    return () => (this.#foreign.unread > before ? this.#foreign.told() : undefined);
  }

  /** Sets the answers to the next deliveries, one after the other. Later deliveries are answered with 200. */
  answerWith(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /**
   * Returns the first delivery of an event that `wanted` accepts and that was not taken yet. Waits until there is one.
   */
  async first(wanted: (delivery: Delivery) => boolean, signal?: AbortSignal): Promise<Delivery> {
    const meets = (delivery: Delivery): boolean =>
      delivery.repeats === undefined && !this.#taken.has(delivery) && wanted(delivery);
    return this.#deliveries.find(meets) ?? this.#arrival(meets, signal);
  }

  /** As {@link first}; also takes the delivery. */
  async next(wanted: (delivery: Delivery) => boolean, signal?: AbortSignal): Promise<Delivery> {
    const found = await this.first(wanted, signal);
    this.take(found);
    return found;
  }

  /** Reports whether a message without an id says the same as an earlier one, so that it may be a repetition. */
  mayRepeat(delivery: Delivery): boolean {
    return this.#deliveries.some((one) => one.number < delivery.number && saysTheSame(one.received, delivery.received));
  }

  /** Records that a delivery has been accounted for. */
  take(delivery: Delivery): void {
    this.#taken.add(delivery);
  }

  /** Keeps a request, and returns the answer to it. Only the receiver calls this method. */
  receive(received: ReceivedRequest): Answer {
    const length = received.body.length;
    if (this.#closed || this.#deliveries.length >= mostDeliveries || this.#octets + length > mostOctets) return 200;
    this.#octets += length;
    const answer = this.#answers.shift() ?? 200;
    const id = messageOf({ received })?.['id'];
    const alike = this.#firsts.get(id) ?? [];
    const repeated = alike.find((one) => isFromSameEvent(one.received, received));
    const delivery: Delivery = {
      ...this.#entry(received, answer),
      ...(repeated === undefined ? {} : { repeats: repeated.number }),
    };
    this.#deliveries.push(delivery);
    if (repeated === undefined) this.#firsts.set(id, [...alike, delivery]);
    this.#recorder.record(delivery);
    for (const listener of this.#listeners) listener(delivery);
    return answer;
  }

  /** Keeps a request that went astray. Only the receiver calls this method. */
  noteAstray(received: ReceivedRequest, answered: number): void {
    if (this.#closed || this.#astray.length >= mostAstray) return;
    const delivery = this.#entry(received, answered);
    this.#astray.push(delivery);
    this.#recorder.record(delivery);
  }

  /**
   * Closes the inbox. Later requests are answered and discarded: a tenant may go on delivering after the case has
   * ended.
   */
  close(): void {
    this.#closed = true;
    // the receiver knows the address until it closes, but the deliveries are no longer needed
    for (const kept of [this.#deliveries, this.#astray, this.#answers]) kept.length = 0;
    this.#firsts.clear();
    this.#taken.clear();
    this.#listeners.clear();
  }

  #entry(received: ReceivedRequest, answer: Answer): Delivery {
    return {
      number: this.#recorder.number(),
      at: this.#recorder.at(),
      address: this.url,
      received,
      ...(answer === 'hang' ? {} : { answered: answer }),
    };
  }

  #arrival(meets: (delivery: Delivery) => boolean, signal?: AbortSignal): Promise<Delivery> {
    return new Promise((resolve) => {
      const listener = (delivery: Delivery): void => {
        if (!meets(delivery)) return;
        this.#listeners.delete(listener);
        resolve(delivery);
      };
      this.#listeners.add(listener);
      signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
    });
  }
}

/**
 * Reports whether two requests report one event. They have the same message id, by which repeated deliveries are
 * recognised, and the same resource, kind and time. Otherwise the id would be that of two events.
 */
export function isFromSameEvent(one: ReceivedRequest, other: ReceivedRequest): boolean {
  const [first, second] = [messageOf({ received: one }), messageOf({ received: other })];
  if (typeof first?.['id'] !== 'string' || second === undefined) return false;
  const apps = [one, other].map((received) => membersOf(envelopeOf({ received })?.['app'])?.['id']);
  return (
    apps[0] === apps[1] && ['id', 'resourceId', 'type', 'createdAt'].every((member) => first[member] === second[member])
  );
}

/**
 * Reports whether two messages without an id, such as those of canvases, are about one resource and say the same about
 * it.
 */
function saysTheSame(one: ReceivedRequest, other: ReceivedRequest): boolean {
  const [first, second] = [messageOf({ received: one }), messageOf({ received: other })];
  if (typeof first?.['resourceId'] !== 'string' || second === undefined) return false;
  if (typeof first['id'] === 'string' || typeof second['id'] === 'string') return false;
  return ['resourceId', 'featureId', 'userId', 'type', 'createdAt'].every((member) => first[member] === second[member]);
}
