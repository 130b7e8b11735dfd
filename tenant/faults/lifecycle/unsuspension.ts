import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, HOUR, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow, loseChange } from '../operators/changes.ts';
import { all, always, isDelegated, isKey, onVersion } from '../operators/kinds.ts';
import { happened, itsUser, unsuspended } from '../operators/memories.ts';
import { ago, isSince, itsRecord, lastSuspension, type Moment } from '../operators/moments.ts';
import { alsoStop, creditInstead } from '../operators/operators.ts';
import { issuedAtOf, keyIn, ofActor, type Presented } from '../operators/presented.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { isBack, isSuspended, userHasApp } from '../operators/standing.ts';
import { unsuspensionLoses as loses } from './decisions.ts';
import { addedBefore, losing } from './pauses.ts';
import { leaveProjects } from './projects.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes, before, onlyIf } from '../operators/rules.ts';

const rotate = (tenant: Tenant, user: User): void => void tenant.behaviour.rotateApiKey(tenant, user);

/** Returns the time of the user's first consent to the app. */
const firstConsent: Moment = (call, { userId, appId }) =>
  call.tenant.state.consents.find((one) => one.userId === userId && one.appId === appId)?.givenAt;

const triedWhileSuspended = happened(
  keyIn,
  (count) =>
    before('keyFitsCall', (call, key) => {
      if (call.tenant.behaviour.userIsSuspended(call, key.userId)) count(key);
    }),
  3,
);

const suspendedBesideAnother = happened(itsUser, (note) =>
  follow('suspension', ({ state }, { id }) => {
    if (state.users.values().some((other) => other.id !== id && isSuspended(other))) note(id);
  }),
);

/** Makes a record that a user creates name another user. */
const writesAs = (another: (call: Call, presented: Presented) => string | undefined): Wrong => ({
  breaks: ['LIF-16'],
  also: ['LIF-42'],
  wrong: creditInstead(always, (call, presented) => {
    const id = another(call, presented);
    return id === undefined ? undefined : { kind: 'user', id };
  }),
});

