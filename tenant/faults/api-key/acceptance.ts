import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { keysOf } from '../operators/keys.ts';
import { all, always, at, onVersion, atResults } from '../operators/kinds.ts';
import { counted, isRotatedKey, itsUser, type Watching } from '../operators/memories.ts';
import { itselfIn } from '../operators/presented.ts';
import {
  type Act,
  itsConnection,
  keyMade,
  letInByIdToken,
  presented,
  refreshed,
  since,
} from '../operators/remembered.ts';
import { and, faultsOf } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { userIs } from '../operators/standing.ts';
import { denied, hasAuthorized, hasConsentedTo, hasReplacedOne, isFromBefore } from './conditions.ts';
import { refused } from './decisions.ts';
import { breaking } from './rows.ts';

/** On the version of the API on which the key was not used first. */
const onOtherVersion: Watching = {
  watch: () => {
    const firstUsed = new WeakMap<object, string>();
    return {
      holds: ({ request }, one) => {
        const [key, version] = [itselfIn(one), request.path.slice(0, '/api/v3/'.length)];
        if (key !== undefined && !firstUsed.has(key)) firstUsed.set(key, version);
        return key !== undefined && firstUsed.get(key) !== version;
      },
    };
  },
};

/** A Basic credential is refused. */
const refusedKey: Act = (report) =>
  after('authenticateBasic', (actor, call) => {
    if (isRefusal(actor)) report(call.connection, call);
  });
/** A call is answered that brings another credential than a key. */
const servedWithoutKey: Act = (report) =>
  after('authenticate', (actor, call) => {
    if (!isRefusal(actor) && actor.credential.kind !== 'apiKey') report(call.connection, call);
  });

