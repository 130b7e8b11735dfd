import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameActor, type ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Finds the user by these claims first, and by the e-mail only where they lead to nobody. */
function choosing(...claims: readonly string[]): Deviation {
  return (normal) => ({
    userOfIdToken: (call, token) => {
      const named = claims.map((claim) => token.claims[claim]);
      const user = call.tenant.state.users
        .values()
        .find(({ id, email }) => named.includes(id) || named.includes(email));
      return user ?? normal.userOfIdToken(call, token);
    },
  });
}

/** The user whose identifier stands in the subject. */
const userWhoIsSubject = (call: Call, { claims }: { readonly claims: Readonly<Record<string, unknown>> }) =>
  call.tenant.state.users.values().find(({ id }) => id === claims['sub']);

/** Whether the actor came with an ID token. */
const byIdToken = ({ credential }: Actor): boolean => credential.kind === 'idToken';

/** Another actor in the place of the one that an ID token stands for. */
function replaced(other: (normal: Behaviour, call: Call, actor: Actor) => string): Deviation {
  return (normal) => ({
    authenticateIdToken: (call, value) => {
      const actor = normal.authenticateIdToken(call, value);
      return isRefusal(actor) ? actor : { ...actor, id: other(normal, call, actor) };
    },
  });
}

function nameOf(actor: ActorReference | undefined): Partial<ActorReference> {
  return actor === undefined ? {} : { kind: actor.kind, id: actor.id };
}

