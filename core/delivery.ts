import { parseJson } from './json-text.ts';

/** A request that came to an address of the suite, as it was sent. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as they arrived. */
  readonly target: string;
  /** Names in lower case. The value is a list if a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** The octets, if they are not UTF-8. `body` then has only the readable part. */
  readonly base64?: string;
}

/** A webhook delivery that the suite received. Plain data, so that stored deliveries can be judged again. */
export interface Delivery {
  /** Number of the delivery, counted together with the exchanges of its case. */
  readonly number: number;
  /** Milliseconds since the check began. */
  readonly at: number;
  /** The address to which the tenant was asked to deliver. */
  readonly address: string;
  readonly received: ReceivedRequest;
  /** Status that the suite answered; absent if it gave the sender no answer. */
  readonly answered?: number;
  /** Number of the earlier delivery of the same event: repetition is free (FRE-191). */
  readonly repeats?: number;
}

type Members = Readonly<Record<string, unknown>>;

const parsed = new WeakMap<ReceivedRequest, unknown>();

/** Returns the body as JSON, or undefined if it is not JSON. Each body is parsed once. */
export function deliveredJson({ received }: Pick<Delivery, 'received'>): unknown {
  if (!parsed.has(received)) parsed.set(received, received.base64 === undefined ? parseJson(received.body) : undefined);
  return parsed.get(received);
}

/** Returns the envelope, or undefined if the body is not a JSON object. */
export function envelopeOf(delivery: Pick<Delivery, 'received'>): Members | undefined {
  return membersOf(deliveredJson(delivery));
}

/** Returns the message of the event, or undefined if the envelope has no such object. */
export function messageOf(delivery: Pick<Delivery, 'received'>): Members | undefined {
  return membersOf(envelopeOf(delivery)?.['message']);
}

/** Returns a value as an object, or undefined if it is anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}
