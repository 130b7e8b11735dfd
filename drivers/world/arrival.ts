import { Journal } from '../../core/journal.ts';
import { Interrupted, PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { Session } from '../session/session.ts';
import { receiverFor } from './webhooks.ts';

const visitor = {
  id: 'do deliveries arrive?',
  needs: ['app.create', 'app.setWebhook', 'event.trigger'],
} as const;

/**
 * Has the tenant deliver everything that it delivers, once, to see whether anything arrives. For before the first check
 * of a session that is used for nothing else.
 *
 * @returns what keeps deliveries from arriving and how to mend it; undefined where some arrive, or nobody can tell
 */
export async function hindranceOfDeliveries(session: Session, signal?: AbortSignal): Promise<string | undefined> {
  const visit = await session.visit(visitor, signal);
  try {
    if (visit.host.missing(visitor) !== undefined) return undefined;
    const { scene, close } = await visit.host.open(new Journal());
    try {
      await receiverFor(scene);
      return undefined;
    } catch (error) {
      if (error instanceof PremiseUnmet) return error.message;
      // that the control fails is for the checks to tell
      if (error instanceof TestBedTrouble || error instanceof Interrupted) return undefined;
      throw error;
    } finally {
      await close();
    }
  } finally {
    await visit.close();
  }
}
