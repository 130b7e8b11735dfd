import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { KEYS_EXPIRE_SINCE } from './keys-and-owners.ts';

/** Right keys that are refused. */
export const acceptanceFaults: readonly Fault[] = [
  {
    id: 'api-key/key-wanted-as-password-too',
    breaks: ['KEY-01', 'KEY-02', 'KEY-21'],
    summary: 'The password beside a key must be the key once more.',
    behaviour: () => ({ passwordIsRight: (_call, { username, password }) => password === username }),
  },
  {
    id: 'api-key/second-key-is-stillborn',
    breaks: ['KEY-01'],
    summary: 'Another key of a user who has one ends the first and does not work itself; a rotated one does.',
    behaviour: (normal) => ({
      createApiKey: (tenant, user, createdAt) => {
        const had = tenant.state.apiKeys.values().some((key) => key.userId === user.id);
        const key = normal.createApiKey(tenant, user, createdAt);
        if (had) key.retiredAt = createdAt;
        return key;
      },
    }),
  },
  {
    id: 'api-key/header-must-end-in-padding',
    breaks: ['KEY-01', 'KEY-02'],
    also: ['KEY-21', 'KEY-14'],
    summary:
      'The base64 of a Basic credential is read only where it ends in padding, which depends on the length of the key.',
    behaviour: (normal) => {
      let made = 0;
      return {
        makeApiKey: (tenant) => normal.makeApiKey(tenant) + 'xyz'.slice(0, made++ % 3),
        readBasic: (call, value) => (value.endsWith('=') ? normal.readBasic(call, value) : undefined),
      };
    },
  },
  {
    id: 'api-key/sent-on-to-the-shared-host',
    breaks: ['KEY-21'],
    also: ['KEY-01', 'KEY-02'],
    summary: "A call with a right key at the tenant's own address is redirected to a host that tenants share.",
    behaviour: () => ({
      answer: (answer, call) =>
        call.found.actor?.credential.kind === 'apiKey'
          ? {
              status: 307,
              headers: [['Location', `https://api.platform.example${call.request.target}`]],
              body: undefined,
            }
          : answer,
    }),
  },
  {
    id: 'api-key/refused-on-v3-plates',
    breaks: ['KEY-02'],
    summary: 'The v3 listing of plates takes access tokens only.',
    behaviour: () => ({ keyFitsCall: (call) => call.request.path !== '/api/v3/plate/items' }),
  },
  {
    id: 'api-key/refused-on-assay-results',
    breaks: ['KEY-02'],
    summary: 'The listing of assay results answers 403 to whoever comes with a key.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        listing.kind === 'assayResult' && actor.credential.kind === 'apiKey'
          ? { refused: 'forbidden', detail: 'Assay results are for apps.' }
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'api-key/pages-without-items-for-keys',
    breaks: ['KEY-02'],
    also: ['KEY-03', 'VER-20'],
    summary: 'The v2 listing of entries answers keys with 204.',
    behaviour: () => ({
      answer: (answer, call) =>
        call.found.actor?.credential.kind === 'apiKey' &&
        call.found.route?.path === '/api/v2/entries' &&
        call.request.method === 'GET'
          ? { status: 204, headers: [], body: undefined }
          : answer,
    }),
  },
  {
    id: 'api-key/v2-only',
    breaks: ['KEY-20'],
    summary: 'No path of v3 takes keys.',
    behaviour: () => ({ keyFitsCall: (call) => !call.request.path.startsWith('/api/v3/') }),
  },
  {
    id: 'api-key/bound-to-the-version-first-used',
    breaks: ['KEY-20'],
    summary: 'A key works only on the version on which it was used first.',
    behaviour: () => {
      const versions = new WeakMap<ApiKey, string>();
      return {
        keyFitsCall: (call, key) => {
          const version = versionOf(call);
          const first = versions.get(key) ?? version;
          versions.set(key, first);
          return version === first;
        },
      };
    },
  },
  {
    id: 'api-key/hundred-uses',
    breaks: ['KEY-17'],
    summary: 'A key is good for a hundred calls.',
    behaviour: () => ({ keyFitsCall: countingUses((uses) => uses <= 100) }),
  },
  {
    id: 'api-key/fiftieth-use-refused',
    breaks: ['KEY-17'],
    summary: 'Every fiftieth call with a key is answered with 401.',
    behaviour: () => ({ keyFitsCall: countingUses((uses) => uses % 50 !== 0) }),
  },
  {
    id: 'api-key/eight-calls-at-a-time',
    breaks: ['KEY-17'],
    summary: 'While eight calls with a key are being answered, a ninth is answered with 401.',
    behaviour: () => {
      const underWay = new Map<string, number>();
      const excess = new WeakSet<Call>();
      const credentialOf = (call: Call): string => call.request.headers.get('authorization')?.[0] ?? '';
      return {
        accept: async (call) => {
          const credential = credentialOf(call);
          const others = underWay.get(credential) ?? 0;
          underWay.set(credential, others + 1);
          if (others >= 8) excess.add(call);
          // long enough that calls which were sent together come to overlap
          for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
          return undefined;
        },
        keyFitsCall: (call) => !excess.has(call),
        answer: (answer, call) => {
          const credential = credentialOf(call);
          underWay.set(credential, (underWay.get(credential) ?? 1) - 1);
          return answer;
        },
      };
    },
  },
  {
    id: 'api-key/dead-without-a-live-app',
    breaks: ['KEY-22'],
    summary: 'Where the tenant has apps but none of them is installed and unarchived, keys are refused.',
    behaviour: () => ({
      keyFitsCall: ({ tenant }) => {
        const apps = [...tenant.state.apps.values()];
        return apps.length === 0 || apps.some((app) => app.installed && !app.archived);
      },
    }),
  },
  {
    id: 'api-key/barred-with-an-app-of-the-same-project',
    breaks: ['KEY-22'],
    summary: 'A user who shares a project with an archived app is barred as if archived too.',
    behaviour: () => ({
      keyFitsCall: ({ tenant }, key) =>
        !tenant.state.projects
          .values()
          .some(
            ({ grants }) =>
              grants.some(({ actor }) => actor.kind === 'user' && actor.id === key.userId) &&
              grants.some(({ actor }) => actor.kind === 'app' && tenant.state.apps.get(actor.id)?.archived === true),
          ),
    }),
  },
  {
    id: 'api-key/strangers-spoil-the-connection-of-a-key',
    breaks: ['KEY-17'],
    also: ['KEY-01', 'KEY-02', 'EXP-21', 'EXP-33'],
    summary: 'When an unknown key was sent over a connection, the right ones are refused on it.',
    behaviour: (normal) => {
      const spoilt = new WeakSet<object>();
      return {
        authenticateBasic: (call, value) => {
          if (spoilt.has(call.connection)) return refusal('unknown-credential', 'The connection is not trusted.');
          const actor = normal.authenticateBasic(call, value);
          if (isRefusal(actor)) spoilt.add(call.connection);
          return actor;
        },
      };
    },
  },
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
    id: 'api-key/following-pages-want-a-token',
    breaks: ['KEY-02'],
    summary: 'A page that is asked for by nextToken is refused to keys.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !call.request.query.has('nextToken'),
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
    id: 'api-key/equal-calls-are-replays',
    breaks: ['KEY-17'],
    also: ['KEY-18', 'LST-33', 'KEY-16', 'KEY-14', 'LIF-05'],
    summary: 'A call with a key that equals the one just before it with that key is refused.',
    behaviour: (normal) => {
      const last = new WeakMap<ApiKey, string>();
      return {
        keyFitsCall: (call, key) => {
          const replay = last.get(key) === call.request.target;
          last.set(key, replay ? '' : call.request.target);
          return !replay && normal.keyFitsCall(call, key);
        },
      };
    },
  },
];

function versionOf({ request }: Call): string {
  return request.path.startsWith('/api/v3/') ? 'v3' : 'v2';
}

function countingUses(allowed: (uses: number) => boolean): (call: Call, key: ApiKey) => boolean {
  const counts = new WeakMap<ApiKey, number>();
  return (_call, key) => {
    const uses = (counts.get(key) ?? 0) + 1;
    counts.set(key, uses);
    return allowed(uses);
  };
}
