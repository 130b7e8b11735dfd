import { Journal } from '../../core/journal.ts';
import { Interrupted, PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { Session } from '../session/session.ts';
import { receiverFor } from './webhooks.ts';

const arrival = {
  id: 'do deliveries arrive?',
  needs: ['app.create', 'app.setWebhook', 'event.trigger'],
} as const;

/**
 * Has the tenant make every kind of delivery once, to find out whether any arrives. Used before the first check of a
 * session that is used for nothing else.
 *
 * @returns the reason why deliveries do not arrive, with a remedy; undefined if some arrive, or if that cannot be found
 *   out
 */
export async function reasonDeliveriesDoNotArrive(session: Session, signal?: AbortSignal): Promise<string | undefined> {
  const hosted = await session.host(arrival, signal);
  try {
    if (hosted.host.missing(arrival) !== undefined) return undefined;
    const { scene, close } = await hosted.host.open(new Journal());
    try {
      await receiverFor(scene);
      return undefined;
    } catch (error) {
      if (error instanceof PremiseUnmet) return error.message;
      // the checks report a control that fails
      if (error instanceof TestBedTrouble || error instanceof Interrupted) return undefined;
      throw error;
    } finally {
      await close();
    }
  } finally {
    await hosted.close();
  }
}
