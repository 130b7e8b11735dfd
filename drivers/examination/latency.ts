import { Journal } from '../../core/journal.ts';
import type { Session } from '../session/session.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';

/** How soon a tenant answers, in milliseconds. */
export interface Latency {
  /** A plain call when nothing else is asked for. */
  readonly callMs: number;
  /** What each of several calls at the same time takes, on the average: as much as one where one follows another. */
  readonly sharedCallMs: number;
  /** The same of an operation of the control that changes nothing; without it where there is none. */
  readonly operationMs?: number;
  readonly sharedOperationMs?: number;
}

/** The first one also makes the connection. */
const alone = 3;
/** The second time a pace that follows the answers has learnt that so many are answered, where they are. */
const together = [4, 8] as const;

/** Measures it by calls without a credential, which change nothing. */
export async function measureLatency(session: Session): Promise<Latency> {
  const visit = await session.visit({ id: 'latency', needs: [] });
  try {
    const { scene, close } = await visit.host.open(new Journal());
    try {
      const [, listing] = versionedListings;
      // from the sending: what the pace of the profile has it wait for is none of the tenant's
      const call = async (part: Scene): Promise<number> =>
        (await part.call(listing.path, { note: 'how soon does the tenant answer?' })).ms;
      const calls = await measure(scene, call);
      const told = { callMs: calls.alone, sharedCallMs: calls.shared };
      if (!scene.supports('clock.now')) return told;
      const { now } = scene.target.realTime;
      const operate = async (part: Scene): Promise<number> => {
        const began = now();
        await part.operate('clock.now', {});
        return now() - began;
      };
      const operations = await measure(scene, operate);
      return { ...told, operationMs: operations.alone, sharedOperationMs: operations.shared };
    } finally {
      await close();
    }
  } finally {
    await visit.close();
  }
}

/** @param once does it and gives how long it took */
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
