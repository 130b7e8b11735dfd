import { overTls } from '../listening/certificate.ts';
import type { LoadedProfile } from '../profile/load.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { openReceiver } from '../receiver/receiver.ts';
import { DeliveryRoom } from './delivery-room.ts';

/** How a receiver is spoken to: over TLS with the suite's own authority, or in clear text (FRE-196). */
export type ReceiverScheme = 'https' | 'http';

/** What was found out of whether the tenant's deliveries arrive at all. */
export interface Reach {
  readonly receiver: Receiver;
  /** Whether anything arrived when everything was caused that is delivered. */
  readonly arrives: boolean;
}

/** The one place of a session where webhook deliveries are received. Nobody listens there before one is wanted. */
export class ReceiverPlace {
  readonly #now: () => number;
  readonly #place: NonNullable<LoadedProfile['receiver']>;
  readonly #open = new Map<ReceiverScheme, Promise<Receiver>>();
  #reach: Promise<Reach> | undefined;
  /** Resources that causes and records of any check of the session are about, and the app for which they were caused. */
  readonly resources = new Map<string, string | undefined>();
  readonly #kinds = new Map<string, string[]>();
  /** When the suite last had an app installed, in milliseconds of its clock, by the app's id. */
  readonly installed = new Map<string, number>();
  readonly room: DeliveryRoom;

  /**
   * @param now milliseconds of a monotonic clock
   * @param place where to listen, and how the tenant gets there; any free port of this machine unless given
   */
  constructor(now: () => number, place: LoadedProfile['receiver'] = { listen: '127.0.0.1:0' }) {
    this.#now = now;
    this.#place = place;
    this.room = new DeliveryRoom(now);
  }

  /**
   * Takes down that an event of this kind was caused for a resource of this identifier: each kind of resource may be
   * counted by itself, so that one identifier stands for several (FRE-202).
   *
   * @returns all kinds of which that is known, those too that come later
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

  /** Behind a public address it is somebody else who speaks TLS, and the suite speaks clear text. */
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

  /** Gives up one way of being reached, so that the other may take its port. */
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
