import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, HOUR, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow, lose } from '../operators/changes.ts';
import { all, always, isDelegated, isKey, onVersion } from '../operators/kinds.ts';
import { happened, itsUser, unsuspended } from '../operators/memories.ts';
import { ago, isSince, itsRecord, lastSuspension, type Moment } from '../operators/moments.ts';
import { alsoStop, creditInstead } from '../operators/operators.ts';
import { bornAt, keyIn, ofActor, type Presented } from '../operators/presented.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { isBack, isSuspended, userHasApp } from '../operators/standing.ts';
import { unsuspensionLoses as loses } from './decisions.ts';
import { addedBefore, losing } from './pauses.ts';
import { leaveProjects } from './projects.ts';
import { breaking } from './rows.ts';
import { alsoWhere, becomes, before, onlyWhere } from '../operators/rules.ts';

const rotate = (tenant: Tenant, user: User): void => void tenant.behaviour.rotateApiKey(tenant, user);

/** When the user first consented to the app. */
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

/** What a user creates is another one's. */
const writesAs = (another: (call: Call, presented: Presented) => string | undefined): Wrong => ({
  breaks: ['LIF-16'],
  also: ['LIF-42'],
  wrong: creditInstead(always, (call, presented) => {
    const id = another(call, presented);
    return id === undefined ? undefined : { kind: 'user', id };
  }),
});

