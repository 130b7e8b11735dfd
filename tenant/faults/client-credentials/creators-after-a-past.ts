import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { onceArchived } from '../once-archived.ts';

/** What some apps write names the user who was added to the tenant last. */
const namingTheLatestUser =
  (normal: Behaviour, which: (call: Call, actor: Actor) => boolean): Behaviour['attributedTo'] =>
  (call, actor) => {
    const user = [...call.tenant.state.users.values()].at(-1);
    return user === undefined || actor.kind === 'user' || !which(call, actor)
      ? normal.attributedTo(call, actor)
      : { kind: 'user', id: user.id };
  };

/** Apps to which something has happened, and whom what they create names from then on. */
export const creatorsAfterAPastFaults: readonly Fault[] = [
  {
    id: 'client-credentials/creators-are-lost-with-a-secret',
    breaks: ['CCR-15'],
    summary: 'What an app creates after a rotation of its secret names the user who was added last.',
    behaviour: (normal) => ({
      attributedTo: namingTheLatestUser(
        normal,
        (call, { id }) => (call.tenant.state.apps.get(id)?.formerSecrets.length ?? 0) > 0,
      ),
    }),
  },
  {
    id: 'client-credentials/creators-are-lost-in-the-archive',
    breaks: ['CCR-15'],
    summary: 'What an app creates that was archived and unarchived names the user who was added last.',
    behaviour: (normal) => {
      const { apps, remembering } = onceArchived(normal);
      return { ...remembering, attributedTo: namingTheLatestUser(normal, (_call, { id }) => apps.has(id)) };
    },
  },
];
