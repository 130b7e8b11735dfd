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
import { after, onlyWhere } from '../operators/rules.ts';

const besideSuspended = (isAlike: (other: User, own: User) => boolean): Holds =>
  besideUser((other, own) => isSuspended(other) && own !== undefined && isAlike(other, own));
const localName = ({ email }: User): string => /^[^@+]*/.exec(email)?.[0] ?? '';

/** One of the users who authorized the app is suspended. */
const ofTheSuspended = appHasUser(isSuspended);
const ofTwoSuspended: Holds = ({ tenant }, presented) => {
  const { delegations, users } = tenant.state;
  const own = delegations.filter(({ appId }) => appId === presented.appId).map(({ userId }) => userId);
  return [...new Set(own)].filter((id) => users.get(id)?.active === false).length > 1;
};

/** One of the users who had authorized the app has been suspended a second time. */
const ofTheSuspendedAgain = happened(itsApp, (note) => {
  const once = new WeakSet<User>();
  return follow('suspension', ({ state }, user) => {
    for (const { appId, userId } of once.has(user) ? state.delegations : []) if (userId === user.id) note(appId);
    once.add(user);
  });
});

/** One of the users who had authorized the app was suspended, and is active again. */
const authorizedByUnsuspended = happened(itsApp, (note) =>
  follow('unsuspension', ({ state }, { id }) => {
    for (const { appId, userId } of state.delegations) if (userId === id) note(appId);
  }),
);

/** What the suspension of a user does to other users, to apps and to their secrets. */
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
      'A secret that an app is given while one of its users is suspended works once that user is active again.',
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
      'A secret that is rotated while somebody is suspended works until the new one is used.',
      ['TOK-23'],
    ],
  }),
  ...breaking('LIF-09', {
    'apps-lose-the-projects-of-the-suspended': [
      onlyWhere(
        'hasAccess',
        (call, actor, project) => !(actor.kind === 'app' && hasMember(project, call, isSuspended)),
      ),
      'While one of its members is suspended, a project is hidden from the apps that are its members.',
    ],
  }),
  ...faultsOf('lifecycle', {
    'similar-addresses-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => own.email.startsWith(other.email)),
      'Users whose e-mail addresses begin with that of a suspended user are suspended with them.',
    ],
    'namesakes-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => localName(other) === localName(own)),
      'Users are suspended by what stands before the @ of their e-mail addresses, up to a plus sign.',
    ],
    'users-of-the-same-name-are-suspended-together': [
      reaches.users,
      besideSuspended((other, own) => other.name === own.name),
      'Users who have the name of a suspended user are suspended with them.',
    ],
    'users-of-a-project-are-suspended-together': [
      reaches.users,
      sharesProject(itsUser, isSuspended),
      'Users who share a project with a suspended user are suspended with them.',
    ],
    'suspension-ends-all-delegations-of-an-app': [
      reaches.refreshes,
      ofTheSuspended,
      'When a user is suspended, refreshes fail for every user of the apps that the user authorized.',
      { also: ['LIF-02', 'LIF-19'] },
    ],
    'while-two-are-suspended-nobody-refreshes': [
      reaches.refreshes,
      ofTwoSuspended,
      'While two users of an app are suspended, the app refreshes for nobody.',
    ],
    'a-suspension-stops-legacy-refreshes-of-others': [
      reaches.refreshes,
      all(atLegacyPath, ofTheSuspended),
      'While a user of an app is suspended, the app refreshes for nobody at the legacy path.',
    ],
    'a-suspension-stops-writing-by-others': [
      by(reaches.users, closeProjects(isSuspended)),
      always,
      'While a member of a project is suspended, nobody creates records in it.',
      { also: ['LIF-09'] },
    ],
    'a-suspension-empties-the-projects-of-the-user': [
      by(reaches.users, follow('suspension', emptyProjects)),
      always,
      'With a user all others are taken out of the projects that the user was in.',
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
      'While a user who authorized it is suspended, an app gets no following pages as itself.',
    ],
    'apps-of-the-suspended-create-nothing': [
      reaches.appTokens,
      all(creates, ofTheSuspended),
      'While a user who authorized it is suspended, an app creates no entries as itself.',
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
      'When a user is suspended for the second time, app tokens of the apps that they authorized stop.',
    ],
    'apps-without-active-users-get-no-token': [
      reaches.clients,
      all(forItself, ofTheSuspended, not(appHasUser(({ active }) => active))),
      'An app all of whose users are suspended gets no tokens of its own.',
    ],
    'apps-of-a-suspended-user-get-no-token': [
      reaches.clients,
      all(forItself, ofTheSuspended),
      'While one of the users who authorized an app is suspended, the app gets no token of its own.',
    ],
    'the-legacy-path-serves-no-app-of-a-suspended-user': [
      reaches.clients,
      all(atLegacyPath, ofTheSuspended),
      'The legacy path grants an app nothing while one of the users who authorized it is suspended.',
      { also: ['LIF-08', 'VER-15'] },
    ],
    'apps-of-the-suspended-ask-in-vain-after-a-week': [
      reaches.clients,
      appHasUser(({ active, activeChangedAt }, { now }) => !active && now.getTime() - activeChangedAt.getTime() > WEEK),
      'A week after a user who authorized it was suspended, an app gets no token any more.',
    ],
    'app-tokens-of-a-suspension-are-dead': [
      { ...reaches.clients, wrong: alsoStop('tokenHasEnded', isAppToken) },
      issuedWhile(ofTheSuspended),
      'What an app asks for while one of the users who authorized it is suspended is refused on calls.',
      { also: ['CCR-04'] },
    ],
    'rotation-spares-secrets-that-suspended-users-knew': [
      reaches.lastSecret,
      besideUser(isSuspended),
      'While a user is suspended the last secret of an app works beside the present one.',
    ],
    'former-secrets-work-at-the-legacy-path-in-a-suspension': [
      reaches.lastSecret,
      all(atLegacyPath, ofTheSuspended),
      'While a user of an app is suspended, the legacy path takes the secret before the last rotation as well.',
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
      'A client secret that a rotation ended is good again a day later.',
    ],
    'an-unsuspension-brings-former-secrets-back': [
      {
        ...reaches.lastSecret,
        wrong: alsoTakeSecrets((_call, { formerSecrets }, secret) =>
          formerSecrets.some(({ value }) => value === secret),
        ),
      },
      authorizedByUnsuspended,
      'When a user is active again, the former client secrets of the apps that the user had authorized are good.',
    ],
  }),
];