/** Right keys that are refused. */
export const acceptanceFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'refused-on-v3-plates': [
      refused.onListings,
      at('/api/v3/plate/items'),
      'The v3 listing of plates takes access tokens only.',
    ],
    'following-pages-want-a-token': [
      refused.onListings,
      isFollowing,
      'A page that is asked for by nextToken is refused to keys.',
    ],
    'refused-on-assay-results': [
      refused.onWholeListings,
      atResults,
      'The listing of assay results answers 403 to any caller with a key.',
    ],
    'filters-want-a-token': [
      refused.onWholeListings,
      filters,
      'Assay results with a filter are answered to keys with 403.',
      { breaks: ['FLT-41'], also: ['KEY-02'] },
    ],
    'v2-only': [refused.onVersions, onVersion('v3'), 'No path of v3 takes keys.'],
    'bound-to-the-version-first-used': [
      refused.onVersions,
      onOtherVersion,
      'A key works only on the version on which it was used first.',
    ],
    'v3-takes-keys-with-an-end-only': [
      refused.onVersions,
      all(onVersion('v3'), isFromBefore),
      'Keys from before 7 August 2026 are for v2 only.',
      { also: ['EXP-24', 'EXP-25'] },
    ],
    'v3-refuses-the-keys-of-users-of-apps': [
      refused.onVersions,
      all(onVersion('v3'), hasAuthorized),
      'v3 refuses the keys of users who have authorized an app.',
      { also: ['KEY-01', 'KEY-22', 'LIF-42'] },
    ],
    'hundred-uses': [refused.again, counted(presented(), (times) => times > 100), 'A key is good for a hundred calls.'],
    'fiftieth-use-refused': [
      refused.again,
      counted(presented(), (times) => times % 50 === 0),
      'Every fiftieth call with a key is answered with 401.',
    ],
    'an-id-token-ends-the-key-of-its-user': [
      refused.again,
      since(letInByIdToken, itsUser),
      'Once an ID token has let a user in, the key of that user is refused.',
      { also: ['KEY-01'] },
    ],
    'strangers-spoil-the-connection-of-a-key': [
      refused.again,
      since(refusedKey, itsConnection),
      'When an unknown key was sent over a connection, the right ones are refused on it.',
      { also: ['KEY-01', 'KEY-02', 'EXP-21', 'EXP-33'] },
    ],
    'connections-keep-to-their-method': [
      refused.keys,
      since(servedWithoutKey, itsConnection),
      'A connection on which a token was served takes no keys.',
      { also: ['KEY-20', 'TRN-15', 'CCR-05', 'CCR-04'] },
    ],
    'second-key-is-stillborn': [
      refused.keys,
      since(keyMade('createApiKey', (_times, hadOne) => hadOne)),
      'A further key that is made for a user does not work; a rotated one does.',
    ],
    'a-rotation-without-a-key-gives-a-dead-one': [
      refused.rotated,
      since(keyMade('rotateApiKey', (_times, hadOne) => !hadOne)),
      'The key that a rotation gives a user who had none does not work.',
    ],
    'second-rotation-gives-a-dead-key': [
      refused.rotated,
      since(keyMade('rotateApiKey', (times) => times === 2)),
      "A user's second rotation ends the key that it gives along with the old one.",
      { also: ['KEY-16'] },
    ],
    'owners-are-found-by-addresses-in-small-letters': [
      refused.keys,
      userIs(({ email }) => email !== email.toLowerCase()),
      'A key is refused where the address of its owner has capitals.',
    ],
    'consent-ends-the-key': [
      refused.keys,
      hasConsentedTo(() => true),
      'The key of a user who has consented to an app is refused.',
      { also: ['LIF-05', 'LIF-06', 'LIF-08', 'LIF-12', 'LIF-29', 'LIF-41', 'LIF-42'] },
    ],
    'a-denial-ends-the-key': [
      refused.besideApps,
      since(denied, itsUser),
      'The key of a user who denied an app is refused.',
    ],
    'a-refresh-for-its-user-ends-a-key': [
      refused.besideApps,
      since(
        refreshed(({ delegation }, { tenant }) => keysOf(tenant).filter(({ userId }) => userId === delegation.userId)),
      ),
      'When an app refreshes for a user, the key that the user has ends.',
    ],
    'uninstallation-ends-the-keys-of-the-apps-users': [
      refused.besideApps,
      hasConsentedTo(({ installed }) => !installed),
      'While an app is uninstalled the keys of all who consented to it are refused.',
      { also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'] },
    ],
    'archiving-ends-the-keys-of-the-apps-users': [
      refused.besideApps,
      hasConsentedTo(({ archived }) => archived),
      'While an app is archived the keys of all who consented to it are refused.',
      { also: ['LIF-26', 'LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'] },
    ],
    'dead-without-a-live-app': [
      refused.besideApps,
      ({ tenant }) => {
        const apps = [...tenant.state.apps.values()];
        return apps.length > 0 && !apps.some((app) => app.installed && !app.archived);
      },
      'Keys are refused while apps exist and none is installed and unarchived.',
      { also: ['LIF-05'] },
    ],
    'barred-with-an-app-of-the-same-project': [
      refused.besideApps,
      ({ tenant }, { userId }) =>
        tenant.state.projects
          .values()
          .some(
            ({ grants }) =>
              grants.some(({ actor }) => actor.id === userId) &&
              grants.some(({ actor }) => tenant.state.apps.get(actor.id)?.archived === true),
          ),
      'The key of a user who shares a project with an archived app is refused.',
      { also: ['EXP-24', 'LIF-05'] },
    ],
    'filters-refuse-rotated-keys': [
      refused.rotated,
      and(isRotatedKey, filters),
      'A listing with a filter refuses keys from a rotation.',
    ],
    'rotated-keys-may-not-write': [
      refused.rotated,
      and(isRotatedKey, creates),
      'A key from a rotation creates no records.',
    ],
    'sorted-listings-refuse-rotated-keys': [
      refused.rotated,
      and(isRotatedKey, sorts),
      'A sorted listing refuses keys from a rotation.',
    ],
    'following-pages-refuse-rotated-keys': [
      refused.rotated,
      and(isRotatedKey, isFollowing),
      'A following page is refused to keys from a rotation.',
    ],
    'rotated-keys-are-for-v2': [
      refused.rotated,
      all(onVersion('v3'), hasReplacedOne),
      'A key that took the place of another is refused on v3.',
      { also: ['KEY-01', 'KEY-02', 'KEY-20', 'VER-16'] },
    ],
    'sent-on-to-the-shared-host': [
      refused.atOwnAddress,
      always,
      'Calls with a key are redirected to a host that tenants share.',
      { also: ['KEY-01', 'KEY-02'] },
    ],
    'rotated-keys-are-for-the-shared-host': [
      refused.atOwnAddress,
      isRotatedKey,
      'Calls with a key from a rotation are redirected to a host that tenants share.',
      { also: ['KEY-14', 'EXP-33'] },
    ],
  }),
  ...breaking(['KEY-01', 'KEY-02', 'KEY-21'], {
    'key-wanted-as-password-too': [
      () => ({ passwordIsRight: (_call, { username, password }) => password === username }),
      'The password beside a key must be the key once more.',
    ],
  }),
  ...breaking(['KEY-01', 'KEY-02'], {
    'header-must-end-in-padding': [
      (normal) => {
        let made = 0;
        return {
          makeApiKey: (tenant) => normal.makeApiKey(tenant) + 'xyz'.slice(0, made++ % 3),
          readBasic: (call, value) => (value.endsWith('=') ? normal.readBasic(call, value) : undefined),
        };
      },
      'A Basic credential is read only where its base64 ends in padding.',
      ['KEY-21', 'KEY-14'],
    ],
  }),
  ...breaking('KEY-02', {
    'pages-without-items-for-keys': [
      () => ({
        answer: (answer, call) =>
          call.found.actor?.credential.kind === 'apiKey' &&
          call.found.route?.path === '/api/v2/entries' &&
          call.request.method === 'GET'
            ? { status: 204, headers: [], body: undefined }
            : answer,
      }),
      'The v2 listing of entries answers keys with 204.',
      ['KEY-03', 'VER-20'],
    ],
  }),
  ...breaking('KEY-17', {
    'eight-calls-at-a-time': [
      () => {
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
      'While eight calls with a key are being answered, a ninth is answered with 401.',
    ],
    'equal-calls-are-replays': [
      (normal) => {
        const last = new WeakMap<ApiKey, string>();
        return {
          keyFitsCall: (call, key) => {
            const replay = last.get(key) === call.request.target;
            last.set(key, replay ? '' : call.request.target);
            return !replay && normal.keyFitsCall(call, key);
          },
        };
      },
      'A call with a key is refused if the one before it was equal.',
      ['KEY-18', 'LST-33', 'KEY-16', 'KEY-14', 'LIF-05'],
    ],
  }),
];
