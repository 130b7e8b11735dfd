import type { User } from '../../state/model.ts';
import { creates, isFollowing } from '../calls.ts';
import { DAY, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { all, always, atLegacyPath, forItself, isAppToken, not } from '../operators/kinds.ts';
import { happened, issuedWhile, itsApp, itsUser } from '../operators/memories.ts';
import { alsoStop, alsoTakeSecrets } from '../operators/operators.ts';
import type { Holds } from '../operators/presented.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { appHasUser, besideUser, hasMember, isSuspended, sharesProject } from '../operators/standing.ts';
import { suspensionReaches as reaches } from './decisions.ts';
import { closeProjects, emptyProjects } from './projects.ts';
import { breaking } from './rows.ts';
import { after, onlyIf } from '../operators/rules.ts';

const besideSuspended = (isAlike: (other: User, own: User) => boolean): Holds =>
  besideUser((other, own) => isSuspended(other) && own !== undefined && isAlike(other, own));
const localName = ({ email }: User): string => /^[^@+]*/.exec(email)?.[0] ?? '';

/** The condition that a user who authorized the app is suspended. */
const ofTheSuspended = appHasUser(isSuspended);
const ofTwoSuspended: Holds = ({ tenant }, presented) => {
  const { delegations, users } = tenant.state;
  const own = delegations.filter(({ appId }) => appId === presented.appId).map(({ userId }) => userId);
  return [...new Set(own)].filter((id) => users.get(id)?.active === false).length > 1;
};

/** The condition that a user who had authorized the app was suspended a second time. */
const ofTheSuspendedAgain = happened(itsApp, (note) => {
  const once = new WeakSet<User>();
  return follow('suspension', ({ state }, user) => {
    for (const { appId, userId } of once.has(user) ? state.delegations : []) if (userId === user.id) note(appId);
    once.add(user);
  });
});

/** The condition that a user who had authorized the app was un-suspended. */
const authorizedByUnsuspended = happened(itsApp, (note) =>
  follow('unsuspension', ({ state }, { id }) => {
    for (const { appId, userId } of state.delegations) if (userId === id) note(appId);
  }),
);

/** Faults in which the suspension of a user affects other users, apps or their secrets. */
export const suspensionsAndOthersFaults: readonly Fault[] = [
  ...breaking('LIF-10', {
    'a-secret-rotated-in-a-suspension-waits-for-its-end': [
      (normal) => {
        const waits = new Map<string, readonly User[]>();
        return {
          ...after('rotateClientSecret', (secret, { state }, { id }) => {
            const authorized = state.delegations.filter(({ appId }) => appId === id).map(({ userId }) => userId);
            const users = [...state.users.values()].filter((user) => authorized.includes(user.id));
            waits.set(secret, users.filter(isSuspended));
          })(normal),
          clientSecretIsRight: (call, app, secret) =>
            normal.clientSecretIsRight(call, app, secret) && waits.get(secret)?.some(isSuspended) !== true,
        };
      },
      'A secret that an app gets while one of its users is suspended works only after that user is un-suspended.',
      ['LIF-11', 'LIF-42', 'TOK-22', 'LIF-29'],
    ],
  }),
  ...breaking('LIF-11', {
    'a-rotation-in-a-suspension-waits-for-the-new-secret': [
      (normal) => {
        const waiting = new Set<string>();
        return {
          rotateClientSecret: (tenant, app) => {
            if (tenant.state.users.values().some(isSuspended)) waiting.add(app.id);
            return normal.rotateClientSecret(tenant, app);
          },
          clientSecretIsRight: (call, app, clientSecret) => {
            const right = normal.clientSecretIsRight(call, app, clientSecret);
            if (right) waiting.delete(app.id);
            return right || (waiting.has(app.id) && app.formerSecrets.at(-1)?.value === clientSecret);
          },
        };
      },
      'If a secret is rotated while a user is suspended, the old secret works until the new one is used.',
      ['TOK-23'],
    ],
  }),
  ...breaking('LIF-09', {
    'apps-lose-the-projects-of-the-suspended': [
      onlyIf('hasAccess', (call, actor, project) => !(actor.kind === 'app' && hasMember(project, call, isSuspended))),
      'While a member of a project is suspended, the project is hidden from the apps that are its members.',
    ],
  }),
  ...faultsOf('lifecycle', {
    'similar-addresses-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => own.email.startsWith(other.email)),
      'A suspension also affects users whose e-mail address begins with that of the suspended user.',
    ],
    'namesakes-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => localName(other) === localName(own)),
      'A suspension also affects users with the same e-mail name before the @ or a plus sign.',
    ],
    'users-of-the-same-name-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => other.name === own.name),
      'A suspension also affects users with the same name as the suspended user.',
    ],
    'users-of-a-project-are-suspended-together': [
      reaches.users,
      sharesProject(itsUser, isSuspended),
      'A suspension also affects users who share a project with the suspended user.',
    ],
    'suspension-ends-all-delegations-of-an-app': [
      reaches.refreshes,
      ofTheSuspended,
      'While a user is suspended, the apps that the user authorized cannot refresh for any user.',
      { also: ['LIF-02', 'LIF-19'] },
    ],
    'while-two-are-suspended-nobody-refreshes': [
      reaches.refreshes,
      ofTwoSuspended,
      'While two users of an app are suspended, the app cannot refresh for any user.',
    ],
    'a-suspension-stops-legacy-refreshes-of-others': [
      reaches.refreshes,
      all(atLegacyPath, ofTheSuspended),
      'While a user of an app is suspended, the app cannot refresh for any user at the legacy path.',
    ],
    'a-suspension-stops-writing-by-others': [
      by(reaches.users, closeProjects(isSuspended)),
      always,
      'While a member of a project is suspended, no actor can create records in it.',
      { also: ['LIF-09'] },
    ],
    'a-suspension-empties-the-projects-of-the-user': [
      by(reaches.users, follow('suspension', emptyProjects)),
      always,
      'When a user is suspended, all others are removed from the projects of that user.',
      { also: ['LST-31', 'LIF-07', 'LIF-09', 'LIF-10'] },
    ],
    'suspension-stops-apps': [
      reaches.appTokens,
      ofTheSuspended,
      'The suspension of a user stops the own tokens of apps that the user authorized.',
      { also: ['LIF-11'] },
    ],
    'apps-of-the-suspended-follow-no-pages': [
      reaches.appTokens,
      all(isFollowing, ofTheSuspended),
      'While a user who authorized it is suspended, an app that acts as itself gets no following pages.',
    ],
    'apps-of-the-suspended-create-nothing': [
      reaches.appTokens,
      all(creates, ofTheSuspended),
      'While a user who authorized it is suspended, an app that acts as itself cannot create entries.',
    ],
    'suspension-stops-apps-of-the-same-project': [
      reaches.appTokens,
      sharesProject(itsApp, isSuspended),
      'An app that shares a project with a suspended user is refused.',
      { also: ['CCR-20'] },
    ],
    'second-suspension-stops-apps-too': [
      reaches.appTokens,
      ofTheSuspendedAgain,
      'When a user is suspended for the second time, the own tokens of the apps that the user authorized stop.',
    ],
    'apps-without-active-users-get-no-token': [
      reaches.clients,
      all(forItself, ofTheSuspended, not(appHasUser(({ active }) => active))),
      'An app gets no own token while all of its users are suspended.',
    ],
    'apps-of-a-suspended-user-get-no-token': [
      reaches.clients,
      all(forItself, ofTheSuspended),
      'While a user who authorized it is suspended, an app gets no own token.',
    ],
    'the-legacy-path-serves-no-app-of-a-suspended-user': [
      reaches.clients,
      all(atLegacyPath, ofTheSuspended),
      'While a user who authorized it is suspended, an app gets nothing at the legacy path.',
      { also: ['LIF-08', 'VER-15'] },
    ],
    'apps-of-the-suspended-ask-in-vain-after-a-week': [
      reaches.clients,
      appHasUser(({ active, activeChangedAt }, { now }) => !active && now.getTime() - activeChangedAt.getTime() > WEEK),
      'From a week after a user who authorized it was suspended, an app gets no token.',
    ],
    'app-tokens-of-a-suspension-are-dead': [
      { ...reaches.clients, wrong: alsoStop('tokenHasEnded', isAppToken) },
      issuedWhile(ofTheSuspended),
      'The own tokens that an app obtains while one of its users is suspended are refused by calls.',
      { also: ['CCR-04'] },
    ],
    'rotation-spares-secrets-that-suspended-users-knew': [
      reaches.lastSecret,
      besideUser(isSuspended),
      'While a user is suspended, the previous client secret of an app works in addition to the present one.',
    ],
    'former-secrets-work-at-the-legacy-path-in-a-suspension': [
      reaches.lastSecret,
      all(atLegacyPath, ofTheSuspended),
      'While a user of an app is suspended, the legacy path also accepts the client secret before the last rotation.',
      { also: ['VER-11', 'VER-15'] },
    ],
    'former-secrets-are-good-again-after-a-day': [
      {
        ...reaches.lastSecret,
        wrong: alsoTakeSecrets(({ now }, { formerSecrets }, secret) =>
          formerSecrets.some(({ value, retiredAt }) => value === secret && now.getTime() - retiredAt.getTime() > DAY),
        ),
      },
      always,
      'A client secret that a rotation ended works again a day later.',
    ],
    'an-unsuspension-brings-former-secrets-back': [
      {
        ...reaches.lastSecret,
        wrong: alsoTakeSecrets((_call, { formerSecrets }, secret) =>
          formerSecrets.some(({ value }) => value === secret),
        ),
      },
      authorizedByUnsuspended,
      'When a user is un-suspended, the former client secrets of the apps that the user authorized work again.',
    ],
  }),
];
