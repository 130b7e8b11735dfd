import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Who calls with a key of this user. */
const asOwner = (call: Call, normal: Behaviour, userId: string): Actor =>
  normal.actorOfKey(call, { value: '', userId, createdAt: call.now, retiredAt: undefined });

/** The actor that the session of a browser stands for. */
function actorOfSession(call: Call, normal: Behaviour): Actor | undefined {
  const userId = normal.sessionOf(call)?.userId;
  return userId === undefined ? undefined : asOwner(call, normal, userId);
}

/** Whoever calls acts as the user who is named. */
const actingAs =
  (named: (call: Call) => string | null | undefined): Fault['behaviour'] =>
  (normal) => ({
    authenticate: (call) => {
      const actor = normal.authenticate(call);
      const user = call.tenant.state.users.get(named(call) ?? '');
      return isRefusal(actor) || user === undefined ? actor : asOwner(call, normal, user.id);
    },
  });

/** The projects that a user was added to and not taken from. */
const projectsOf = (call: Call, id: string) =>
  call.tenant.state.projects
    .values()
    .filter(({ grants }) =>
      grants.some((grant) => grant.revokedAt === undefined && sameActor(grant.actor, { kind: 'user', id })),
    )
    .toArray();

/** The app through which a token acts for a user. */
const throughApp = ({ credential }: Actor): string | undefined =>
  credential.kind === 'accessToken' ? credential.token.delegation?.appId : undefined;

/** Credentials of this kind show what the apps may see that their user has consented to. */
const seeingConsentedApps =
  (kind: 'apiKey' | 'idToken'): Fault['behaviour'] =>
  (normal) => ({
    hasAccess: (call, actor, project) =>
      normal.hasAccess(call, actor, project) ||
      (actor.credential.kind === kind &&
        call.tenant.state.consents.some(
          ({ userId, appId }) =>
            userId === actor.id && project.grants.some((grant) => sameActor(grant.actor, { kind: 'app', id: appId })),
        )),
  });

/** Calls that act as more than their one actor. */
export const oneActorFaults: readonly Fault[] = [
  {
    id: 'transport/users-see-what-apps-see',
    breaks: ['TRN-14'],
    also: ['KEY-04', 'LST-31', 'OIC-04'],
    summary: 'A user sees, beside the own projects, those that any app was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'user' &&
          project.grants.some((grant) => grant.actor.kind === 'app' && normal.grantCounts(call, grant))),
    }),
  },
  {
    id: 'transport/plates-of-the-caller-before',
    breaks: ['TRN-14'],
    also: [
      'TRN-15',
      'CCR-09',
      'CCR-10',
      'CCR-13',
      'CCR-14',
      'KEY-04',
      'KEY-18',
      'LST-30',
      'LST-31',
      'LST-32',
      'LST-35',
    ],
    summary: 'Plates of the actor who called before are shown too.',
    behaviour: (normal) => {
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
  },
  {
    id: 'transport/apps-see-what-everybody-sees',
    breaks: ['TRN-14'],
    also: ['CCR-09', 'LST-31'],
    summary: 'An app sees what was granted to two users or more.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          project.grants.filter((grant) => grant.actor.kind === 'user' && normal.grantCounts(call, grant)).length > 1),
    }),
  },
  {
    id: 'transport/a-session-outweighs-a-token',
    breaks: ['TRN-15'],
    summary: 'A call with a live token and the cookie of a session acts as the user who is signed in.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        return isRefusal(actor) ? actor : (actorOfSession(call, normal) ?? actor);
      },
    }),
  },
  {
    id: 'transport/a-session-adds-what-its-user-sees',
    breaks: ['TRN-14'],
    summary:
      'A call with a live token and the cookie of a session shows what the user who is signed in may see as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const other = actorOfSession(call, normal);
        return (
          normal.hasAccess(call, actor, project) || (other !== undefined && normal.hasAccess(call, other, project))
        );
      },
    }),
  },
  {
    id: 'transport/users-of-an-app-who-share-a-project-share-all',
    breaks: ['TRN-14'],
    also: ['DEL-32', 'DEL-34', 'LST-31', 'LST-30'],
    summary: 'A delegated token also sees the projects of users of the same app who share a project with its user.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const appId = throughApp(actor);
        if (appId === undefined) return false;
        const own = projectsOf(call, actor.id);
        return call.tenant.state.delegations.some((each) => {
          if (each.appId !== appId || each.userId === actor.id) return false;
          const others = projectsOf(call, each.userId);
          return others.includes(project) && others.some((other) => own.includes(other));
        });
      },
    }),
  },
  {
    id: 'transport/keys-see-what-consented-apps-see',
    breaks: ['TRN-14'],
    also: ['KEY-04', 'LST-31'],
    summary: 'A key also shows what the apps may see that its owner has consented to.',
    behaviour: seeingConsentedApps('apiKey'),
  },
  {
    id: 'transport/id-tokens-see-what-consented-apps-see',
    breaks: ['TRN-14'],
    also: ['OIC-04'],
    summary: 'An ID token also shows what the apps may see that its user has consented to.',
    behaviour: seeingConsentedApps('idToken'),
  },
  {
    id: 'transport/a-header-names-who-calls',
    breaks: ['TRN-14'],
    summary: 'A call that is authenticated acts as the user whose identifier stands in X-User-Id.',
    behaviour: actingAs((call) => headerOf(call.request, 'x-user-id')),
  },
  {
    id: 'transport/a-parameter-names-who-calls',
    breaks: ['TRN-14'],
    summary: 'A call that is authenticated acts as the user whose identifier stands in the parameter asUser.',
    behaviour: actingAs((call) => call.request.query.get('asUser')),
  },
  {
    id: 'transport/a-header-lets-users-in',
    breaks: ['TRN-06'],
    also: ['TRN-16'],
    summary: 'A call without credentials acts as the user whose identifier stands in X-User-Id.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const user = call.tenant.state.users.get(headerOf(call.request, 'x-user-id') ?? '');
        return isRefusal(actor) && user !== undefined ? asOwner(call, normal, user.id) : actor;
      },
    }),
  },
];
