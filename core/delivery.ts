import { parseJson } from './json-text.ts';

/** What came to an address of the suite's own, as it was sent. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as they arrived. */
  readonly target: string;
  /** Names in lower case; a list where a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** The octets, where they are not UTF-8 and `body` is only what can be read of them. */
  readonly base64?: string;
}

/** A webhook delivery that the suite received. Plain data, so that it can be judged again from where it was stored. */
export interface Delivery {
  /** Counted together with the exchanges of its case. */
  readonly number: number;
  /** Milliseconds since the check began. */
  readonly at: number;
  /** The address that the tenant was told to deliver to. */
  readonly address: string;
  readonly received: ReceivedRequest;
  /** What the suite answered; nothing where it let the sender wait. */
  readonly answered?: number;
  /** Number of the delivery that told of the same event before: repeating is free (FRE-191). */
  readonly repeats?: number;
}

type Members = Readonly<Record<string, unknown>>;

const parsed = new WeakMap<ReceivedRequest, unknown>();

/** The body as JSON, or undefined where it is not JSON. Parsed once. */
export function deliveredJson({ received }: Pick<Delivery, 'received'>): unknown {
  if (!parsed.has(received)) parsed.set(received, received.base64 === undefined ? parseJson(received.body) : undefined);
  return parsed.get(received);
}

/** The envelope, or undefined where the body is no JSON object. */
export function envelopeOf(delivery: Pick<Delivery, 'received'>): Members | undefined {
  return membersOf(deliveredJson(delivery));
}

/** The event's own message, or undefined where there is no such object. */
export function messageOf(delivery: Pick<Delivery, 'received'>): Members | undefined {
  return membersOf(envelopeOf(delivery)?.['message']);
}

/** A value as an object, or undefined where it is anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}