/** Faults about what comes back when a user is un-suspended. */
export const unsuspensionFaults: readonly Fault[] = [
  ...breaking(
    'LIF-05',
    {
      'refused-keys-are-remembered-for-an-hour': [
        (normal) => {
          const until = new WeakMap<ApiKey, number>();
          return {
            keyFitsCall: (call, key) => {
              const now = call.now.getTime();
              if (!normal.keyFitsCall(call, key) || now < (until.get(key) ?? 0)) return false;
              if (call.tenant.behaviour.userIsSuspended(call, key.userId)) until.set(key, now + HOUR);
              return true;
            },
          };
        },
        'A key that was presented during a suspension is refused for an hour, even after the un-suspension.',
        ['LIF-42'],
      ],
      'keys-that-were-never-used-do-not-come-back': [
        (normal) => {
          const used = new WeakSet<ApiKey>();
          return {
            keyFitsCall: (call, key) => {
              used.add(key);
              return normal.keyFitsCall(call, key);
            },
            setUserActive: (tenant, user, active) => {
              for (const key of active ? [] : tenant.state.apiKeys.values()) {
                if (key.userId === user.id && !used.has(key)) key.retiredAt ??= tenant.clock.now();
              }
              normal.setUserActive(tenant, user, active);
            },
          };
        },
        'A suspension ends the keys that the user had not used before.',
      ],
    },
    ['LIF-06', 'LIF-07', 'LIF-16'],
  ),
  ...breaking('LIF-07', {
    'unsuspended-keys-see-everything': [
      alsoIf('mayRead', (call, actor) => all(isKey, isBack)(call, ofActor(actor))),
      'After a suspension, a key is not limited to the projects of its owner.',
      ['LIF-42'],
    ],
  }),
  ...breaking('LIF-16', {
    'e-mail-addresses-of-unsuspended-users-lead-nowhere': [
      onlyIf('emailMatches', (call, user) => !isBack(call, { userId: user.id })),
      'The tenant finds no user for the ID tokens of a user who was suspended.',
      ['LIF-42'],
    ],
  }),
  ...breaking(
    'LIF-20',
    {
      'unsuspended-users-cannot-sign-in': [
        becomes('userWhoSignsIn', (user, call) =>
          'refused' in user || !isBack(call, { userId: user.id })
            ? user
            : refusal('suspended-sign-in', 'Your account is locked.'),
        ),
        'A user who was suspended can use the old session, but cannot sign in again.',
        ['LIF-16', 'LIF-45'],
      ],
      'browsers-from-before-a-suspension-get-no-further': [
        (normal) => ({
          showNext: (call, request) => {
            const { behaviour, state } = call.tenant;
            const session = behaviour.sessionOf(call);
            const since = state.users.get(session?.userId ?? '')?.activeChangedAt.getTime() ?? 0;
            return session !== undefined && session.startedAt.getTime() < since
              ? behaviour.refuseInBrowser(call, refusal('suspended-sign-in', 'The session was suspended.'))
              : normal.showNext(call, request);
          },
        }),
        'A browser in which a user was signed in before a suspension always shows an error after it.',
        ['LIF-44', 'LIF-43'],
      ],
    },
    ['LIF-42'],
  ),
  ...breaking(
    'LST-31',
    {
      'grants-of-a-suspension-are-lost': [
        losing(isSuspended),
        'If a suspended user is added to a project, the project stays hidden from the user after the un-suspension.',
        ['LIF-20', 'DEL-31'],
      ],
      'withdrawals-of-a-suspension-are-undone': [
        (normal) => ({
          revokeAccess: (tenant, project, actor) => {
            if (tenant.state.users.get(actor.id)?.active !== false) normal.revokeAccess(tenant, project, actor);
          },
        }),
        'After a suspension, a user still has the projects that were withdrawn during it.',
      ],
    },
    ['LIF-07', 'LIF-16', 'DEL-35'],
  ),
  ...faultsOf('lifecycle', {
    'the-key-comes-back-as-a-new-one': [
      by(loses.keys, follow('unsuspension', rotate)),
      always,
      "When a user is un-suspended, the user's key is replaced by a new one.",
    ],
    'a-long-suspension-ends-the-key': [
      by(
        loses.keys,
        follow('unsuspension', (tenant, user, lasted) => {
          if (lasted > DAY) rotate(tenant, user);
        }),
      ),
      always,
      'A key does not work again after a suspension of more than a day.',
    ],
    'an-unsuspension-within-a-second-does-nothing': [
      by(
        loses.keys,
        loseChange(
          'unsuspension',
          ({ activeChangedAt }, _times, { clock }) => clock.now().getTime() - activeChangedAt.getTime() < 1000,
        ),
      ),
      always,
      'An un-suspension within a second of the suspension has no effect.',
      { also: ['LIF-20', 'VER-15'] },
    ],
    'keys-come-back-on-v2-only': [
      loses.keys,
      onVersion('v3'),
      'v3 refuses the key of a user who was suspended once.',
      { also: ['KEY-14', 'KEY-16'] },
    ],
    'a-key-that-was-tried-stays-blocked': [
      loses.keys,
      triedWhileSuspended,
      'A key that was presented three times while its owner was suspended stays refused.',
    ],
    'a-resumed-key-lasts-a-week': [
      loses.keys,
      ago(WEEK, lastSuspension),
      'The key of a user who was suspended once works only for a week after the un-suspension.',
    ],
    'a-resumed-key-creates-nothing': [
      loses.keys,
      creates,
      'The key of a user who was suspended once can list records, but cannot create entries.',
    ],
    'keys-come-back-without-following-pages': [
      loses.keys,
      isFollowing,
      'The key of a user who was suspended once is refused for following pages.',
    ],
    'a-key-filters-nothing-after-a-suspension': [
      loses.keys,
      filters,
      'The key of a user who was suspended once is refused for listings with a filter.',
    ],
    'keys-without-an-end-do-not-come-back': [
      loses.keys,
      (_call, presented) => Number(issuedAtOf(presented)) < KEYS_EXPIRE_SINCE,
      'A key that does not expire does not work again after a suspension.',
    ],
    'keys-of-users-with-apps-do-not-come-back': [
      loses.keys,
      userHasApp(() => true),
      'The key of a user who has authorized an app does not work again after a suspension.',
    ],
    'rotated-keys-do-not-come-back': [
      loses.keys,
      (call, { userId }) =>
        call.tenant.state.apiKeys.values().some((key) => key.userId === userId && key.retiredAt !== undefined),
      'A key from a rotation does not work again after a suspension.',
      { also: ['KEY-16', 'KEY-17'] },
    ],
    'suspension-of-two-resumes-one-key': [
      loses.keys,
      suspendedBesideAnother,
      'If several users are suspended at the same time, only the key of the first one works again afterwards.',
      { also: ['LIF-08'] },
    ],
    'the-second-suspension-is-for-good': [
      loses.keys,
      unsuspended(2),
      'The key of a user who was suspended twice does not work again.',
      { breaks: ['LIF-06'], also: ['LIF-05', 'LIF-20', 'LIF-02', 'LIF-03', 'LIF-45'] },
    ],
    'for-an-unsuspended-user-nothing-is-created': [
      loses.accessTokens,
      creates,
      'The access tokens that a user authorizes after a suspension cannot create records.',
    ],
    'for-an-unsuspended-user-no-page-follows': [
      loses.accessTokens,
      isFollowing,
      'The access tokens that a user authorizes after a suspension are refused for following pages.',
    ],
    'tokens-after-two-suspensions-are-dead': [
      { ...loses.accessTokens, wrong: alsoStop('tokenHasEnded', isDelegated) },
      unsuspended(2),
      'The access tokens of a user who was suspended twice are refused.',
      { also: ['LIF-02', 'LIF-03', 'LIF-43'] },
    ],
    'apps-from-before-a-suspension-get-dead-tokens': [
      loses.held,
      isSince(lastSuspension, firstConsent),
      'If a user consented to an app before a suspension, the tokens that the app obtains after it are refused.',
      { also: ['LIF-02', 'LIF-03', 'LIF-45'] },
    ],
    'apps-that-are-new-after-a-suspension-get-dead-tokens': [
      loses.held,
      isSince(firstConsent, lastSuspension),
      'If a user consents to an app for the first time after a suspension, its tokens are refused.',
    ],
    'an-unsuspended-user-has-lost-the-projects': [
      by(loses.records, follow('suspension', leaveProjects)),
      always,
      'A suspension removes the user from all projects.',
      { breaks: ['LIF-07', 'LIF-16'], also: ['LIF-20', 'LIF-38'] },
    ],
    'unsuspended-keys-see-no-plates': [
      loses.records,
      all(isKey, (_call, { record }) => record?.kind === 'plate'),
      'After a suspension, a key shows the entries of its owner, but no plates.',
    ],
    'apps-see-nothing-for-unsuspended-users': [
      loses.records,
      isDelegated,
      'After a suspension, what apps hold for the user shows no records.',
      { breaks: ['LIF-16'] },
    ],
    'after-a-suspension-a-key-shows-nothing-new': [
      loses.records,
      all(isKey, isSince(itsRecord, lastSuspension)),
      'After a suspension, a key does not show records that were added after the un-suspension.',
      { also: ['KEY-03'] },
    ],
    'records-of-a-suspension-are-not-seen': [
      loses.records,
      addedBefore('unsuspension', itsUser),
      "Records that were added while a user was suspended stay hidden from the user's key.",
    ],
    'unsuspended-keys-write-as-somebody-else': [
      writesAs(({ tenant }) => [...tenant.state.users.keys()].at(-1)),
      isBack,
      'A record that a user creates after a suspension names the user who was added last.',
    ],
    'what-is-created-after-a-suspension-is-nobodys': [
      writesAs((_call, { userId }) => `${userId}_2`),
      isBack,
      'A record that a user creates after a suspension names an identifier that belongs to no user.',
    ],
  }),
];
