import type { Call } from '../../call.ts';
import { headerOf, type Connection } from '../../http/message.ts';
import type { ApiKey } from '../../state/model.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { answerBasic, isLive, keyFor, keysOf, letInAs } from '../operators/keys.ts';
import { always, at, onVersion } from '../operators/kinds.ts';
import { keyIn, ofActor } from '../operators/presented.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { withoutMarks } from '../texts.ts';
import { altered } from './decisions.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

const REPLACEMENT = '\uFFFD';

/** Makes a username count as a key if the key is what `change` makes of the username. */
const changed = (change: (username: string) => string): Wrong => altered((username, key) => change(username) === key);
/** Lets a username that is not a key in as the owner of the key that `find` returns. */
const unknown = (find: (username: string, call: Call) => ApiKey | undefined): Wrong => ({
  breaks: ['KEY-06'],
  wrong: letInAs(({ username }, call) => find(username, call)),
});
/** Answers some usernames with `status` instead of 401. */
const answered = (
  requirement: string,
  status: 400 | 500,
  isMeant: (username: string, password: string) => boolean,
): Wrong => ({
  breaks: [requirement],
  wrong: answerBasic(status === 400 ? 'invalid-query' : 'internal-error', ({ username, password }) =>
    isMeant(username, password),
  ),
});

const ofAdministrator = (call: Call): ApiKey => keyFor(call, call.tenant.administrator().id);
const sameLetters = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Lets some usernames in as the administrator, with access to every project. */
const guests = (isGuest: (username: string) => boolean): Wrong => ({
  breaks: ['KEY-06'],
  wrong: (when) => (normal) => ({
    ...unknown((username, call) => (isGuest(username) ? ofAdministrator(call) : undefined)).wrong(when)(normal),
    hasAccess: (call, actor, project) => normal.hasAccess(call, actor, project) || keyIn(ofActor(actor))?.value === '',
  }),
});

