import { overTls } from '../listening/certificate.ts';
import type { LoadedProfile } from '../profile/load.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { openReceiver } from '../receiver/receiver.ts';
import { DeliveryRoom } from './delivery-room.ts';

/** How the tenant calls a receiver: over TLS with the suite's own authority, or unencrypted (FRE-196). */
export type ReceiverScheme = 'https' | 'http';

/** The finding whether the tenant's deliveries arrive at all. */
export interface Reach {
  readonly receiver: Receiver;
  /** Whether anything arrived after the suite had caused all events that are delivered. */
  readonly arrives: boolean;
}

/** The one place of a session that receives webhook deliveries. It listens only after a receiver is needed. */
export class ReceiverPlace {
  readonly #now: () => number;
  readonly #place: NonNullable<LoadedProfile['receiver']>;
  readonly #open = new Map<ReceiverScheme, Promise<Receiver>>();
  #reach: Promise<Reach> | undefined;
  /** Resources of the causes and records of all checks in the session, with the app for which they were caused. */
  readonly resources = new Map<string, string | undefined>();
  readonly #kinds = new Map<string, string[]>();
  /** When the suite last had an app installed, in milliseconds of its clock, by the app's id. */
  readonly installed = new Map<string, number>();
  readonly room: DeliveryRoom;

  /**
   * @param now milliseconds of a monotonic clock
   * @param place where to listen, and how the tenant reaches that place; any free port of this machine by default
   */
  constructor(now: () => number, place: LoadedProfile['receiver'] = { listen: '127.0.0.1:0' }) {
    this.#now = now;
    this.#place = place;
    this.room = new DeliveryRoom(now);
  }

  /**
   * Records that an event of this kind was caused for a resource with this identifier. A tenant may number each kind of
   * resource separately, so that one identifier stands for several resources (FRE-202).
   *
   * @returns all kinds known for the identifier; later ones are added to the same list
   */
  kindsFor(resourceId: string, type: string): readonly string[] {
    const kinds = this.#kinds.get(resourceId) ?? [];
    this.#kinds.set(resourceId, kinds);
    if (!kinds.includes(type)) kinds.push(type);
    return kinds;
  }

  get publicUrl(): string | undefined {
    return this.#place.publicUrl;
  }

  /** Opens a receiver. Behind a public address, another server terminates TLS, and the suite speaks plain HTTP. */
  receiver(scheme: ReceiverScheme = 'https'): Promise<Receiver> {
    let opened = this.#open.get(scheme);
    if (opened === undefined) this.#open.set(scheme, (opened = this.#listen(scheme)));
    return opened;
  }

  /** Finds out once how the tenant reaches the suite. */
  async reach(find: () => Promise<Reach>): Promise<Reach> {
    const reach = (this.#reach ??= find());
    try {
      return await reach;
    } catch (error) {
      if (this.#reach === reach) this.#reach = undefined;
      throw error;
    }
  }

  /** Closes the receiver of one scheme, so that the other may use its port. */
  async abandon(scheme: ReceiverScheme): Promise<void> {
    const opened = this.#open.get(scheme);
    this.#open.delete(scheme);
    await (await opened)?.close();
  }

  async close(): Promise<void> {
    for (const opened of this.#open.values()) await (await opened).close();
  }

  async #listen(scheme: ReceiverScheme): Promise<Receiver> {
    return openReceiver(scheme === 'http' ? this.#place : await overTls(this.#place), { now: this.#now });
  }
}
