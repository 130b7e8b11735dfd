import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Actor, Call, Connection } from '../../http/message.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** A key of this user, made up where the tenant would have to have one. */
const keyOf = (call: Call, userId: string | undefined): ApiKey | undefined =>
  call.tenant.state.apiKeys.values().find((key) => key.userId === userId && key.retiredAt === undefined);

/** Wrong only for one spelling, one neighbour or after one event. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'api-key/connections-keep-to-their-method',
    breaks: ['KEY-01'],
    also: ['KEY-02', 'KEY-17', 'KEY-20', 'TRN-15', 'CCR-05', 'CCR-04'],
    summary: 'A connection on which a token was served takes no keys.',
    behaviour: (normal) => {
      const bearer = new WeakSet<Connection>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) return actor;
          if (actor.credential.kind !== 'apiKey') bearer.add(call.connection);
          else if (bearer.has(call.connection)) return refusal('unknown-credential', 'This connection takes tokens.');
          return actor;
        },
      };
    },
  },
  {
    id: 'api-key/records-from-before-the-key-are-hidden',
    breaks: ['KEY-03'],
    also: ['LIF-05', 'KEY-14'],
    summary: 'A key shows nothing that came into the tenant before the key was made.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) &&
        !(actor.credential.kind === 'apiKey' && record.addedAt < actor.credential.key.createdAt),
    }),
  },
  {
    id: 'api-key/projects-shared-with-apps-are-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31', 'FLT-41'],
    summary: 'A key shows nothing of projects that an app was added to as well.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(actor.credential.kind === 'apiKey' && project.grants.some((grant) => grant.actor.kind === 'app')),
    }),
  },
  {
    id: 'api-key/projects-shared-with-users-are-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31'],
    summary: 'A key shows nothing of projects to which another user was added later.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.credential.kind === 'apiKey' &&
          !sameActor(project.grants.findLast((grant) => grant.actor.kind === 'user')?.actor ?? actor, actor)
        ),
    }),
  },
  {
    id: 'api-key/admin-without-a-password',
    breaks: ['KEY-06'],
    summary: 'The username admin is let in without a password, as the oldest user.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        (credentials.username === 'admin' ? call.tenant.state.apiKeys.values().next().value : undefined),
    }),
  },
  {
    id: 'api-key/user-id-suffices',
    breaks: ['KEY-06'],
    summary: 'The identifier of a user does in place of the key.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => normal.findApiKey(call, credentials) ?? keyOf(call, credentials.username),
    }),
  },
  {
    id: 'api-key/client-id-suffices',
    breaks: ['KEY-06'],
    also: ['CCR-16'],
    summary: 'A client_id does in place of a key.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        const isClient = known === undefined && normal.findClient(call, credentials.username) !== undefined;
        return isClient ? call.tenant.state.apiKeys.values().next().value : known;
      },
    }),
  },
  {
    id: 'api-key/hyphens-in-keys-are-ignored',
    breaks: ['KEY-07'],
    summary: 'Hyphens in a key are taken for separators and ignored.',
    behaviour: (normal) => ({
      findApiKey: (call, { username, password }) =>
        normal.findApiKey(call, { username: username.replaceAll('-', ''), password }),
    }),
  },
  {
    id: 'api-key/percent-ends-a-key',
    breaks: ['KEY-07'],
    summary: 'A key that was cut short and ends in a percent sign finds those that begin like it.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        (credentials.username.endsWith('%')
          ? call.tenant.state.apiKeys.values().find((key) => key.value.startsWith(credentials.username.slice(0, -1)))
          : undefined),
    }),
  },
  {
    id: 'api-key/an-empty-name-is-the-one-before',
    breaks: ['KEY-08'],
    also: ['KEY-09', 'TRN-10'],
    summary: 'Basic without username and password stands for the key before it on the connection.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, ApiKey>();
      return {
        findApiKey: (call, credentials) => {
          const key = normal.findApiKey(call, credentials);
          if (key !== undefined) known.set(call.connection, key);
          return credentials.username === '' ? known.get(call.connection) : key;
        },
      };
    },
  },
  {
    id: 'api-key/rotated-keys-see-no-results',
    breaks: ['KEY-03'],
    also: ['KEY-14', 'FLT-41'],
    summary: 'A key that took the place of another shows no assay results.',
    behaviour: (normal) => ({
      mayRead: (call, actor: Actor, record) => {
        const { credential } = actor;
        const second =
          credential.kind === 'apiKey' &&
          call.tenant.state.apiKeys
            .values()
            .some(({ userId, retiredAt }) => userId === actor.id && retiredAt !== undefined);
        return !(second && record.kind === 'assayResult') && normal.mayRead(call, actor, record);
      },
    }),
  },
  {
    id: 'api-key/consent-ends-the-key',
    breaks: ['KEY-01'],
    also: ['LIF-05', 'LIF-06', 'LIF-08', 'LIF-12', 'LIF-29', 'LIF-41', 'LIF-42', 'KEY-17'],
    summary: 'The key of a user who lets an app act for them is refused from then on.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) || call.tenant.state.consents.some(({ userId }) => userId === key.userId),
    }),
  },
  {
    id: 'api-key/filters-want-a-token',
    breaks: ['FLT-41'],
    also: ['KEY-02'],
    summary: 'Assay results with a filter are answered to keys with 403.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.credential.kind === 'apiKey' && call.request.target.includes('schemaFields')
          ? refusal('forbidden', 'Filters are for tokens.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
];