/** Faults in which a username that is nearly a key is accepted, or refused with another status than 401. */
export const alteredKeyFaults: readonly Fault[] = faultsOf('api-key', {
  'letter-case-ignored': [altered(sameLetters), always, 'The tenant compares keys without regard to letter case.'],
  'filters-overlook-the-case-of-keys': [
    altered(sameLetters),
    filters,
    'A listing with a filter compares keys without regard to letter case.',
  ],
  'sorted-listings-overlook-the-case-of-keys': [
    altered(sameLetters),
    sorts,
    'A sorted listing compares keys without regard to letter case.',
  ],
  'only-32-characters-compared': [
    altered((username, key) => key.slice(0, 32) === username.slice(0, 32)),
    always,
    'The tenant compares only the first 32 characters of a key.',
    { also: ['KEY-06'] },
  ],
  'the-middle-of-a-key-is-not-compared': [
    altered(
      (username, key) =>
        username.length === key.length &&
        username.slice(0, 16) === key.slice(0, 16) &&
        username.slice(-16) === key.slice(-16),
    ),
    always,
    'The tenant compares only the length of a key and its first and last sixteen characters.',
  ],
  'what-follows-a-key-is-ignored': [
    altered((username, key) => username.startsWith(key)),
    always,
    'A username that begins with a key is accepted.',
  ],
  'following-pages-overlook-what-follows-a-key': [
    altered((username, key) => username.startsWith(key)),
    isFollowing,
    'A following page is shown to a username that begins with a key.',
  ],
  'what-stands-before-a-key-is-ignored': [
    altered((username, key) => username.endsWith(key)),
    always,
    'A username that ends in a key is accepted.',
  ],
  'last-character-may-be-missing': [
    altered((username, key) => username === key.slice(0, -1)),
    onVersion('v3'),
    'v3 accepts a key without its last character.',
  ],
  'the-prefix-may-be-missing': [
    changed((username) => `key_${username}`),
    always,
    'A key is accepted without its prefix, which ends with the first underscore.',
  ],
  'percent-ends-a-key': [
    altered((username, key) => username.endsWith('%') && key.startsWith(username.slice(0, -1))),
    always,
    'The beginning of a key, followed by a percent sign, is accepted.',
  ],
  'underscores-stand-for-any-character': [
    altered(
      (username, key) =>
        username.length === key.length &&
        username.split('').every((each, index) => each === '_' || each === key[index]),
    ),
    always,
    'An underscore in a username stands for any character.',
  ],
  'what-cannot-be-seen-in-a-key-does-not-count': [
    changed((username) => username.replaceAll(/[\u00AD\u200B]/g, '')),
    always,
    'The tenant ignores soft hyphens and zero-width spaces in a username.',
  ],
  'hyphens-in-keys-are-ignored': [
    changed((username) => username.replaceAll('-', '')),
    always,
    'The tenant takes hyphens in a key for separators and ignores them.',
  ],
  'look-alikes-are-the-same': [
    changed((username) => username.replaceAll('0', 'o').replaceAll('1', 'i')),
    always,
    'The tenant reads 0 in a key as o, and 1 as i.',
  ],
  'accents-do-not-count': [
    changed(withoutMarks),
    always,
    'A key with accents on its letters counts as the key without them.',
  ],
  'full-width-letters-are-letters': [
    changed((username) => username.normalize('NFKC')),
    always,
    'The tenant reads full-width letters in a username as usual letters.',
  ],
  'control-characters-are-left-out': [
    // White space is left unchanged.
    // eslint-disable-next-line no-control-regex
    changed((username) => username.replaceAll(/[\u0001-\u0008\u000E-\u001F\u007F]/g, '')),
    always,
    'The tenant ignores control characters in a username.',
  ],
  'bytes-that-are-no-letters-are-left-out': [
    changed((username) => username.replaceAll(REPLACEMENT, '')),
    always,
    'The tenant ignores bytes of a username that are not UTF-8.',
  ],
  'a-nul-ends-a-key': [
    changed((username) => username.split('\0')[0] ?? ''),
    always,
    'The tenant ignores the characters after a NUL in a username.',
  ],
  'an-at-sign-ends-a-key': [
    changed((username) => username.split('@')[0] ?? ''),
    always,
    'The tenant reads a username only up to its first at sign.',
  ],
  'shorter-keys-are-malformed': [
    answered('KEY-07', 400, (username) => username.startsWith('key_') && username.length !== 44),
    always,
    'The tenant answers a username that begins like a key but has another length with 400.',
    { also: ['KEY-06', 'KEY-10'] },
  ],
  'bytes-that-are-no-letters-break-the-look-up': [
    answered('KEY-07', 500, (username, password) => `${username}${password}`.includes(REPLACEMENT)),
    always,
    'The tenant answers a Basic credential that is not UTF-8 with 500.',
    { also: ['TRN-10'] },
  ],
  'a-nul-breaks-the-look-up': [
    answered('KEY-07', 500, (username) => username.includes('\0')),
    always,
    'The tenant answers a username with a NUL with 500.',
    { also: ['TRN-10', 'KEY-06'] },
  ],
});

