import type { Actor, Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { isFollowing, sorts } from '../calls.ts';
import { seesWhatUsersSee } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';
import { asUser } from '../operators/callers.ts';
import { all, always, isAppToken, isDelegated, isIdToken, isKey, not } from '../operators/kinds.ts';
import type { Holds } from '../operators/presented.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { isOpenTo, projectsOf, showAlso, type OfProject } from '../operators/visibility.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a decision: actors for whom `like` holds also see the projects in `which`. */
const sees = (like: Holds, which: OfProject): Wrong => ({ breaks: ['TRN-14'], wrong: showAlso(like, which) });

/** Returns a decision: an accepted caller acts as another actor. */
const actsAs = (whom: (call: Call) => Actor | undefined): Wrong => ({
  breaks: ['TRN-14'],
  wrong: (when) =>
    becomes('authenticate', (actor, call) => (!isRefusal(actor) && when(call, {}) ? whom(call) : undefined) ?? actor),
});
const actsAsNamed = (idIn: (call: Call) => string | null | undefined): Wrong =>
  actsAs((call) => {
    const id = idIn(call) ?? '';
    return call.tenant.state.users.has(id) ? asUser(call, id) : undefined;
  });

/** Returns the user of the browser's session as an actor. */
const actorOfSession = (call: Call): Actor | undefined => {
  const session = call.tenant.behaviour.sessionOf(call);
  return session && asUser(call, session.userId);
};

/** Returns a function that counts the actors of a kind who may see a project. */
const countedGrants: (kind: Actor['kind']) => (...of: Parameters<OfProject>) => number =
  (kind) =>
  (call, _actor, { grants }) =>
    grants.filter((grant) => grant.actor.kind === kind && call.tenant.behaviour.grantCounts(call, grant)).length;
const grantsToApps = countedGrants('app');
const grantsToUsers = countedGrants('user');

/** Holds for projects that an app to which the user has consented was ever added to. */
const isOfConsentedApps: OfProject = ({ tenant }, { id }, { grants }) =>
  tenant.state.consents.some(
    ({ userId, appId }) => userId === id && grants.some(({ actor }) => actor.kind === 'app' && actor.id === appId),
  );

/** Holds for the projects of other users of the app who share a project with the user. */
const isOfThoseWhoShare: OfProject = (call, { id, credential }, project) => {
  const appId = credential.kind === 'accessToken' ? credential.token.appId : undefined;
  const own = projectsOf(call, { kind: 'user', id });
  return call.tenant.state.delegations.some((each) => {
    const others =
      each.appId === appId && each.userId !== id ? projectsOf(call, { kind: 'user', id: each.userId }) : [];
    return others.includes(project) && others.some((other) => own.includes(other));
  });
};

/** Faults in which a call acts as another actor than its own, or as more than one. */
export const oneActorFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'users-see-what-apps-see': [
      sees(not(isAppToken), (...of) => grantsToApps(...of) > 0),
      always,
      'A user also sees the projects that any app was added to.',
      { also: ['KEY-04', 'LST-31', 'OIC-04'] },
    ],
    'apps-see-what-everybody-sees': [
      sees(isAppToken, (...of) => grantsToUsers(...of) > 1),
      always,
      'An app also sees the projects that two users or more were added to.',
      { also: ['CCR-09', 'LST-31'] },
    ],
    'users-of-an-app-who-share-a-project-share-all': [
      sees(isDelegated, isOfThoseWhoShare),
      always,
      'A delegated token also sees the projects of users of the same app who share a project with its user.',
      { also: ['DEL-32', 'DEL-34', 'LST-31', 'LST-30'] },
    ],
    'sorted-listings-show-users-what-the-app-sees': [
      sees(
        all(isDelegated, sorts),
        (_call, { credential }, project) =>
          credential.kind === 'accessToken' && isOpenTo(project, { kind: 'app', id: credential.token.appId }),
      ),
      always,
      'A sorted listing shows a delegated token the projects of its app in addition to those of its user.',
    ],
    'following-pages-show-apps-what-their-users-see': [
      by(
        sees(always, () => true),
        seesWhatUsersSee(isFollowing),
      ),
      always,
      'Following pages show an app token the projects of the users who have authorized the app.',
      { also: ['CCR-09', 'CCR-20'] },
    ],
    'keys-see-what-consented-apps-see': [
      sees(isKey, isOfConsentedApps),
      always,
      'A key also shows the projects of apps that its owner has consented to.',
      { also: ['KEY-04', 'LST-31'] },
    ],
    'id-tokens-see-what-consented-apps-see': [
      sees(isIdToken, isOfConsentedApps),
      always,
      'An ID token also shows the projects of apps that its user has consented to.',
      { also: ['OIC-04'] },
    ],
    'a-session-adds-what-its-user-sees': [
      sees(always, (call, _actor, project) => {
        const other = actorOfSession(call);
        return other !== undefined && isOpenTo(project, other);
      }),
      always,
      'A call with a session cookie also shows the projects of the user of the session.',
    ],
    'a-header-names-who-calls': [
      actsAsNamed(({ request }) => headerOf(request, 'x-user-id')),
      always,
      'An authenticated call acts as the user whose identifier is in X-User-Id.',
    ],
    'a-parameter-names-who-calls': [
      actsAsNamed(({ request }) => request.query.get('asUser')),
      always,
      'An authenticated call acts as the user whose identifier is in the parameter asUser.',
    ],
    'a-session-outweighs-a-token': [
      actsAs(actorOfSession),
      always,
      'An authenticated call with a session cookie acts as the user of the session.',
      { breaks: ['TRN-15'] },
    ],
  }),
  ...breaking('TRN-14', {
    'plates-of-the-caller-before': [
      (normal) => {
        let present: Actor | undefined;
        let before: Actor | undefined;
        return {
          answerListing: (call, actor, listing) => {
            if (present === undefined || present.id !== actor.id) [before, present] = [present, actor];
            return normal.answerListing(call, actor, listing);
          },
          mayRead: (call, actor, record) =>
            normal.mayRead(call, actor, record) ||
            (record.kind === 'plate' && before !== undefined && normal.mayRead(call, before, record)),
        };
      },
      'A call also shows the plates of the actor who called before.',
      ['TRN-15', 'CCR-09', 'CCR-10', 'CCR-13', 'CCR-14', 'KEY-04', 'KEY-18', 'LST-30', 'LST-31', 'LST-32', 'LST-35'],
    ],
  }),
];
