import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameActor, type ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf, onlyIf } from '../operators/rules.ts';

/** Returns a deviation that finds the user by these claims, and by the e-mail address only if they name no user. */
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

/** Returns the user whose identifier is the subject. */
const userWhoIsSubject = (call: Call, { claims }: { readonly claims: Readonly<Record<string, unknown>> }) =>
  call.tenant.state.users.values().find(({ id }) => id === claims['sub']);

/** Reports whether the actor called with an ID token. */
const byIdToken = ({ credential }: Actor): boolean => credential.kind === 'idToken';

/** Returns a deviation that replaces the actor of an ID token with another one. */
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

/** Faults in the user that ID tokens act for, and in the records that they show (OIC-02 to OIC-04, OIC-23). */
export const userFaults: readonly Fault[] = [
  ...breaking('OIC-02', {
    'first-user-of-the-connection': [
      (normal) => {
        const users = new WeakMap<Connection, string>();
        return replaced((_normal, call, { id }) => {
          const first = users.get(call.connection) ?? id;
          users.set(call.connection, first);
          return first;
        })(normal);
      },
      'All ID tokens that come over one connection act as the user of the first one.',
      ['OIC-03', 'OIC-23'],
    ],
    'latest-token-wins': [
      (normal) => {
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
      'While a token is being verified, another token that arrives replaces it.',
      ['OIC-15', 'OIC-23'],
    ],
    'latest-user-of-the-key': [
      (normal) => {
        const users = new Map<unknown, { id: string; at: number }>();
        return replaced((_normal, call, { id, credential }) => {
          const kid = credential.kind === 'idToken' ? credential.idToken.header['kid'] : undefined;
          const known = users.get(kid);
          if (known !== undefined && call.now.getTime() - known.at < 10_000) return known.id;
          users.set(kid, { id, at: call.now.getTime() });
          return id;
        })(normal);
      },
      'For ten seconds, all ID tokens with the kid of an earlier one act as the user of that earlier token.',
      ['OIC-03', 'OIC-23'],
    ],
    'assay-results-are-not-shown': [
      onlyIf('mayRead', (_call, actor, record) => !(byIdToken(actor) && record.kind === 'assayResult')),
      'A call with an ID token sees no assay results.',
      ['OIC-03', 'LIF-16'],
    ],
    'permissions-are-those-of-the-first-call': [
      (normal) => {
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
      'A call with an ID token sees only the projects that the user had at the time of the first such call.',
      ['OIC-04'],
    ],
  }),
  ...breaking('OIC-03', {
    'subject-chooses-the-user': [
      choosing('sub'),
      'The user is looked up by the subject, and by the e-mail address only if the subject names no user.',
      ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    ],
    'an-identifier-as-subject-chooses-the-user': [
      (normal) => ({
        userOfIdToken: (call, token) => userWhoIsSubject(call, token) ?? normal.userOfIdToken(call, token),
      }),
      'A subject that is the identifier of a user chooses that user, regardless of the e-mail.',
      ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    ],
    'preferred-username-chooses-the-user': [
      choosing('preferred_username'),
      'The user is looked up by preferred_username, and by the e-mail address only if that names no user.',
      ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    ],
    'upn-chooses-the-user': [
      choosing('upn', 'unique_name'),
      'The user is looked up by upn or unique_name, and by the e-mail address only if those name no user.',
      ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23'],
    ],
    'user-identifier-chooses-the-user': [
      choosing('oid', 'uid', 'user_id', 'userId'),
      'A claim oid, uid, user_id or userId with the identifier of a user chooses that user.',
    ],
  }),
  ...breaking('OIC-13', {
    'an-identifier-as-subject-stands-in-for-the-e-mail': [
      (normal) => ({
        userOfIdToken: (call, token) =>
          (token.claims['email'] === undefined ? userWhoIsSubject(call, token) : undefined) ??
          normal.userOfIdToken(call, token),
      }),
      'If there is no email claim, a subject that is the identifier of a user chooses that user.',
    ],
  }),
  ...breaking('OIC-04', {
    'everything-is-shown': [
      alsoIf('hasAccess', (_call, actor) => byIdToken(actor)),
      'A call with an ID token sees the records of all projects.',
      ['OIC-03', 'OIC-02'],
    ],
    'what-apps-may-see-is-shown': [
      alsoIf(
        'hasAccess',
        (_call, actor, project) => byIdToken(actor) && project.grants.some((grant) => grant.actor.kind === 'app'),
      ),
      'A call with an ID token also sees the projects of all apps.',
      ['TRN-14'],
    ],
    'plates-of-everybody-are-shown': [
      alsoIf('mayRead', (_call, actor, record) => byIdToken(actor) && record.kind === 'plate'),
      'A call with an ID token sees all plates.',
      ['OIC-03', 'OIC-02'],
    ],
    'withdrawn-projects-are-shown': [
      alsoIf(
        'hasAccess',
        (_call, actor, project) =>
          actor.credential.kind === 'idToken' && project.grants.some((grant) => sameActor(grant.actor, actor)),
      ),
      'A call with an ID token also sees the projects that the user was taken out of.',
    ],
    'following-pages-show-everything': [
      alsoIf('mayRead', (call, actor) => actor.credential.kind === 'idToken' && call.request.query.has('nextToken')),
      'Following pages show a call with an ID token the records of all projects.',
      ['OIC-02'],
    ],
    'filters-look-everywhere': [
      alsoIf(
        'mayRead',
        (call, actor) => actor.credential.kind === 'idToken' && call.request.target.includes('schemaFields'),
      ),
      'With an ID token, a filtered listing shows the records of all projects.',
      ['OIC-02'],
    ],
  }),
  ...breaking('OIC-23', {
    'records-name-the-subject': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const { credential } = actor;
          const sub = credential.kind === 'idToken' ? credential.idToken.claims['sub'] : undefined;
          const named = call.tenant.state.users.values().find(({ email }) => email === sub);
          return named === undefined ? normal.attributedTo(call, actor) : { kind: 'user', id: named.id };
        },
      }),
      'A record created with an ID token names the user whose address is its subject.',
    ],
    'records-name-an-app': [
      (normal) => ({
        attributedTo: (call, actor) => {
          const app = [...call.tenant.state.apps.values()].at(-1);
          return byIdToken(actor) && app !== undefined ? { kind: 'app', id: app.id } : normal.attributedTo(call, actor);
        },
      }),
      'A record created with an ID token names the latest app.',
    ],
    'records-name-the-first-user-of-the-connection': [
      (normal) => {
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
      'A record created with an ID token names the user of the first ID token on the same connection.',
    ],
    'records-name-the-first-user-of-the-provider': [
      (normal) => {
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
      'A record created with an ID token names the user of the first ID token of the same provider.',
    ],
  }),
];
