import { isRefusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { countInARow, follow, loseChange, oneAtATime } from '../operators/changes.ts';
import { always } from '../operators/kinds.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { isMember } from '../operators/standing.ts';
import { suspensionSpares } from './decisions.ts';
import { hasMarks, isBeyondAscii } from './names.ts';
import { breaking } from './rows.ts';

const endedBy = (deviation: Fault['behaviour']) => by(suspensionSpares.everything, deviation);

/** Makes a user active, suspended or not. */
const activate = (tenant: Tenant, user: User | undefined): void => {
  if (user !== undefined) tenant.behaviour.setUserActive(tenant, user, true);
};

/** Faults in which a suspension has no effect, or ends without an un-suspension. */
export const endOfSuspensionFaults: readonly Fault[] = [
  ...breaking('LIF-01', {
    'a-second-suspension-in-a-row-ends-the-first': [
      (normal) => ({
        setUserActive: (tenant, user, active) => {
          normal.setUserActive(tenant, user, active || !user.active);
        },
      }),
      'Suspending a user who is already suspended makes the user active again.',
      ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'the-fifth-suspension-is-lost': [
      {
        breaks: ['LIF-06'],
        also: ['LIF-42'],
        wrong: () => loseChange('suspension', (_user, times) => times === 5),
      },
      always,
      'The fifth suspension of a user has no effect.',
    ],
    'the-second-suspension-does-nothing': [
      endedBy(loseChange('suspension', (_user, times) => times >= 2)),
      always,
      'The second suspension of a user and later ones have no effect.',
      { breaks: ['LIF-06'], also: ['LIF-01'] },
    ],
    'no-suspension-without-projects': [
      endedBy(
        loseChange('suspension', ({ id }, _times, { state }) =>
          state.projects.values().every((project) => !isMember(project, id)),
        ),
      ),
      always,
      'Suspension has no effect on a user who is in no project.',
    ],
    'no-suspension-of-capitals': [
      endedBy(loseChange('suspension', ({ email }) => /[A-Z]/.test(email))),
      always,
      'Suspension has no effect on a user whose e-mail address has capital letters.',
    ],
    'no-suspension-of-names-with-marks': [
      endedBy(loseChange('suspension', hasMarks)),
      always,
      'Suspension has no effect on a user with an apostrophe or HTML characters in the name.',
    ],
    'no-suspension-of-names-beyond-ascii': [
      endedBy(loseChange('suspension', isBeyondAscii)),
      always,
      'Suspension has no effect on a user with letters beyond ASCII in the name.',
    ],
    'a-withdrawal-ends-a-suspension': [
      endedBy(before('revokeAccess', (tenant, _project, { id }) => activate(tenant, tenant.state.users.get(id)))),
      always,
      'A suspended user who is removed from a project is active again.',
    ],
    'a-grant-ends-the-suspension': [
      endedBy(before('grantAccess', (tenant, _project, { id }) => activate(tenant, tenant.state.users.get(id)))),
      always,
      'A suspended user who is added to a project is active again.',
    ],
    'a-new-key-ends-a-suspension': [
      endedBy(before('rotateApiKey', activate)),
      always,
      'A suspended user whose key is rotated is active again.',
      { breaks: ['LIF-02'], also: ['LIF-01'] },
    ],
    'a-further-key-ends-a-suspension': [
      endedBy(before('createApiKey', activate)),
      always,
      'A suspended user for whom a further key is created is active again.',
      { breaks: ['LIF-02'], also: ['LIF-01'] },
    ],
    'an-id-token-ends-a-suspension': [
      endedBy(
        after('authenticateIdToken', (actor, call) => {
          const outcome = call.found.idToken?.outcome;
          if (!isRefusal(actor) || outcome === undefined || isRefusal(outcome)) return;
          const user = call.tenant.behaviour.userOfIdToken(call, outcome);
          if (!isRefusal(user)) activate(call.tenant, user);
        }),
      ),
      always,
      'The tenant refuses a call with an ID token of a suspended user, but then makes the user active again.',
    ],
    'a-sign-in-attempt-ends-the-suspension': [
      endedBy(
        after('userWhoSignsIn', (_outcome, { tenant }, email, password) => {
          const user = tenant.state.users.by(email.trim());
          if (user?.password === password) activate(tenant, user);
        }),
      ),
      always,
      'A suspended user who tries to sign in becomes active again.',
    ],
    'one-suspended-user-at-a-time': [
      endedBy(oneAtATime('suspension', activate)),
      always,
      'When another user is suspended, the user who was suspended before is active again.',
    ],
    'unsuspending-one-resumes-all': [
      endedBy(
        follow('unsuspension', (tenant, { activeChangedAt }, lasted) => {
          for (const each of tenant.state.users.values()) {
            const apart = activeChangedAt.getTime() - lasted - each.activeChangedAt.getTime();
            if (Math.abs(apart) < MINUTE) activate(tenant, each);
          }
        }),
      ),
      always,
      'When a user is un-suspended, all users who were suspended within a minute of that user become active too.',
    ],
    'unarchiving-unsuspends-its-users': [
      endedBy(
        follow('unarchiving', (tenant, { id }) => {
          const { delegations, users } = tenant.state;
          for (const { appId, userId } of delegations) if (appId === id) activate(tenant, users.get(userId));
        }),
      ),
      always,
      'When an app is unarchived, all users who authorized it become active, suspended or not.',
    ],
    'repeated-suspensions-are-counted': [
      { breaks: ['LIF-06'], also: ['LIF-05', 'LIF-42'], wrong: () => countInARow('suspension') },
      always,
      'A user who was suspended twice in a row must be un-suspended twice.',
    ],
  }),
];
