import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { withoutMarks } from '../texts.ts';
import { claimsIn } from './token-parts.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** E-mail addresses that are read wrongly, cut off, or compared too loosely or too strictly (OIC-02, OIC-15). */
export const addressComparisonFaults: readonly Fault[] = [
  ...breaking(
    'OIC-28',
    {
      'dots-in-addresses-do-not-count': [
        () => ({
          emailMatches: (_call, user, email) => {
            const plain = (text: string): string => text.replace(/\.(?=.*@)/g, '');
            return plain(user.email) === plain(email);
          },
        }),
        'Dots before the at sign of an e-mail address are left out when it is compared.',
      ],
      'hyphens-in-addresses-do-not-count': [
        () => ({
          emailMatches: (_call, user, email) => user.email.replace(/[-_]/g, '') === email.replace(/[-_]/g, ''),
        }),
        'Hyphens and underscores in an e-mail address are left out when it is compared.',
      ],
      'accents-in-addresses-do-not-count': [
        (normal) => ({
          emailMatches: (call, user, email) => normal.emailMatches(call, user, withoutMarks(email)),
        }),
        'An e-mail address with accents on its letters is that of the user without.',
        ['OIC-16'],
      ],
    },
    ['OIC-02'],
  ),
  ...breaking('OIC-15', {
    'dots-in-claims-stand-for-any-character': [
      () => ({
        emailMatches: (_call, user, email) =>
          new RegExp(`^${email.replaceAll(/[\\^$*+?()[\]{}|]/g, String.raw`\$&`)}$`, 'u').test(user.email),
      }),
      'The users are searched for the claim as for a pattern in which all but the dots is escaped.',
    ],
    'addresses-end-at-a-control-character': [
      (normal) => ({
        // eslint-disable-next-line no-control-regex
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replace(/[\0\r\n][^]*$/, '')),
      }),
      'An email claim ends at the first NUL or line break.',
    ],
    'unknown-addresses-are-the-only-user-of-their-domain': [
      becomes('userOfIdToken', (user, call, token) => {
        const email = call.tenant.behaviour.emailOf(call, token);
        if (!isRefusal(user) || email === undefined) return user;
        const [only, ...more] = call.tenant.state.users
          .values()
          .filter((one) => domainOf(one.email) === domainOf(email));
        return only === undefined || more.length > 0 ? user : only;
      }),
      'An unknown address is taken for the user of its domain, where there is just one.',
      ['OIC-16', 'OIC-17'],
    ],
  }),
  ...breaking('OIC-02', {
    'addresses-in-capitals-are-not-found': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.toLowerCase()),
      }),
      'The email claim is taken to lower case, and the address of the user is not.',
      ['OIC-01'],
    ],
    'addresses-with-a-plus-are-not-found': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replaceAll('+', ' ')),
      }),
      'A plus sign in the email claim is read as a blank.',
      ['OIC-01'],
    ],
    'addresses-with-an-apostrophe-are-not-found': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replaceAll("'", "''")),
      }),
      'An e-mail address with an apostrophe is looked up with two of them.',
      ['OIC-01'],
    ],
    'escapes-in-addresses-are-decoded': [
      (normal) => ({
        emailMatches: (call, user, email) =>
          normal.emailMatches(
            call,
            user,
            email.replaceAll(/%([0-9A-F]{2})/gi, (_all, code: string) =>
              String.fromCharCode(Number.parseInt(code, 16)),
            ),
          ),
      }),
      'A percent sign with two digits in the email claim is read as an escape.',
    ],
    'escapes-in-claims-are-left': [
      (normal) => ({
        emailOf: (call, token) =>
          normal.emailOf(call, token) === undefined
            ? undefined
            : /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(claimsIn(token.value).toString('utf8'))?.[1],
      }),
      'The email claim is cut out of the text of the claims, and its escapes are left as they are.',
    ],
    'claims-are-read-octet-by-octet': [
      becomes('emailOf', (email) => (email === undefined ? undefined : Buffer.from(email).toString('latin1'))),
      'Each octet of the claims is taken for a character, so that letters beyond ASCII are others.',
    ],
    'addresses-end-at-a-hash': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.split(/[#?]/)[0] ?? ''),
      }),
      'The email claim is looked up by an address of which it is the end, and ends at a hash or question mark.',
    ],
    'addresses-are-compared-by-sixty-characters': [
      () => ({ emailMatches: (_call, user, email) => user.email.slice(0, 60) === email.slice(0, 60) }),
      'Addresses are compared as far as a column of sixty characters goes.',
      ['OIC-15', 'OIC-16'],
    ],
    'only-fifty-users-are-looked-through': [
      becomes('userOfIdToken', (user, call) => {
        const first = call.tenant.state.users.values().take(50).toArray();
        return isRefusal(user) || first.includes(user) ? user : refusal('unknown-user', 'There is no such user.');
      }),
      'The user of an e-mail address is looked for among the fifty who were created first.',
      ['OIC-01', 'OIC-17'],
    ],
  }),
];
