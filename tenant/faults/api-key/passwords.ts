import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { KEYS_EXPIRE_SINCE, liveKeyOf, mayDoAnything, userWith } from './keys-and-owners.ts';

const isAt = (call: Call, path: string): boolean => call.request.path.endsWith(path);

/** Keys that are taken from the password, and Basic without a username. */
export const passwordFaults: readonly Fault[] = [
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
    id: 'api-key/keys-from-before-count-as-passwords',
    breaks: ['KEY-09'],
    summary: 'A key from before 7 August 2026 is taken from the password where the username is empty.',
    behaviour: (normal) => {
      const isOld = (key: ApiKey | undefined): key is ApiKey =>
        key !== undefined && key.createdAt.getTime() < KEYS_EXPIRE_SINCE;
      return {
        findApiKey: (call, credentials) => {
          const key = credentials.username === '' ? call.tenant.state.apiKeys.find(credentials.password) : undefined;
          return isOld(key) ? key : normal.findApiKey(call, credentials);
        },
        passwordIsRight: (call, credentials) =>
          credentials.username === '' || normal.passwordIsRight(call, credentials),
      };
    },
  },
  {
    id: 'api-key/name-and-key',
    breaks: ['KEY-10'],
    also: ['KEY-09'],
    summary: "The key does as password beside its owner's name.",
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const user = userWith(call, ({ name }) => name === credentials.username);
        const key = liveKeyOf(call, user?.id);
        return key?.value === credentials.password ? key : normal.findApiKey(call, credentials);
      },
      passwordIsRight: (call, credentials) =>
        normal.passwordIsRight(call, credentials) ||
        userWith(call, ({ name }) => name === credentials.username) !== undefined,
    }),
  },
  {
    id: 'api-key/user-identifier-and-key',
    breaks: ['KEY-10'],
    summary: "The key does as password beside its owner's identifier.",
    behaviour: (normal) => ({
      findApiKey: (call, credentials): ApiKey | undefined => {
        const key = call.tenant.state.apiKeys.find(credentials.password);
        return key?.userId === credentials.username ? key : normal.findApiKey(call, credentials);
      },
      passwordIsRight: (call, credentials) =>
        call.tenant.state.users.has(credentials.username) || normal.passwordIsRight(call, credentials),
    }),
  },
  {
    id: 'api-key/e-mail-address-and-key-on-v3-plates',
    breaks: ['KEY-10'],
    summary: 'The v3 listing of plates takes the key as password beside its owner’s e-mail address.',
    behaviour: (normal) => {
      const ownerIsNamed = (call: Call, username: string, key: ApiKey | undefined): boolean =>
        key !== undefined &&
        isAt(call, '/api/v3/plate/items') &&
        call.tenant.state.users.get(key.userId)?.email === username;
      return {
        findApiKey: (call, credentials) => {
          const key = call.tenant.state.apiKeys.find(credentials.password);
          return ownerIsNamed(call, credentials.username, key) ? key : normal.findApiKey(call, credentials);
        },
        passwordIsRight: (call, credentials) =>
          ownerIsNamed(call, credentials.username, call.tenant.state.apiKeys.find(credentials.password)) ||
          normal.passwordIsRight(call, credentials),
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
    id: 'api-key/no-name-is-shown-no-results',
    breaks: ['KEY-08'],
    summary: 'Basic without username and password is answered with an empty page of assay results.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const empty = sent?.username === '' && sent.password === '' && isAt(call, '/assay-results');
        if (!empty) return normal.authenticateBasic(call, value);
        const key = { value: '', userId: 'nobody', createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: 'nobody', credential: { kind: 'apiKey', key } };
      },
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
];