/** As whom calls with ID tokens act, and what they see (OIC-02 to OIC-04, OIC-23). */
export const userFaults: readonly Fault[] = [
  {
    id: 'openid-connect/first-user-of-the-connection',
    breaks: ['OIC-02'],
    also: ['OIC-03', 'OIC-23'],
    summary: 'All ID tokens that come over one connection act as the user of the first one.',
    behaviour: (normal) => {
      const users = new WeakMap<Connection, string>();
      return replaced((_normal, call, { id }) => {
        const first = users.get(call.connection) ?? id;
        users.set(call.connection, first);
        return first;
      })(normal);
    },
  },
  {
    id: 'openid-connect/latest-token-wins',
    breaks: ['OIC-02'],
    also: ['OIC-15', 'OIC-23'],
    summary: 'While a token is being verified, another one that comes in takes its place.',
    behaviour: (normal) => {
      let latest = '';
      return {
        prepareIdToken: (call) => {
          latest = normal.idTokenOf(call) ?? latest;
          return normal.prepareIdToken(call);
        },
        userOfIdToken: (call, token) => {
          const read = normal.readIdToken(call, latest);
          return normal.userOfIdToken(call, isRefusal(read) ? token : { ...read, issuer: token.issuer });
        },
      };
    },
  },
  {
    id: 'openid-connect/latest-user-of-the-key',
    breaks: ['OIC-02'],
    also: ['OIC-03', 'OIC-23'],
    summary: 'The user is remembered for ten seconds by the identifier of the key that signed.',
    behaviour: (normal) => {
      const users = new Map<unknown, { id: string; at: number }>();
      return replaced((_normal, call, { id, credential }) => {
        const kid = credential.kind === 'idToken' ? credential.idToken.header['kid'] : undefined;
        const known = users.get(kid);
        if (known !== undefined && call.now.getTime() - known.at < 10_000) return known.id;
        users.set(kid, { id, at: call.now.getTime() });
        return id;
      })(normal);
    },
  },
  {
    id: 'openid-connect/subject-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    summary: 'The user is looked for by the subject, and by the e-mail where that is nobody.',
    behaviour: choosing('sub'),
  },
  {
    id: 'openid-connect/an-identifier-as-subject-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    summary: 'A subject that is the identifier of a user chooses that user, whatever the e-mail is.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => userWhoIsSubject(call, token) ?? normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/an-identifier-as-subject-stands-in-for-the-e-mail',
    breaks: ['OIC-13'],
    summary: 'Where there is no email claim a subject that is the identifier of a user chooses that user.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        (token.claims['email'] === undefined ? userWhoIsSubject(call, token) : undefined) ??
        normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/preferred-username-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    summary: 'The user is looked for by preferred_username, and by the e-mail where that is nobody.',
    behaviour: choosing('preferred_username'),
  },
  {
    id: 'openid-connect/upn-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    summary: 'The user is looked for by upn or unique_name, and by the e-mail where those are nobody.',
    behaviour: choosing('upn', 'unique_name'),
  },
  {
    id: 'openid-connect/user-identifier-chooses-the-user',
    breaks: ['OIC-03'],
    summary: 'A claim that holds the identifier of a user decides whose call it is.',
    behaviour: choosing('oid', 'uid', 'user_id', 'userId'),
  },
  {
    id: 'openid-connect/everything-is-shown',
    breaks: ['OIC-04'],
    also: ['OIC-03', 'OIC-02'],
    summary: 'A call with an ID token sees the records of all projects.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => byIdToken(actor) || normal.hasAccess(call, actor, project),
    }),
  },
  {
    id: 'openid-connect/what-apps-may-see-is-shown',
    breaks: ['OIC-04'],
    summary: 'A call with an ID token sees what is granted to any app besides.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        (byIdToken(actor) && project.grants.some((grant) => grant.actor.kind === 'app')) ||
        normal.hasAccess(call, actor, project),
    }),
  },
  {
    id: 'openid-connect/plates-of-everybody-are-shown',
    breaks: ['OIC-04'],
    also: ['OIC-03', 'OIC-02'],
    summary: 'A call with an ID token sees all plates.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        (byIdToken(actor) && record.kind === 'plate') || normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'openid-connect/assay-results-are-not-shown',
    breaks: ['OIC-02'],
    also: ['OIC-03', 'LIF-16'],
    summary: 'A call with an ID token sees no assay results.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        !(byIdToken(actor) && record.kind === 'assayResult') && normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'openid-connect/records-name-the-subject',
    breaks: ['OIC-23'],
    summary: 'A record created with an ID token names the user whose address is its subject.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { credential } = actor;
        const sub = credential.kind === 'idToken' ? credential.idToken.claims['sub'] : undefined;
        const named = call.tenant.state.users.values().find(({ email }) => email === sub);
        return named === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id: named.id };
      },
    }),
  },
  {
    id: 'openid-connect/records-name-an-app',
    breaks: ['OIC-23'],
    summary: 'A record created with an ID token names the latest app.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const app = [...call.tenant.state.apps.values()].at(-1);
        return byIdToken(actor) && app !== undefined ? { kind: 'app', id: app.id } : normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'openid-connect/permissions-are-those-of-the-first-call',
    breaks: ['OIC-02'],
    also: ['OIC-04'],
    summary: 'A call with an ID token sees the projects that the user had when the first one came.',
    behaviour: (normal) => {
      const known = new Map<string, ReadonlySet<string>>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (isRefusal(actor) || known.has(actor.id)) return actor;
          const projects = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
          known.set(actor.id, new Set(projects.map(({ id }) => id)));
          return actor;
        },
        hasAccess: (call, actor, project) =>
          normal.hasAccess(call, actor, project) &&
          (actor.credential.kind !== 'idToken' || known.get(actor.id)?.has(project.id) === true),
      };
    },
  },
  {
    id: 'openid-connect/withdrawn-projects-are-shown',
    breaks: ['OIC-04'],
    summary: 'A call with an ID token sees the projects that were taken from the user as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'idToken' && project.grants.some((grant) => sameActor(grant.actor, actor))),
    }),
  },
  {
    id: 'openid-connect/following-pages-show-everything',
    breaks: ['OIC-04'],
    also: ['OIC-02'],
    summary: 'Following pages show a call with an ID token the records of all projects.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        (actor.credential.kind === 'idToken' && call.request.query.has('nextToken')) ||
        normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'openid-connect/filters-look-everywhere',
    breaks: ['OIC-04'],
    also: ['OIC-02'],
    summary: 'With an ID token a filter finds what nobody has granted its user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'idToken' && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'openid-connect/records-name-the-first-user-of-the-connection',
    breaks: ['OIC-23'],
    summary: 'A record created with an ID token names the user whose ID token came over the same connection first.',
    behaviour: (normal) => {
      const first = new WeakMap<Connection, ActorReference>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!('refused' in actor) && !first.has(call.connection)) first.set(call.connection, actor);
          return actor;
        },
        attributedTo: (call, actor) =>
          normal.attributedTo(
            call,
            actor.credential.kind === 'idToken' ? { ...actor, ...nameOf(first.get(call.connection)) } : actor,
          ),
      };
    },
  },
  {
    id: 'openid-connect/records-name-the-first-user-of-the-provider',
    breaks: ['OIC-23'],
    summary: 'Records that are created with ID tokens name the user who called with one of the same provider first.',
    behaviour: (normal) => {
      const first = new Map<string, string>();
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          if (!isRefusal(user) && !first.has(token.issuer)) first.set(token.issuer, user.id);
          return user;
        },
        attributedTo: (call, actor) => {
          const id = actor.credential.kind === 'idToken' ? first.get(actor.credential.idToken.issuer) : undefined;
          return id === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id };
        },
      };
    },
  },
];