/** Wrong decisions about what comes back when a user is active again. */
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
        'A key that was refused in a suspension is refused for an hour, whether its owner is active by then or not.',
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
        'A suspension ends the keys that their owner had not used by then.',
      ],
    },
    ['LIF-06', 'LIF-07', 'LIF-16'],
  ),
  ...breaking('LIF-07', {
    'unsuspended-keys-see-everything': [
      alsoWhere('mayRead', (call, actor) => all(isKey, isBack)(call, ofActor(actor))),
      'After a suspension a key is no longer limited to the projects of its owner.',
      ['LIF-42'],
    ],
  }),
  ...breaking('LIF-16', {
    'e-mail-addresses-of-unsuspended-users-lead-nowhere': [
      onlyWhere('emailMatches', (call, user) => !isBack(call, { userId: user.id })),
      'ID tokens of a user who was suspended lead to nobody.',
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
        'A user who was suspended can use the session from before, and cannot begin a new one.',
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
        'A browser in which a user was signed in before a suspension shows an error for ever after.',
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
        'A project that a user is added to while suspended is not shown to that user afterwards.',
        ['LIF-20', 'DEL-31'],
      ],
      'withdrawals-of-a-suspension-are-undone': [
        (normal) => ({
          revokeAccess: (tenant, project, actor) => {
            if (tenant.state.users.get(actor.id)?.active !== false) normal.revokeAccess(tenant, project, actor);
          },
        }),
        'A user has back after a suspension all projects from before it, those withdrawn meanwhile too.',
      ],
    },
    ['LIF-07', 'LIF-16', 'DEL-35'],
  ),
  ...faultsOf('lifecycle', {
    'the-key-comes-back-as-a-new-one': [
      by(loses.keys, follow('unsuspension', rotate)),
      always,
      'An un-suspended user is given a new key in place of the original one.',
    ],
    'a-long-suspension-ends-the-key': [
      by(
        loses.keys,
        follow('unsuspension', (tenant, user, lasted) => {
          if (lasted > DAY) rotate(tenant, user);
        }),
      ),
      always,
      'A key does not come back after a suspension of more than a day.',
    ],
    'an-unsuspension-within-a-second-does-nothing': [
      by(
        loses.keys,
        lose(
          'unsuspension',
          ({ activeChangedAt }, _times, { clock }) => clock.now().getTime() - activeChangedAt.getTime() < 1000,
        ),
      ),
      always,
      'An un-suspension in the second of the suspension is lost.',
      { also: ['LIF-20', 'VER-15'] },
    ],
    'keys-come-back-on-v2-only': [
      loses.keys,
      onVersion('v3'),
      'The key of a user who was suspended is not accepted on v3 any more.',
      { also: ['KEY-14', 'KEY-16'] },
    ],
    'a-key-that-was-tried-stays-blocked': [
      loses.keys,
      triedWhileSuspended,
      'A key that was presented three times while its owner was suspended is blocked for good.',
    ],
    'a-resumed-key-lasts-a-week': [
      loses.keys,
      ago(WEEK, lastSuspension),
      'The key of a user who was suspended once works for a week from then.',
    ],
    'a-resumed-key-creates-nothing': [
      loses.keys,
      creates,
      'The key of a user who was suspended once lists, and creates no entries.',
    ],
    'keys-come-back-without-following-pages': [
      loses.keys,
      isFollowing,
      'The key of a user who was suspended once is refused beside a page token.',
    ],
    'a-key-filters-nothing-after-a-suspension': [
      loses.keys,
      filters,
      'The key of a user who was suspended once is refused where a listing is filtered.',
    ],
    'keys-without-an-end-do-not-come-back': [
      loses.keys,
      (_call, presented) => Number(bornAt(presented)) < KEYS_EXPIRE_SINCE,
      'A key that does not expire does not work any more after a suspension.',
    ],
    'keys-of-users-with-apps-do-not-come-back': [
      loses.keys,
      userHasApp(() => true),
      'The key of a user who has authorized an app does not work any more after a suspension.',
    ],
    'rotated-keys-do-not-come-back': [
      loses.keys,
      (call, { userId }) =>
        call.tenant.state.apiKeys.values().some((key) => key.userId === userId && key.retiredAt !== undefined),
      'A key that was obtained by rotation does not work any more after a suspension.',
      { also: ['KEY-16', 'KEY-17'] },
    ],
    'suspension-of-two-resumes-one-key': [
      loses.keys,
      suspendedBesideAnother,
      'Of users who are suspended at the same time, only the one suspended first has their key back afterwards.',
      { also: ['LIF-08'] },
    ],
    'the-second-suspension-is-for-good': [
      loses.keys,
      unsuspended(2),
      'The key of a user who was suspended twice stays dead.',
      { breaks: ['LIF-06'], also: ['LIF-05', 'LIF-20', 'LIF-02', 'LIF-03', 'LIF-45'] },
    ],
    'for-an-unsuspended-user-nothing-is-created': [
      loses.accessTokens,
      creates,
      'With what a user authorizes after a suspension no records are created.',
    ],
    'for-an-unsuspended-user-no-page-follows': [
      loses.accessTokens,
      isFollowing,
      'What a user authorizes after a suspension is refused beside a page token.',
    ],
    'tokens-after-two-suspensions-are-dead': [
      { ...loses.accessTokens, wrong: alsoStop('tokenHasEnded', isDelegated) },
      unsuspended(2),
      'What a user authorizes after two suspensions does not work.',
      { also: ['LIF-02', 'LIF-03', 'LIF-43'] },
    ],
    'apps-from-before-a-suspension-get-dead-tokens': [
      loses.held,
      isSince(lastSuspension, firstConsent),
      'A consent from before a suspension is remembered and leads to tokens that do not work.',
      { also: ['LIF-02', 'LIF-03', 'LIF-45'] },
    ],
    'apps-that-are-new-after-a-suspension-get-dead-tokens': [
      loses.held,
      isSince(firstConsent, lastSuspension),
      'What a user who was suspended authorizes an app for that they had not authorized before is refused.',
    ],
    'an-unsuspended-user-has-lost-the-projects': [
      by(loses.records, follow('suspension', leaveProjects)),
      always,
      'A suspension takes the user out of all projects.',
      { breaks: ['LIF-07', 'LIF-16'], also: ['LIF-20', 'LIF-38'] },
    ],
    'unsuspended-keys-see-no-plates': [
      loses.records,
      all(isKey, (_call, { record }) => record?.kind === 'plate'),
      'After a suspension a key sees the entries, and no plates any more.',
    ],
    'apps-see-nothing-for-unsuspended-users': [
      loses.records,
      isDelegated,
      'What apps hold for a user after a suspension leads to a user without projects.',
      { breaks: ['LIF-16'] },
    ],
    'after-a-suspension-a-key-shows-nothing-new': [
      loses.records,
      all(isKey, isSince(itsRecord, lastSuspension)),
      'After a suspension the key of a user shows the records that there were when it ended.',
      { also: ['KEY-03'] },
    ],
    'records-of-a-suspension-are-not-seen': [
      loses.records,
      addedBefore('unsuspension', itsUser),
      'What was added while a user was suspended is not shown to the key afterwards.',
    ],
    'unsuspended-keys-write-as-somebody-else': [
      writesAs(({ tenant }) => [...tenant.state.users.keys()].at(-1)),
      isBack,
      'What a user creates with a key after a suspension is attributed to the user who was added last.',
    ],
    'what-is-created-after-a-suspension-is-nobodys': [
      writesAs((_call, { userId }) => `${userId}_2`),
      isBack,
      'What a user creates who was suspended once names an identifier that nobody has.',
    ],
  }),
];
