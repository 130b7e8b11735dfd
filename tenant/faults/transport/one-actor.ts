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
import { isOpenTo, projectsOf, seeToo, type OfProject } from '../operators/visibility.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Actors that are like this see more than their own projects. */
const sees = (like: Holds, which: OfProject): Wrong => ({ breaks: ['TRN-14'], wrong: seeToo(like, which) });

/** Who is let in acts as somebody else. */
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

/** The actor that the session of a browser stands for. */
const actorOfSession = (call: Call): Actor | undefined => {
  const session = call.tenant.behaviour.sessionOf(call);
  return session && asUser(call, session.userId);
};

/** How many actors of a kind may see a project. */
const countedGrants: (kind: Actor['kind']) => (...of: Parameters<OfProject>) => number =
  (kind) =>
  (call, _actor, { grants }) =>
    grants.filter((grant) => grant.actor.kind === kind && call.tenant.behaviour.grantCounts(call, grant)).length;
const grantsToApps = countedGrants('app');
const grantsToUsers = countedGrants('user');

/** What the apps were ever added to that the user has consented to. */
const isOfConsentedApps: OfProject = ({ tenant }, { id }, { grants }) =>
  tenant.state.consents.some(
    ({ userId, appId }) => userId === id && grants.some(({ actor }) => actor.kind === 'app' && actor.id === appId),
  );

/** What other users of the app see who share a project with the user. */
const isOfThoseWhoShare: OfProject = (call, { id, credential }, project) => {
  const appId = credential.kind === 'accessToken' ? credential.token.appId : undefined;
  const own = projectsOf(call, { kind: 'user', id });
  return call.tenant.state.delegations.some((each) => {
    const others =
      each.appId === appId && each.userId !== id ? projectsOf(call, { kind: 'user', id: each.userId }) : [];
    return others.includes(project) && others.some((other) => own.includes(other));
  });
};

/** Calls that act as more than their one actor. */
export const oneActorFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'users-see-what-apps-see': [
      sees(not(isAppToken), (...of) => grantsToApps(...of) > 0),
      always,
      'A user sees, beside the own projects, those that any app was granted.',
      { also: ['KEY-04', 'LST-31', 'OIC-04'] },
    ],
    'apps-see-what-everybody-sees': [
      sees(isAppToken, (...of) => grantsToUsers(...of) > 1),
      always,
      'An app sees what was granted to two users or more.',
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
      'A sorted listing shows an app that acts for a user its own projects beside those of the user.',
    ],
    'following-pages-show-apps-what-their-users-see': [
      by(
        sees(always, () => true),
        seesWhatUsersSee(isFollowing),
      ),
      always,
      'Following pages show an app that acts as itself what the users see who have authorized it.',
      { also: ['CCR-09', 'CCR-20'] },
    ],
    'keys-see-what-consented-apps-see': [
      sees(isKey, isOfConsentedApps),
      always,
      'A key also shows what the apps may see that its owner has consented to.',
      { also: ['KEY-04', 'LST-31'] },
    ],
    'id-tokens-see-what-consented-apps-see': [
      sees(isIdToken, isOfConsentedApps),
      always,
      'An ID token also shows what the apps may see that its user has consented to.',
      { also: ['OIC-04'] },
    ],
    'a-session-adds-what-its-user-sees': [
      sees(always, (call, _actor, project) => {
        const other = actorOfSession(call);
        return other !== undefined && isOpenTo(project, other);
      }),
      always,
      'A call with a live token and the cookie of a session shows what the user who is signed in may see as well.',
    ],
    'a-header-names-who-calls': [
      actsAsNamed(({ request }) => headerOf(request, 'x-user-id')),
      always,
      'A call that is authenticated acts as the user whose identifier stands in X-User-Id.',
    ],
    'a-parameter-names-who-calls': [
      actsAsNamed(({ request }) => request.query.get('asUser')),
      always,
      'A call that is authenticated acts as the user whose identifier stands in the parameter asUser.',
    ],
    'a-session-outweighs-a-token': [
      actsAs(actorOfSession),
      always,
      'A call with a live token and the cookie of a session acts as the user who is signed in.',
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
      'Plates of the actor who called before are shown too.',
      ['TRN-15', 'CCR-09', 'CCR-10', 'CCR-13', 'CCR-14', 'KEY-04', 'KEY-18', 'LST-30', 'LST-31', 'LST-32', 'LST-35'],
    ],
  }),
];
