import { setTimeout } from 'node:timers/promises';
import { headerOf, type Actor } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';

const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

/** Mistakes about keys that show in one place, for one kind of key or for one history only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'api-key/password-alone-lists-results',
    breaks: ['KEY-09'],
    summary: 'The assay-results listing takes a key in the password where the username is empty.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        credentials.username === '' && call.request.path.endsWith('/assay-results')
          ? call.tenant.state.apiKeys.find(credentials.password)
          : normal.findApiKey(call, credentials),
      passwordIsRight: (call, credentials) => credentials.username === '' || normal.passwordIsRight(call, credentials),
    }),
  },
  {
    id: 'api-key/token-of-a-refresh-as-username',
    breaks: ['KEY-12'],
    summary: 'An access token that a refresh brought authenticates as the username of HTTP Basic too.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        const token = normal.findAccessToken(call, username);
        return token?.refreshToken?.predecessor === undefined
          ? normal.authenticateBasic(call, value)
          : call.tenant.behaviour.authenticateBearer(call, username);
      },
    }),
  },
  {
    id: 'api-key/v3-takes-keys-with-an-end-only',
    breaks: ['KEY-20'],
    also: ['EXP-24', 'EXP-25', 'KEY-02'],
    summary: 'Keys from before 7 August 2026 are for v2 only.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        (key.createdAt.getTime() >= KEYS_EXPIRE_SINCE || !call.request.path.startsWith('/api/v3/')),
    }),
  },
  {
    id: 'api-key/records-of-rotated-keys-name-who-rotated-last',
    breaks: ['KEY-05'],
    summary: 'A record that is created with a key from a rotation names the user whose key was rotated last.',
    behaviour: (normal) => {
      const { rotated, remembering } = rotatedKeys(normal);
      let latest: string | undefined;
      return {
        rotateApiKey: (tenant, user) => {
          latest = user.id;
          return remembering.rotateApiKey(tenant, user);
        },
        attributedTo: (call, actor) =>
          latest !== undefined && actor.credential.kind === 'apiKey' && rotated.has(actor.credential.key)
            ? { kind: 'user', id: latest }
            : normal.attributedTo(call, actor),
      };
    },
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-apps-users',
    breaks: ['KEY-16'],
    summary: 'Rotating a key ends the keys of the users who authorized an app that the owner authorized.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const { delegations, apiKeys } = tenant.state;
        const apps = new Set(delegations.filter(({ userId }) => userId === user.id).map(({ appId }) => appId));
        const users = new Set(delegations.filter(({ appId }) => apps.has(appId)).map(({ userId }) => userId));
        for (const key of apiKeys.values()) if (users.has(key.userId)) key.retiredAt ??= tenant.clock.now();
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/simultaneous-calls-with-keys-act-as-the-last',
    breaks: ['KEY-18'],
    also: ['TRN-15', 'TRN-14', 'LST-35'],
    summary: 'Of calls with keys that arrive together all act as the owner of the key that arrived last.',
    behaviour: (normal) => {
      let latest: string | undefined;
      return {
        prepareCall: (call) => {
          const sent = headerOf(call.request, 'authorization');
          if (sent === undefined || !/^basic /i.test(sent)) return normal.prepareCall(call);
          latest = sent.slice('basic '.length).trim();
          return setTimeout(2);
        },
        actorOfKey: (call, key): Actor => {
          const credentials = latest === undefined ? undefined : normal.readBasic(call, latest);
          const last = credentials === undefined ? undefined : normal.findApiKey(call, credentials);
          return normal.actorOfKey(call, last ?? key);
        },
      };
    },
  },
  {
    id: 'api-key/what-an-owner-wrote-stays-visible',
    breaks: ['KEY-04'],
    also: ['KEY-19', 'LST-31'],
    summary: 'With a key a user sees the records that they created in projects that they were taken from.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'apiKey' && record.createdBy.kind === 'user' && record.createdBy.id === actor.id),
    }),
  },
  {
    id: 'api-key/replaced-keys-finish-their-listings',
    breaks: ['KEY-15'],
    summary: 'A key that was replaced is still accepted for the pages that follow.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && !call.request.query.has('nextToken'),
    }),
  },
];
