import { isRefusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { countInARow, follow, lose, oneAtATime } from '../operators/changes.ts';
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

/** Suspensions that are lost, or that end without an un-suspension. */
export const endOfSuspensionFaults: readonly Fault[] = [
  ...breaking('LIF-01', {
    'a-second-suspension-in-a-row-ends-the-first': [
      (normal) => ({
        setUserActive: (tenant, user, active) => {
          normal.setUserActive(tenant, user, active || !user.active);
        },
      }),
      'Suspending a user turns the state over: one who is suspended already is active again.',
      ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'the-fifth-suspension-is-lost': [
      {
        breaks: ['LIF-06'],
        also: ['LIF-42'],
        wrong: () => lose('suspension', (_user, times) => times === 5),
      },
      always,
      'The fifth suspension of a user does nothing.',
    ],
    'the-second-suspension-does-nothing': [
      endedBy(lose('suspension', (_user, times) => times >= 2)),
      always,
      'A user can be suspended once only.',
      { breaks: ['LIF-06'], also: ['LIF-01'] },
    ],
    'no-suspension-without-projects': [
      endedBy(
        lose('suspension', ({ id }, _times, { state }) =>
          state.projects.values().every((project) => !isMember(project, id)),
        ),
      ),
      always,
      'The suspension of a user who is in no project is lost.',
    ],
    'no-suspension-of-capitals': [
      endedBy(lose('suspension', ({ email }) => /[A-Z]/.test(email))),
      always,
      'The suspension of a user whose e-mail address has capitals is lost.',
    ],
    'no-suspension-of-names-with-marks': [
      endedBy(lose('suspension', hasMarks)),
      always,
      'The suspension of a user with an apostrophe or marks of HTML in the name is lost.',
    ],
    'no-suspension-of-names-beyond-ascii': [
      endedBy(lose('suspension', isBeyondAscii)),
      always,
      'The suspension of a user with letters beyond ASCII in the name is lost.',
    ],
    'a-withdrawal-ends-a-suspension': [
      endedBy(before('revokeAccess', (tenant, _project, { id }) => activate(tenant, tenant.state.users.get(id)))),
      always,
      'A suspended user who is taken out of a project is active again.',
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
      'A suspended user for whom a further key is made is active again.',
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
      'A call with an ID token of a suspended user is refused and makes the user active again.',
    ],
    'a-sign-in-attempt-ends-the-suspension': [
      endedBy(
        after('userWhoSignsIn', (_outcome, { tenant }, email, password) => {
          const user = tenant.state.users.by(email.trim());
          if (user?.password === password) activate(tenant, user);
        }),
      ),
      always,
      'A suspended user who tries to sign in is active again from then on.',
    ],
    'one-suspended-user-at-a-time': [
      endedBy(oneAtATime('suspension', activate)),
      always,
      'When another user is suspended, the one before is active again.',
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
      'When a user is un-suspended, all who were suspended in the same minute are.',
    ],
    'unarchiving-unsuspends-its-users': [
      endedBy(
        follow('unarchiving', (tenant, { id }) => {
          const { delegations, users } = tenant.state;
          for (const { appId, userId } of delegations) if (appId === id) activate(tenant, users.get(userId));
        }),
      ),
      always,
      'When an app is unarchived, the users who let it act for them are active, suspended or not.',
    ],
    'repeated-suspensions-are-counted': [
      { breaks: ['LIF-06'], also: ['LIF-05', 'LIF-42'], wrong: () => countInARow('suspension') },
      always,
      'A user who was suspended twice in a row has to be un-suspended as often.',
    ],
  }),
];
