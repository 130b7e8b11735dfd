import type { Delivery, ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf, messageOf } from '../../core/delivery.ts';
import type { ForeignRequests } from './foreign.ts';

/** How a delivery is answered: with a status, or not at all. */
export type Answer = number | 'hang';

/** What a sender may make an inbox keep; more is thanked for and forgotten. */
const mostDeliveries = 2000;
const mostOctets = 32_000_000;
const mostAstray = 100;

/** Takes down what arrives, on behalf of the case that it is meant for. */
export interface InboxRecorder {
  /** The number of the next entry of the case's journal. */
  readonly number: () => number;
  /** Milliseconds since the check began. */
  readonly at: () => number;
  readonly record: (delivery: Delivery) => void;
}

/** One address of the receiver. What arrives there is kept in the order of its arrival, repeated or not. */
export class Inbox {
  /** Where the tenant delivers to; nobody can guess it. */
  readonly url: string;
  /** What the tenant must trust to deliver there, where a private authority issued the certificate. */
  readonly caPem: string | undefined;
  readonly #recorder: InboxRecorder;
  readonly #deliveries: Delivery[] = [];
  /** Those that repeat no other, by the ids of their messages. */
  readonly #firsts = new Map<unknown, readonly Delivery[]>();
  readonly #taken = new Set<Delivery>();
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #answers: Answer[] = [];
  readonly #astray: Delivery[] = [];
  readonly #foreign: ForeignRequests;
  #octets = 0;
  #closed = false;

  /** @param foreign what comes to the receiver and to no inbox */
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

  /** Everything that has arrived so far. */
  all(): readonly Delivery[] {
    return [...this.#deliveries];
  }

  /** What named the app of this inbox, but came to an address that is no inbox's. It has not arrived. */
  astray(): readonly Delivery[] {
    return [...this.#astray];
  }

  /**
   * Watches for what is for nobody: where more of it comes than can be read, nothing follows from what did not arrive.
   *
   * @returns what came in the meantime that was not read, in words; undefined where there was nothing
   */
  watch(): () => string | undefined {
    const before = this.#foreign.unread;
    return () => (this.#foreign.unread > before ? this.#foreign.told() : undefined);
  }

  /** How the next deliveries are answered, one after the other; 200 once there is nothing left. */
  answerWith(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** The first delivery of an event that meets the wish and that was not taken yet, whether it is there or still comes. */
  async first(wanted: (delivery: Delivery) => boolean, signal?: AbortSignal): Promise<Delivery> {
    const meets = (delivery: Delivery): boolean =>
      delivery.repeats === undefined && !this.#taken.has(delivery) && wanted(delivery);
    return this.#deliveries.find(meets) ?? this.#arrival(meets, signal);
  }

  /** {@link first}, and takes it. */
  async next(wanted: (delivery: Delivery) => boolean, signal?: AbortSignal): Promise<Delivery> {
    const found = await this.first(wanted, signal);
    this.take(found);
    return found;
  }

  /** Whether a message without an id says just what an earlier one said, so that it may be that one once more. */
  mayRepeat(delivery: Delivery): boolean {
    return this.#deliveries.some((one) => one.number < delivery.number && saysTheSame(one.received, delivery.received));
  }

  /** Notes that a delivery has been accounted for. */
  take(delivery: Delivery): void {
    this.#taken.add(delivery);
  }

  /** Keeps a request, and tells how to answer it. Only the receiver calls it. */
  receive(received: ReceivedRequest): Answer {
    const length = received.body.length;
    if (this.#closed || this.#deliveries.length >= mostDeliveries || this.#octets + length > mostOctets) return 200;
    this.#octets += length;
    const answer = this.#answers.shift() ?? 200;
    const id = messageOf({ received })?.['id'];
    const alike = this.#firsts.get(id) ?? [];
    const repeated = alike.find((one) => tellsTheSame(one.received, received));
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

  /** Keeps a request that went astray. Only the receiver calls it. */
  noteAstray(received: ReceivedRequest, answered: number): void {
    if (this.#closed || this.#astray.length >= mostAstray) return;
    const delivery = this.#entry(received, answered);
    this.#astray.push(delivery);
    this.#recorder.record(delivery);
  }

  /** What comes from now on is thanked for and forgotten: a tenant may go on delivering after the case has ended. */
  close(): void {
    this.#closed = true;
    // its address is known as long as the receiver is open, and what was sent there is needed no more
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
 * Whether two requests tell of one event: the same message id, which is how repeated deliveries are recognised, and no
 * other resource, kind or time, with which it would be the id of two events.
 */
export function tellsTheSame(one: ReceivedRequest, other: ReceivedRequest): boolean {
  const [first, second] = [messageOf({ received: one }), messageOf({ received: other })];
  if (typeof first?.['id'] !== 'string' || second === undefined) return false;
  const apps = [one, other].map((received) => membersOf(envelopeOf({ received })?.['app'])?.['id']);
  return (
    apps[0] === apps[1] && ['id', 'resourceId', 'type', 'createdAt'].every((member) => first[member] === second[member])
  );
}

/** Whether two messages that have no id, as those of canvases, are about one resource and say the same of it. */
function saysTheSame(one: ReceivedRequest, other: ReceivedRequest): boolean {
  const [first, second] = [messageOf({ received: one }), messageOf({ received: other })];
  if (typeof first?.['resourceId'] !== 'string' || second === undefined) return false;
  if (typeof first['id'] === 'string' || typeof second['id'] === 'string') return false;
  return ['resourceId', 'featureId', 'userId', 'type', 'createdAt'].every((member) => first[member] === second[member]);
}
