import { keyNumberVariants } from './api-key/number.ts';
import { isRefusal, refusal } from '../http/refusal.ts';
import { withHeader, withoutHeader } from '../http/message.ts';
import type { ApiKey } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';
import type { Variant } from './variant.ts';

const THIRTY_DAYS = 30 * 86_400_000;

export const apiKeyVariants: readonly Variant[] = [
  ...keyNumberVariants,
  {
    id: 'api-key/any-password',
    freedoms: ['FRE-89'],
    summary: 'The password is ignored if the key is right.',
    behaviour: () => ({ passwordIsRight: () => true }),
  },
  {
    id: 'api-key/several-keys',
    freedoms: ['FRE-92', 'FRE-93'],
    summary:
      'Keys are UUIDs, and the earlier keys of a user go on working after another is created; only rotation ends them.',
    behaviour: () => ({
      makeApiKey: (tenant) =>
        tenant
          .random(16)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      createApiKey: (tenant, user, createdAt) => {
        const key = { value: tenant.behaviour.makeApiKey(tenant), userId: user.id, createdAt, retiredAt: undefined };
        tenant.state.apiKeys.add(key);
        return key;
      },
    }),
  },
  {
    id: 'api-key/lenient-basic',
    freedoms: ['FRE-10', 'FRE-89', 'FRE-90', 'FRE-91', 'FRE-220'],
    summary:
      'A Basic credential may lack its colon, padding or base64, be in base64url, and have blanks around the key and any password.',
    behaviour: (normal) => ({
      passwordIsRight: () => true,
      readBasic: (call, value) => {
        if (call.tenant.state.apiKeys.find(value) !== undefined) return { username: value, password: '' };
        const [username = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(/:(.*)/s);
        return { username: username.trim(), password };
      },
      authenticateBasic: (call, value) => normal.authenticateBasic(call, value.trim()),
    }),
  },
  {
    id: 'api-key/keys-of-base64',
    freedoms: ['FRE-92', 'FRE-220'],
    summary: 'Keys are octets in base64 and compared as octets, however the text is padded or its spare bits are set.',
    behaviour: (normal) => ({
      makeApiKey: (tenant) => {
        // so that each key has the characters that cause most problems, and padding
        const octets = Buffer.concat([Buffer.from([0xfb, 0xef, 0xff]), tenant.random(29)]);
        return octets.toString('base64');
      },
      findApiKey: (call, credentials) => {
        const { username } = credentials;
        if (!/^[A-Za-z0-9+/]+={0,2}$/.test(username)) return undefined;
        return normal.findApiKey(call, {
          ...credentials,
          username: Buffer.from(username, 'base64').toString('base64'),
        });
      },
    }),
  },
  {
    id: 'api-key/long-dotted-keys',
    freedoms: ['FRE-92'],
    summary: 'Keys have 200 characters in three parts, with every punctuation mark that a Basic username may have.',
    behaviour: () => ({
      makeApiKey: (tenant) => {
        const part = (bytes: number): string => tenant.random(bytes).toString('base64url');
        return `${part(48)}.${part(48)}.${part(30)}!#$%&'()*+,/;=?@[]^_{|}~`;
      },
    }),
  },
  {
    id: 'api-key/keys-of-three-thousand-characters',
    freedoms: ['FRE-92'],
    summary: 'Keys are encrypted tokens of five parts and three thousand characters.',
    behaviour: () => ({
      makeApiKey: (tenant) =>
        [30, 256, 12, 1950, 16].map((size) => tenant.random(size).toString('base64url')).join('.'),
    }),
  },
  {
    id: 'api-key/short-numeric-keys',
    freedoms: ['FRE-92'],
    summary: 'Keys are numbers of twelve digits.',
    behaviour: () => ({ makeApiKey: digits }),
  },
  {
    id: 'api-key/keys-outside-ascii',
    freedoms: ['FRE-92'],
    summary: 'Keys hold letters outside ASCII, which HTTP Basic carries in UTF-8.',
    behaviour: () => ({ makeApiKey: (tenant) => `clé-${digits(tenant)}-鍵` }),
  },
  {
    id: 'api-key/old-key-lives-on-for-a-moment',
    freedoms: ['FRE-16'],
    summary: 'A key that was replaced, by rotation or by another key, works for a tenth of a second more.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: () => ({
      keyIsRetired: (call, { retiredAt }) => retiredAt !== undefined && call.now.getTime() - retiredAt.getTime() >= 100,
    }),
  },
  {
    id: 'api-key/new-key-takes-a-moment',
    freedoms: ['FRE-16', 'FRE-93'],
    summary: 'A key begins to work, and ends the previous key, a fiftieth of a second after it was made.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: (normal) => {
      const madeAt = new WeakMap<ApiKey, number>();
      const remembered = (tenant: Tenant, key: ApiKey): ApiKey => {
        madeAt.set(key, tenant.clock.now().getTime());
        return key;
      };
      return {
        createApiKey: (tenant, user, createdAt) => remembered(tenant, normal.createApiKey(tenant, user, createdAt)),
        rotateApiKey: (tenant, user) => remembered(tenant, normal.rotateApiKey(tenant, user)),
        keyFitsCall: (call, key) => call.now.getTime() - (madeAt.get(key) ?? 0) >= 20,
        keyIsRetired: (call, { retiredAt }) =>
          retiredAt !== undefined && call.now.getTime() - retiredAt.getTime() >= 20,
      };
    },
  },
  {
    id: 'api-key/suspended-and-powerless-are-forbidden',
    freedoms: ['FRE-05', 'FRE-17', 'FRE-46'],
    summary:
      'A call with the key of a suspended user is answered with 403, one of a user without any project with 404.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'suspended-user' ? 403 : normal.refusalStatus(call, refused),
      listingIsForbidden: (call, actor, listing) => {
        const { behaviour, state } = call.tenant;
        return state.projects.values().some((project) => behaviour.hasAccess(call, actor, project))
          ? normal.listingIsForbidden(call, actor, listing)
          : refusal('not-found', 'There is nothing for you.');
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-other-credentials',
    freedoms: ['FRE-98'],
    summary: "Rotating a user's key ends the tokens that were issued for that user.",
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        for (const { value, subject } of tenant.state.accessTokens.values()) {
          if (subject.kind === 'user' && subject.id === user.id) tenant.state.accessTokens.delete(value);
        }
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/boundary-at-the-date-line',
    freedoms: ['FRE-94', 'FRE-95'],
    summary: 'Keys expire if they were created when it was 8 August 2026 on Kiritimati, 14 hours ahead of UTC.',
    behaviour: () => ({
      keyExpiresAt: ({ createdAt }) =>
        createdAt.getTime() < Date.UTC(2026, 7, 7, 10) ? undefined : new Date(createdAt.getTime() + THIRTY_DAYS),
    }),
  },
  {
    id: 'api-key/own-host-only',
    freedoms: ['FRE-99'],
    summary: "A call whose Host is not the tenant's own is answered with 421.",
    behaviour: () => ({
      accept: (call) => {
        const host = call.request.headers.get('host')?.[0] ?? new URL(call.tenant.baseUrl()).host;
        if (host === new URL(call.tenant.baseUrl()).host) return undefined;
        return { status: 421, headers: [], body: undefined };
      },
    }),
  },
  {
    id: 'api-key/suspension-counted-anew',
    freedoms: ['FRE-119'],
    summary: 'Suspending a suspended user, or un-suspending an active one, is recorded as a change.',
    behaviour: () => ({
      setUserActive: (tenant, user, active) => {
        user.active = active;
        user.activeChangedAt = tenant.clock.now();
      },
      setArchived: (tenant, app, archived) => {
        app.archived = archived;
        app.archivedChangedAt = tenant.clock.now();
      },
    }),
  },
  {
    id: 'api-key/no-keys-for-plates-of-v2',
    freedoms: ['FRE-225'],
    warnings: ['KEY-02'],
    summary: 'Keys authenticate calls to each listing except the one of plates under v2.',
    behaviour: () => ({ keyFitsCall: (call) => call.request.path !== '/api/v2/plates' }),
  },
  {
    id: 'api-key/v2-only',
    freedoms: ['FRE-216'],
    warnings: ['KEY-20'],
    summary: 'Keys authenticate calls to v2 and not to v3.',
    behaviour: () => ({ keyFitsCall: (call) => !call.request.path.startsWith('/api/v3/') }),
  },
  {
    id: 'api-key/v3-only',
    freedoms: ['FRE-131', 'FRE-216'],
    warnings: ['KEY-20'],
    summary: 'Keys authenticate calls to v3 and to the unversioned listing of assay results, and not to v2.',
    profile: {
      api: { assayResultsPath: '/assay-results', itemsKeys: {} },
      writeProbe: {
        method: 'POST',
        path: '/api/v3/entries',
        body: { name: 'conformance', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
    },
    behaviour: () => ({
      entryCreationPaths: () => ['/api/v3/entries'],
      keyFitsCall: (call) => !call.request.path.startsWith('/api/v2/'),
    }),
  },
  {
    id: 'api-key/wordless-refusals',
    freedoms: ['FRE-01', 'FRE-11'],
    summary: 'A 401 has no body and one challenge, which does not name Basic.',
    behaviour: (normal) => ({
      challenges: () => ['Bearer'],
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        return answer.status === 401 && call.found.route?.part === 'api'
          ? { ...withoutHeader(withHeader(answer, 'Content-Length', '0'), 'Content-Type'), body: undefined }
          : answer;
      },
    }),
  },
  {
    id: 'api-key/bearer-with-reserved-characters-is-malformed',
    freedoms: ['FRE-92'],
    summary:
      'Keys hold characters that no bearer token has, and a bearer value with these characters is answered with 400.',
    behaviour: (normal) => ({
      makeApiKey: (tenant) => `{${digits(tenant)}}%${digits(tenant)}`,
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        return isRefusal(actor) && /[{}]/.test(value) ? refusal('invalid-query', 'This is no bearer token.') : actor;
      },
    }),
  },
];

function digits(tenant: Tenant): string {
  return String(tenant.random(6).readUIntBE(0, 6)).padStart(15, '7').slice(-12);
}
