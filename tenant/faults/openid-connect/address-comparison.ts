import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { withoutMarks } from '../texts.ts';
import { claimsIn } from './token-parts.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Faults that misread e-mail addresses, or compare them too loosely or too strictly (OIC-02, OIC-15). */
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
        'The comparison of e-mail addresses ignores dots before the at sign.',
      ],
      'hyphens-in-addresses-do-not-count': [
        () => ({
          emailMatches: (_call, user, email) => user.email.replace(/[-_]/g, '') === email.replace(/[-_]/g, ''),
        }),
        'The comparison of e-mail addresses ignores hyphens and underscores.',
      ],
      'accents-in-addresses-do-not-count': [
        (normal) => ({
          emailMatches: (call, user, email) => normal.emailMatches(call, user, withoutMarks(email)),
        }),
        'An email claim with accents on its letters is taken for the address without accents.',
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
      'The email claim is used as a regular expression in which everything but the dots is escaped.',
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
      'An unknown address is taken for that of the only user of its domain, if there is just one.',
      ['OIC-16', 'OIC-17'],
    ],
  }),
  ...breaking('OIC-02', {
    'addresses-in-capitals-are-not-found': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.toLowerCase()),
      }),
      'The comparison converts the email claim to lower case, but not the address of the user.',
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
      'The tenant doubles an apostrophe in the email claim before it looks up the user.',
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
      'A percent sign with two hexadecimal digits in the email claim is read as an escape.',
    ],
    'escapes-in-claims-are-left': [
      (normal) => ({
        emailOf: (call, token) =>
          normal.emailOf(call, token) === undefined
            ? undefined
            : /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(claimsIn(token.value).toString('utf8'))?.[1],
      }),
      'The tenant reads the email claim from the text of the claims and does not decode its escapes.',
    ],
    'claims-are-read-octet-by-octet': [
      becomes('emailOf', (email) => (email === undefined ? undefined : Buffer.from(email).toString('latin1'))),
      'Each octet of the email claim is read as a character, so that letters beyond ASCII change.',
    ],
    'addresses-end-at-a-hash': [
      (normal) => ({
        emailMatches: (call, user, email) => normal.emailMatches(call, user, email.split(/[#?]/)[0] ?? ''),
      }),
      'The email claim ends at a hash or question mark, because the tenant looks it up at the end of an address.',
    ],
    'addresses-are-compared-by-sixty-characters': [
      () => ({ emailMatches: (_call, user, email) => user.email.slice(0, 60) === email.slice(0, 60) }),
      'Only the first sixty characters of e-mail addresses are compared.',
      ['OIC-15', 'OIC-16'],
    ],
    'only-fifty-users-are-looked-through': [
      becomes('userOfIdToken', (user, call) => {
        const first = call.tenant.state.users.values().take(50).toArray();
        return isRefusal(user) || first.includes(user) ? user : refusal('unknown-user', 'There is no such user.');
      }),
      'The user of an e-mail address is looked up among the fifty users who were created first.',
      ['OIC-01', 'OIC-17'],
    ],
  }),
];
