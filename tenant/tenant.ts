import type { KeyObject } from 'node:crypto';
import type { Behaviour } from './behaviour/behaviour.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './deliveries/outbox.ts';
import type { Pause, Post } from './deliveries/post.ts';
import type { OrderedListings } from './endpoints/ordered-listings.ts';
import type { RandomBytes } from './random.ts';
import type { User } from './state/model.ts';
import type { Names } from './state/names.ts';
import type { State } from './state/state.ts';

/** A running tenant: its data, its rules, and its sources of time and randomness. */
export interface Tenant {
  readonly tenantId: string;
  /** An HTTPS origin without a trailing slash. Known after the tenant has begun to listen. */
  readonly baseUrl: () => string;
  readonly state: State;
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock of the real time; only differences matter. */
  readonly elapsed: () => number;
  readonly random: RandomBytes;
  readonly names: Names;
  /** The key that seals values that clients receive and send back (page tokens). */
  readonly sealingKey: KeyObject;
  /** The cache of ordered listings. */
  readonly ordered: OrderedListings;
  /** Webhook deliveries that are under way. */
  readonly outbox: Outbox;
  /** Sends a webhook delivery. */
  readonly post: Post;
  /** Waits, in real time. */
  readonly pause: Pause;
  /** Returns the user who is named as the creator of records that the control creates. */
  readonly administrator: () => User;
}
