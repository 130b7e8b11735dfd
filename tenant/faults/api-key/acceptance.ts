import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { keysOf } from '../operators/keys.ts';
import { all, always, at, onVersion, atResults } from '../operators/kinds.ts';
import { counted, isRotatedKey, itsUser, type RememberingCondition } from '../operators/memories.ts';
import { tokenOrKeyIn } from '../operators/presented.ts';
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
import { denied, hasAuthorized, hasConsentedTo, hasRotatedAway, isFromBefore } from './conditions.ts';
import { refused } from './decisions.ts';
import { breaking } from './rows.ts';

/** The condition that the call goes to another version of the API than the first call with its key. */
const onOtherVersion: RememberingCondition = {
  watch: () => {
    const firstUsed = new WeakMap<object, string>();
    return {
      holds: ({ request }, one) => {
        const [key, version] = [tokenOrKeyIn(one), request.path.slice(0, '/api/v3/'.length)];
        if (key !== undefined && !firstUsed.has(key)) firstUsed.set(key, version);
        return key !== undefined && firstUsed.get(key) !== version;
      },
    };
  },
};

/** Reports the connection on which a Basic credential is refused. */
const refusedKey: Act = (report) =>
  after('authenticateBasic', (actor, call) => {
    if (isRefusal(actor)) report(call.connection, call);
  });
/** Reports the connection of a call that is let in by another credential than a key. */
const servedWithoutKey: Act = (report) =>
  after('authenticate', (actor, call) => {
    if (!isRefusal(actor) && actor.credential.kind !== 'apiKey') report(call.connection, call);
  });

/** Faults in which the tenant does not serve a call with a valid key. */
export const acceptanceFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'refused-on-v3-plates': [
      refused.onListings,
      at('/api/v3/plate/items'),
      'The v3 listing of plates accepts access tokens only.',
    ],
    'following-pages-want-a-token': [
      refused.onListings,
      isFollowing,
      'The tenant refuses a key for a page that is requested by nextToken.',
    ],
    'refused-on-assay-results': [
      refused.onWholeListings,
      atResults,
      'The listing of assay results answers 403 to any caller with a key.',
    ],
    'filters-want-a-token': [
      refused.onWholeListings,
      filters,
      'The listing of assay results answers a filter with 403 if the caller has a key.',
      { breaks: ['FLT-41'], also: ['KEY-02'] },
    ],
    'v2-only': [refused.onVersions, onVersion('v3'), 'No path of v3 accepts keys.'],
    'bound-to-the-version-first-used': [
      refused.onVersions,
      onOtherVersion,
      'A key works only on the version of the API on which it was first used.',
    ],
    'v3-takes-keys-with-an-end-only': [
      refused.onVersions,
      all(onVersion('v3'), isFromBefore),
      'v3 refuses keys from before 7 August 2026.',
      { also: ['EXP-24', 'EXP-25'] },
    ],
    'v3-refuses-the-keys-of-users-of-apps': [
      refused.onVersions,
      all(onVersion('v3'), hasAuthorized),
      'v3 refuses the keys of users who have authorized an app.',
      { also: ['KEY-01', 'KEY-22', 'LIF-42'] },
    ],
    'hundred-uses': [
      refused.again,
      counted(presented(), (times) => times > 100),
      'A key works for a hundred calls only.',
    ],
    'fiftieth-use-refused': [
      refused.again,
      counted(presented(), (times) => times % 50 === 0),
      'Every fiftieth call with a key is answered with 401.',
    ],
    'an-id-token-ends-the-key-of-its-user': [
      refused.again,
      since(letInByIdToken, itsUser),
      'Once a user was let in by an ID token, the tenant refuses the key of that user.',
      { also: ['KEY-01'] },
    ],
    'strangers-spoil-the-connection-of-a-key': [
      refused.again,
      since(refusedKey, itsConnection),
      'After an unknown key was sent over a connection, valid keys are refused on that connection.',
      { also: ['KEY-01', 'KEY-02', 'EXP-21', 'EXP-33'] },
    ],
    'connections-keep-to-their-method': [
      refused.keys,
      since(servedWithoutKey, itsConnection),
      'A connection on which an access token was accepted accepts no keys.',
      { also: ['KEY-20', 'TRN-15', 'CCR-05', 'CCR-04'] },
    ],
    'second-key-is-stillborn': [
      refused.keys,
      since(keyMade('createApiKey', (_times, hadOne) => hadOne)),
      'A key that is created for a user who already had one does not work, but a rotated key does.',
    ],
    'a-rotation-without-a-key-gives-a-dead-one': [
      refused.rotated,
      since(keyMade('rotateApiKey', (_times, hadOne) => !hadOne)),
      'If a user had no key, the key that a rotation gives does not work.',
    ],
    'second-rotation-gives-a-dead-key': [
      refused.rotated,
      since(keyMade('rotateApiKey', (times) => times === 2)),
      "A user's second rotation ends not only the old key but also the new one.",
      { also: ['KEY-16'] },
    ],
    'owners-are-found-by-addresses-in-small-letters': [
      refused.keys,
      userIs(({ email }) => email !== email.toLowerCase()),
      'The tenant refuses a key if the e-mail address of its owner has capital letters.',
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
      'When an app refreshes a token of a user, the key of that user ends.',
    ],
    'uninstallation-ends-the-keys-of-the-apps-users': [
      refused.besideApps,
      hasConsentedTo(({ installed }) => !installed),
      'While an app is uninstalled, the keys of all users who consented to it are refused.',
      { also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'] },
    ],
    'archiving-ends-the-keys-of-the-apps-users': [
      refused.besideApps,
      hasConsentedTo(({ archived }) => archived),
      'While an app is archived, the keys of all users who consented to it are refused.',
      { also: ['LIF-26', 'LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'] },
    ],
    'dead-without-a-live-app': [
      refused.besideApps,
      ({ tenant }) => {
        const apps = [...tenant.state.apps.values()];
        return apps.length > 0 && !apps.some((app) => app.installed && !app.archived);
      },
      'The tenant refuses keys while it has apps but none of them is both installed and unarchived.',
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
      'The tenant refuses a key from a rotation for a following page.',
    ],
    'rotated-keys-are-for-v2': [
      refused.rotated,
      all(onVersion('v3'), hasRotatedAway),
      'v3 refuses the key of a user who once had another key that was replaced.',
      { also: ['KEY-01', 'KEY-02', 'KEY-20', 'VER-16'] },
    ],
    'sent-on-to-the-shared-host': [
      refused.atOwnAddress,
      always,
      'The tenant redirects calls with a key to a host that several tenants share.',
      { also: ['KEY-01', 'KEY-02'] },
    ],
    'rotated-keys-are-for-the-shared-host': [
      refused.atOwnAddress,
      isRotatedKey,
      'The tenant redirects calls with a key from a rotation to a host that several tenants share.',
      { also: ['KEY-14', 'EXP-33'] },
    ],
  }),
  ...breaking(['KEY-01', 'KEY-02', 'KEY-21'], {
    'key-wanted-as-password-too': [
      () => ({ passwordIsRight: (_call, { username, password }) => password === username }),
      'With a key as username, the tenant requires the same key as the password.',
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
      'The tenant reads a Basic credential only if its base64 text ends in padding.',
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
      'The v2 listing of entries answers a call with a key with 204.',
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
            // Long enough for calls that were sent together to overlap.
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
      'The tenant refuses a call with a key if the previous call with that key had the same target.',
      ['KEY-18', 'LST-33', 'KEY-16', 'KEY-14', 'LIF-05'],
    ],
  }),
];