/** Faults in which a username that is not a key at all is accepted, or refused with another status than 401. */
export const unknownUsernameFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'known-by-its-form': [
      unknown((username, call) => (/^key_[A-Za-z0-9]{40}$/.test(username) ? ofAdministrator(call) : undefined)),
      always,
      'Any username in the form of a key counts as a key of the administrator.',
      { also: ['KEY-07', 'TRN-19'] },
    ],
    'anonymous-is-the-administrator': [
      unknown((username, call) => (username === 'anonymous' ? ofAdministrator(call) : undefined)),
      always,
      'The username anonymous is let in without a password, as the administrator.',
    ],
    'admin-without-a-password': [
      unknown((username, call) => (username === 'admin' ? keysOf(call.tenant)[0] : undefined)),
      always,
      'The username admin is let in without a password, as the oldest user.',
    ],
    'e-mail-address-suffices': [
      unknown((username, call) => {
        const user = call.tenant.state.users.values().find(({ email }) => email === username);
        const keyed = keysOf(call.tenant).some(({ userId }) => userId === user?.id);
        return user === undefined || keyed ? undefined : keyFor(call, user.id);
      }),
      always,
      'The e-mail address of a user without a key is accepted as a username.',
    ],
    'user-id-suffices': [
      unknown((username, call) => keysOf(call.tenant).find((key) => key.userId === username && isLive(key))),
      always,
      'The identifier of a user is accepted instead of the key.',
    ],
    'client-id-suffices': [
      unknown((username, call) =>
        call.tenant.behaviour.findClient(call, username) === undefined ? undefined : keysOf(call.tenant)[0],
      ),
      always,
      'A client_id is accepted instead of a key.',
      { also: ['CCR-16'] },
    ],
    'digits-are-numbers-of-users': [
      unknown((username, call) => {
        const user = /^[0-9]+$/.test(username)
          ? [...call.tenant.state.users.values()][Number(username) - 1]
          : undefined;
        return user && keyFor(call, user.id);
      }),
      always,
      'The tenant takes a username of digits for the number of a user.',
    ],
    'unknown-keys-may-write': [
      guests((username) => username !== ''),
      creates,
      'The tenant creates records for a key that was never issued, as the administrator.',
      { also: ['KEY-07', 'KEY-12'] },
    ],
    'nobody-may-create': [
      guests((username) => username === ''),
      creates,
      'The tenant creates records for an empty username and password, as the administrator.',
      { breaks: ['KEY-08'] },
    ],
    'no-name-is-a-guest': [
      unknown((username, call) => (username === '' ? ofAdministrator(call) : undefined)),
      at('/api/v3/entry/items'),
      'On the v3 listing of entries, Basic with empty username and password is let in as the administrator.',
      { breaks: ['KEY-08'] },
    ],
    'no-name-is-a-bad-request': [
      answered('KEY-08', 400, (username, password) => username === '' && password === ''),
      always,
      'The tenant answers Basic with empty username and password with 400.',
    ],
    'long-usernames-break-the-look-up': [
      answered('KEY-06', 400, (username) => username.length > 255),
      always,
      'The tenant answers a username of more than 255 characters with 400.',
    ],
    'non-ascii-usernames-break-the-look-up': [
      answered('KEY-06', 500, (username) => /[^\x20-\x7e]/.test(username)),
      always,
      'The tenant answers a username outside ASCII with 500.',
    ],
    'apostrophes-break-the-look-up': [
      answered('KEY-06', 500, (username) => username.includes("'")),
      always,
      'The tenant answers a username with an apostrophe with 500.',
      { also: ['KEY-10'] },
    ],
  }),
  ...breaking('KEY-06', {
    'unknown-key-is-forbidden': [
      replaceIf(
        'refusalStatus',
        (call, refusal) =>
          refusal.refused === 'unknown-credential' &&
          call.request.path === '/api/v2/plates' &&
          /^basic /i.test(headerOf(call.request, 'authorization') ?? ''),
        () => 403,
      ),
      'The v2 listing of plates answers an unknown key with 403.',
      ['KEY-07', 'KEY-08', 'KEY-09', 'KEY-10', 'KEY-12', 'KEY-15', 'TRN-19', 'CCR-16'],
    ],
    'open-brackets-break-the-look-up': [
      (normal) => ({
        findApiKey: (call, credentials) => {
          RegExp(`^${credentials.username}$`).test('');
          return normal.findApiKey(call, credentials);
        },
      }),
      'The tenant reads a username as a regular expression and answers an open bracket with 500.',
      ['TRN-10'],
    ],
  }),
  ...breaking('KEY-08', {
    'no-name-is-shown-no-results': [
      (normal) => ({
        authenticateBasic: (call, value) => {
          const sent = normal.readBasic(call, value);
          const empty = sent?.username === '' && sent.password === '' && call.request.path.endsWith('/assay-results');
          if (!empty) return normal.authenticateBasic(call, value);
          const key = { value: '', userId: 'nobody', createdAt: call.now, retiredAt: undefined };
          return { kind: 'user', id: 'nobody', credential: { kind: 'apiKey', key } };
        },
      }),
      'The listing of assay results answers Basic with empty username and password with an empty page.',
    ],
    'an-empty-name-is-the-one-before': [
      (normal) => {
        const known = new WeakMap<Connection, ApiKey>();
        return {
          findApiKey: (call, credentials) => {
            const key = normal.findApiKey(call, credentials);
            if (key !== undefined) known.set(call.connection, key);
            return credentials.username === '' ? known.get(call.connection) : key;
          },
        };
      },
      'Basic with empty username and password is let in with the previous key on the connection.',
      ['KEY-09', 'TRN-10'],
    ],
  }),
];
