import { Journal } from '../../core/journal.ts';
import type { Session } from '../session/session.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';

/** Response times of a tenant, in milliseconds. */
export interface Latency {
  /** Time of a plain call while no other request is under way. */
  readonly callMs: number;
  /**
   * Average time of each of several parallel calls. It equals `callMs` if the tenant answers them one after another.
   */
  readonly sharedCallMs: number;
  /** The same for a control operation that changes nothing; absent if there is none. */
  readonly operationMs?: number;
  readonly sharedOperationMs?: number;
}

/** Number of single calls. The first one also makes the connection. */
const alone = 3;
/** Numbers of parallel calls. Before the second round, a limit that adapts to the answers can rise. */
const together = [4, 8] as const;

/** Measures the response times with calls that carry no credential and change nothing. */
export async function measureLatency(session: Session): Promise<Latency> {
  const hosted = await session.host({ id: 'latency', needs: [] });
  try {
    const { scene, close } = await hosted.host.open(new Journal());
    try {
      const [, listing] = versionedListings;
      // measured from the sending: a wait for the pace of the profile is not the tenant's time
      const call = async (part: Scene): Promise<number> =>
        (await part.call(listing.path, { note: 'how soon does the tenant answer?' })).ms;
      const calls = await measure(scene, call);
      const ofCalls = { callMs: calls.alone, sharedCallMs: calls.shared };
      if (!scene.supports('clock.now')) return ofCalls;
      const { now } = scene.target.realTime;
      const operate = async (part: Scene): Promise<number> => {
        const began = now();
        await part.operate('clock.now', {});
        return now() - began;
      };
      const operations = await measure(scene, operate);
      return { ...ofCalls, operationMs: operations.alone, sharedOperationMs: operations.shared };
    } finally {
      await close();
    }
  } finally {
    await hosted.close();
  }
}

/**
 * Measures calls alone, and calls in parallel.
 *
 * @param once makes one call and returns its milliseconds
 */
async function measure(
  scene: Scene,
  once: (part: Scene) => Promise<number>,
): Promise<{ readonly alone: number; readonly shared: number }> {
  const { now } = scene.target.realTime;
  let soonest = Infinity;
  for (let time = 0; time < alone; time++) soonest = Math.min(soonest, await once(scene));
  let shared = soonest;
  for (const width of together) {
    const began = now();
    await scene.together(Array.from({ length: width }, () => once));
    shared = (now() - began) / width;
  }
  return { alone: soonest, shared };
}
