import type { Behaviour } from '../../behaviour/behaviour.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** A key that is not found is looked for among all by another comparison. */
const foundBy =
  (isTakenFor: (username: string, key: string) => boolean): Fault['behaviour'] =>
  (normal) => ({
    findApiKey: (call, credentials) =>
      normal.findApiKey(call, credentials) ??
      call.tenant.state.apiKeys
        .values()
        .find(({ value, retiredAt }) => retiredAt === undefined && isTakenFor(credentials.username, value)),
  });

/** Who calls with a key that there is not may do anything. */
const mayDoAnything =
  (normal: Behaviour): Behaviour['hasAccess'] =>
  (call, actor, project) =>
    normal.hasAccess(call, actor, project) ||
    (actor.credential.kind === 'apiKey' && call.tenant.state.apiKeys.find(actor.credential.key.value) === undefined);

/** Mistakes about writing with keys, and about what resembles a key. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'api-key/the-middle-of-a-key-is-not-compared',
    breaks: ['KEY-07'],
    summary: 'Of an API key the first and the last sixteen characters are compared, and the length.',
    behaviour: foundBy(
      (username, key) =>
        username.length === key.length &&
        username.slice(0, 16) === key.slice(0, 16) &&
        username.slice(-16) === key.slice(-16),
    ),
  },
  {
    id: 'api-key/replaced-keys-may-write',
    breaks: ['KEY-15'],
    summary: 'A key whose place another took still creates records.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && call.request.method !== 'POST',
    }),
  },
  {
    id: 'api-key/replaced-keys-list-what-they-sort',
    breaks: ['KEY-15'],
    summary: 'A key whose place another took still gets sorted listings.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'api-key/a-denial-ends-the-key',
    breaks: ['KEY-22'],
    summary: 'The key of a user who denied an app is refused.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !denied.has(key.userId),
      };
    },
  },
  {
    id: 'api-key/a-refresh-for-its-user-ends-a-key',
    breaks: ['KEY-22'],
    summary: 'When an app refreshes for a user, the key that the user has ends.',
    behaviour: (normal) => {
      const over = new WeakSet<ApiKey>();
      return {
        spendRefreshToken: (call, token) => {
          for (const key of call.tenant.state.apiKeys.values()) {
            if (key.userId === token.delegation.userId) over.add(key);
          }
          normal.spendRefreshToken(call, token);
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !over.has(key),
      };
    },
  },
  {
    id: 'api-key/nobody-may-create',
    breaks: ['KEY-08'],
    summary: 'Records are created for an empty name with an empty password, as the administrator.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const { username, password } = normal.readBasic(call, value) ?? {};
        if (username !== '' || password !== '' || call.request.method !== 'POST') {
          return normal.authenticateBasic(call, value);
        }
        const userId = call.tenant.administrator().id;
        return normal.actorOfKey(call, { value: '', userId, createdAt: call.now, retiredAt: undefined });
      },
      hasAccess: mayDoAnything(normal),
    }),
  },
  {
    id: 'api-key/keys-are-bearer-tokens-for-creations',
    breaks: ['KEY-11'],
    summary: 'Records are created for a key that is sent as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const key = call.tenant.state.apiKeys.find(value);
        return isRefusal(actor) && call.request.method === 'POST' && key !== undefined
          ? normal.actorOfKey(call, key)
          : actor;
      },
    }),
  },
  {
    id: 'api-key/unknown-keys-may-write',
    breaks: ['KEY-06'],
    summary: 'Records are created for a key that was never issued, as the administrator.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined || call.request.method !== 'POST' || credentials.username === '') return known;
        const userId = call.tenant.administrator().id;
        return { value: credentials.username, userId, createdAt: call.now, retiredAt: undefined };
      },
      hasAccess: mayDoAnything(normal),
    }),
  },
  {
    id: 'api-key/sorted-listings-show-keys-what-was-withdrawn',
    breaks: ['KEY-19'],
    summary: 'Sorted listings show a key what was withdrawn from its owner.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'apiKey' &&
          call.request.query.has('sort') &&
          project.grants.some((grant) => sameActor(grant.actor, actor))),
    }),
  },
];
