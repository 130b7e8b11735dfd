import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { credentialsIn } from './keys-and-owners.ts';

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

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

const REPLACEMENT = '\uFFFD';

/** Keys are looked up after what was sent was changed. */
const lookedUpAs =
  (change: (username: string) => string): Fault['behaviour'] =>
  (normal) => ({
    findApiKey: (call, credentials) =>
      normal.findApiKey(call, { ...credentials, username: change(credentials.username) }),
  });

const keysOf = (call: Call): ApiKey[] => call.tenant.state.apiKeys.values().toArray();

/** Usernames that are changed, cut short or understood as something else before the key is looked up. */
export const keyLookUpFaults: readonly Fault[] = [
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
    id: 'api-key/what-stands-before-a-key-is-ignored',
    breaks: ['KEY-07'],
    summary: 'A username that ends in a key does.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ?? keysOf(call).find(({ value }) => credentials.username.endsWith(value)),
    }),
  },
  {
    id: 'api-key/what-cannot-be-seen-in-a-key-does-not-count',
    breaks: ['KEY-07'],
    summary: 'Soft hyphens and spaces of no width are taken out of a username before the key is looked up.',
    behaviour: lookedUpAs((username) => username.replaceAll(/[\u00AD\u200B]/g, '')),
  },
  {
    id: 'api-key/the-prefix-may-be-missing',
    breaks: ['KEY-07'],
    summary: 'A key may be given without the letters before its first underscore.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        normal.findApiKey(call, { ...credentials, username: `key_${credentials.username}` }),
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
    id: 'api-key/look-alikes-are-the-same',
    breaks: ['KEY-07'],
    summary: 'In a key 0 is read as o, and 1 as i.',
    behaviour: lookedUpAs((username) => username.replaceAll('0', 'o').replaceAll('1', 'i')),
  },
  {
    id: 'api-key/accents-do-not-count',
    breaks: ['KEY-07'],
    summary: 'A key with accents on its letters is as good as the one without.',
    behaviour: lookedUpAs(withoutMarks),
  },
  {
    id: 'api-key/full-width-letters-are-letters',
    breaks: ['KEY-07'],
    summary: 'Keys are brought to a normal form before they are looked up, in which full-width letters are usual ones.',
    behaviour: (normal) => ({
      findApiKey: (call, { username, password }) =>
        normal.findApiKey(call, { username: username.normalize('NFKC'), password }),
    }),
  },
  {
    id: 'api-key/control-characters-are-left-out',
    breaks: ['KEY-07'],
    summary: 'Control characters in a username are left out before the key is looked up.',
    // what is white space is left alone
    // eslint-disable-next-line no-control-regex
    behaviour: lookedUpAs((username) => username.replaceAll(/[\u0001-\u0008\u000E-\u001F\u007F]/g, '')),
  },
  {
    id: 'api-key/bytes-that-are-no-letters-are-left-out',
    breaks: ['KEY-07'],
    summary: 'Bytes of a Basic credential that are not UTF-8 are left out before the key is looked up.',
    behaviour: lookedUpAs((username) => username.replaceAll(REPLACEMENT, '')),
  },
  {
    id: 'api-key/bytes-that-are-no-letters-break-the-look-up',
    breaks: ['KEY-07'],
    also: ['TRN-10'],
    summary: 'A Basic credential with bytes that are not UTF-8 is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        Buffer.from(value, 'base64').toString('utf8').includes(REPLACEMENT)
          ? refusal('internal-error', 'The credential cannot be decoded.')
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/a-nul-ends-a-key',
    breaks: ['KEY-07'],
    summary: 'What stands behind a NUL in a username is not looked at.',
    behaviour: lookedUpAs((username) => username.split('\0')[0] ?? ''),
  },
  {
    id: 'api-key/a-nul-breaks-the-look-up',
    breaks: ['KEY-07'],
    also: ['TRN-10', 'KEY-06'],
    summary: 'A username with a NUL in it, which the database does not take, is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        credentialsIn(call, value)?.username.includes('\0') === true
          ? refusal('internal-error', 'The value cannot be looked up.')
          : normal.authenticateBasic(call, value),
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
    id: 'api-key/underscores-stand-for-any-character',
    breaks: ['KEY-07'],
    summary: 'An underscore in a username stands for any character.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        keysOf(call).find(
          ({ value }) =>
            value.length === credentials.username.length &&
            credentials.username.split('').every((each, index) => each === '_' || each === value[index]),
        ),
    }),
  },
  {
    id: 'api-key/open-brackets-break-the-look-up',
    breaks: ['KEY-06'],
    also: ['TRN-10'],
    summary: 'The username is looked for as a regular expression, so that an open bracket is answered with 500.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        RegExp(`^${credentials.username}$`).test('');
        return normal.findApiKey(call, credentials);
      },
    }),
  },
  {
    id: 'api-key/apostrophes-break-the-look-up',
    breaks: ['KEY-06'],
    also: ['KEY-10'],
    summary: 'A username with an apostrophe is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        normal.readBasic(call, value)?.username.includes("'") === true
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/digits-are-numbers-of-users',
    breaks: ['KEY-06'],
    summary: 'A username of digits alone is taken for the number of a user, and lets that one in.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        if (!/^[0-9]+$/.test(credentials.username)) return normal.findApiKey(call, credentials);
        const user = [...call.tenant.state.users.values()][Number(credentials.username) - 1];
        return user && { value: '', userId: user.id, createdAt: call.now, retiredAt: undefined };
      },
    }),
  },
];
