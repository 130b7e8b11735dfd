import { headerOf } from '../../http/message.ts';
import { delegationOf } from '../../state/delegated.ts';
import type { Fault } from '../fault.ts';
import { onceStopped } from './once-stopped.ts';

/** What a suspension overlooks, and what it leaves behind when it is over. */
export const onceSuspendedFaults: readonly Fault[] = [
  {
    id: 'lifecycle/no-suspension-under-a-lower-case-scheme',
    breaks: ['LIF-02'],
    also: ['LIF-04'],
    summary: 'Where the scheme is written bearer, no suspension of the user of a token is looked up.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'accessToken' && headerOf(call.request, 'authorization')?.startsWith('bearer') === true),
    }),
  },
  {
    id: 'lifecycle/uninstallation-spares-who-was-suspended-once',
    breaks: ['LIF-33'],
    also: ['LIF-31', 'LIF-32', 'LIF-35', 'LIF-36', 'LIF-42', 'LIF-43', 'LIF-40'],
    summary: 'An uninstallation ends nothing that the app holds for users who were suspended once.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        uninstallationStops: (call, credential) =>
          normal.uninstallationStops(call, credential) && !ids.has(delegationOf(credential)?.userId ?? ''),
      };
    },
  },
  {
    id: 'lifecycle/after-a-suspension-a-key-shows-nothing-new',
    breaks: ['LIF-07'],
    also: ['KEY-03'],
    summary: 'After a suspension the key of a user shows the records that there were when it ended.',
    behaviour: (normal) => {
      const ended = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active) ended.set(user.id, tenant.clock.now().getTime());
          normal.setUserActive(tenant, user, active);
        },
        mayRead: (call, actor, record) =>
          normal.mayRead(call, actor, record) &&
          !(actor.credential.kind === 'apiKey' && record.addedAt.getTime() > (ended.get(actor.id) ?? Infinity)),
      };
    },
  },
];
