import { withHeader, type Call } from '../../http/message.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';

const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

const isAt = (call: Call, path: string): boolean => call.request.path.endsWith(path);

/** Mistakes about keys that show for one kind of key, for one kind of owner or in one place only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'api-key/rotated-keys-are-for-the-shared-host',
    breaks: ['KEY-21'],
    also: ['KEY-14', 'EXP-33'],
    summary: 'A call with a key from a rotation is redirected from the own address to a host that tenants share.',
    behaviour: (normal) => {
      const { rotated, remembering } = rotatedKeys(normal);
      return {
        ...remembering,
        answer: (answer, call) => {
          const credential = call.found.actor?.credential;
          if (credential?.kind !== 'apiKey' || !rotated.has(credential.key)) return normal.answer(answer, call);
          const there = `https://api.lab.example${call.request.target}`;
          return withHeader({ ...answer, status: 307, body: undefined }, 'Location', there);
        },
      };
    },
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
    id: 'api-key/keys-from-before-are-bearer-tokens',
    breaks: ['KEY-11'],
    summary: 'A key from before 7 August 2026 is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const key = call.tenant.state.apiKeys.find(value);
        return key !== undefined && key.createdAt.getTime() < KEYS_EXPIRE_SINCE && key.retiredAt === undefined
          ? normal.actorOfKey(call, key)
          : normal.authenticateBearer(call, value);
      },
    }),
  },
  {
    id: 'api-key/legacy-token-as-username',
    breaks: ['KEY-12'],
    summary: 'An access token of the legacy path does as the username of HTTP Basic.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        return normal.findAccessToken(call, username)?.path === '/api/v2/token'
          ? call.tenant.behaviour.authenticateBearer(call, username)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/v3-refuses-the-keys-of-users-of-apps',
    breaks: ['KEY-20'],
    also: ['KEY-02', 'KEY-01', 'KEY-22', 'LIF-42'],
    summary: 'v3 refuses the keys of users who have authorized an app: they are to use tokens.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !(
          call.request.path.startsWith('/api/v3/') &&
          call.tenant.state.delegations.some(({ userId }) => userId === key.userId)
        ),
    }),
  },
  {
    id: 'api-key/following-pages-show-all',
    breaks: ['KEY-04'],
    also: ['LST-30', 'LST-31', 'LST-13', 'LST-14', 'FLT-35', 'FLT-39'],
    summary: 'A following page shows a key whatever comes next, in whosever project it is.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        normal.mayRead(call, actor, record) ||
        (actor.credential.kind === 'apiKey' && call.request.query.has('nextToken')),
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-second',
    breaks: ['KEY-16'],
    also: ['LIF-10', 'KEY-17'],
    summary: 'Rotation also ends the keys of other users that were made in the same second as the key it replaces.',
    behaviour: (normal) => {
      const second = (key: ApiKey): number => Math.floor(key.createdAt.getTime() / 1000);
      return {
        rotateApiKey: (tenant, user) => {
          const keys = tenant.state.apiKeys.values().toArray();
          const replaced = new Set(
            keys.filter(({ userId, retiredAt }) => userId === user.id && retiredAt === undefined).map(second),
          );
          for (const key of keys) if (replaced.has(second(key))) key.retiredAt ??= tenant.clock.now();
          return normal.rotateApiKey(tenant, user);
        },
      };
    },
  },
];
