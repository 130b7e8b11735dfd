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

/** A tenant at work: what it remembers, by which rules it decides, and where its time and chance come from. */
export interface Tenant {
  readonly tenantId: string;
  /** An HTTPS origin without a trailing slash. Known once the tenant listens. */
  readonly baseUrl: () => string;
  readonly state: State;
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock of the real time; only differences matter. */
  readonly elapsed: () => number;
  readonly random: RandomBytes;
  readonly names: Names;
  /** The key with which what clients carry back and forth (page tokens) is sealed. */
  readonly sealingKey: KeyObject;
  /** Listings that were put in order already. */
  readonly ordered: OrderedListings;
  /** Webhook deliveries that are under way. */
  readonly outbox: Outbox;
  /** Sends a webhook delivery. */
  readonly post: Post;
  /** Waits, in real time. */
  readonly pause: Pause;
  /** Who is named as the creator of what the control creates. */
  readonly administrator: () => User;
}
