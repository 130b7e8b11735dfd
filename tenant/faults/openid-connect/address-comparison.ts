import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { claimsIn } from './token-parts.ts';

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** E-mail addresses that are read wrongly, cut off, or compared too loosely or too strictly (OIC-02, OIC-15). */
export const addressComparisonFaults: readonly Fault[] = [
  {
    id: 'openid-connect/dots-in-addresses-do-not-count',
    breaks: ['OIC-28'],
    also: ['OIC-02'],
    summary: 'Dots before the at sign of an e-mail address are left out when it is compared.',
    behaviour: () => ({
      emailMatches: (_call, user, email) => {
        const plain = (text: string): string => text.replace(/\.(?=.*@)/g, '');
        return plain(user.email) === plain(email);
      },
    }),
  },
  {
    id: 'openid-connect/dots-in-claims-stand-for-any-character',
    breaks: ['OIC-15'],
    summary: 'The users are searched for the claim as for a pattern in which all but the dots is escaped.',
    behaviour: () => ({
      emailMatches: (_call, user, email) =>
        new RegExp(`^${email.replaceAll(/[\\^$*+?()[\]{}|]/g, String.raw`\$&`)}$`, 'u').test(user.email),
    }),
  },
  {
    id: 'openid-connect/hyphens-in-addresses-do-not-count',
    breaks: ['OIC-28'],
    also: ['OIC-02'],
    summary: 'Hyphens and underscores in an e-mail address are left out when it is compared.',
    behaviour: () => ({
      emailMatches: (_call, user, email) => user.email.replace(/[-_]/g, '') === email.replace(/[-_]/g, ''),
    }),
  },
  {
    id: 'openid-connect/accents-in-addresses-do-not-count',
    breaks: ['OIC-28'],
    also: ['OIC-16', 'OIC-02'],
    summary: 'An e-mail address with accents on its letters is that of the user without.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, withoutMarks(email)),
    }),
  },
  {
    id: 'openid-connect/addresses-in-capitals-are-not-found',
    breaks: ['OIC-02'],
    also: ['OIC-01'],
    summary: 'The email claim is taken to lower case, and the address of the user is not.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.toLowerCase()),
    }),
  },
  {
    id: 'openid-connect/addresses-with-a-plus-are-not-found',
    breaks: ['OIC-02'],
    also: ['OIC-01'],
    summary: 'A plus sign in the email claim is read as a blank.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replaceAll('+', ' ')),
    }),
  },
  {
    id: 'openid-connect/addresses-with-an-apostrophe-are-not-found',
    breaks: ['OIC-02'],
    also: ['OIC-01'],
    summary: 'An e-mail address with an apostrophe is looked up with two of them.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replaceAll("'", "''")),
    }),
  },
  {
    id: 'openid-connect/escapes-in-addresses-are-decoded',
    breaks: ['OIC-02'],
    summary: 'A percent sign with two digits in the email claim is read as an escape.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) =>
        normal.emailMatches(
          call,
          user,
          email.replaceAll(/%([0-9A-F]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        ),
    }),
  },
  {
    id: 'openid-connect/escapes-in-claims-are-left',
    breaks: ['OIC-02'],
    summary: 'The email claim is cut out of the text of the claims, and its escapes are left as they are.',
    behaviour: (normal) => ({
      emailOf: (call, token) =>
        normal.emailOf(call, token) === undefined
          ? undefined
          : /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(claimsIn(token.value).toString('utf8'))?.[1],
    }),
  },
  {
    id: 'openid-connect/claims-are-read-octet-by-octet',
    breaks: ['OIC-02'],
    summary: 'Each octet of the claims is taken for a character, so that letters beyond ASCII are others.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const email = normal.emailOf(call, token);
        return email === undefined ? undefined : Buffer.from(email).toString('latin1');
      },
    }),
  },
  {
    id: 'openid-connect/addresses-end-at-a-hash',
    breaks: ['OIC-02'],
    summary: 'The email claim is looked up by an address of which it is the end, and ends at a hash or question mark.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.split(/[#?]/)[0] ?? ''),
    }),
  },
  {
    id: 'openid-connect/addresses-end-at-a-control-character',
    breaks: ['OIC-15'],
    summary: 'An email claim ends at the first NUL or line break.',
    behaviour: (normal) => ({
      // eslint-disable-next-line no-control-regex
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replace(/[\0\r\n][^]*$/, '')),
    }),
  },
  {
    id: 'openid-connect/addresses-are-compared-by-sixty-characters',
    breaks: ['OIC-02'],
    also: ['OIC-15', 'OIC-16'],
    summary: 'Addresses are compared as far as a column of sixty characters goes.',
    behaviour: () => ({ emailMatches: (_call, user, email) => user.email.slice(0, 60) === email.slice(0, 60) }),
  },
  {
    id: 'openid-connect/unknown-addresses-are-the-only-user-of-their-domain',
    breaks: ['OIC-15'],
    also: ['OIC-16', 'OIC-17'],
    summary: 'An unknown address is taken for the user of its domain, where there is just one.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = call.tenant.behaviour.emailOf(call, token);
        if (!isRefusal(user) || email === undefined) return user;
        const [only, ...more] = call.tenant.state.users
          .values()
          .filter((one) => domainOf(one.email) === domainOf(email));
        return only === undefined || more.length > 0 ? user : only;
      },
    }),
  },
  {
    id: 'openid-connect/only-fifty-users-are-looked-through',
    breaks: ['OIC-02'],
    also: ['OIC-01', 'OIC-17'],
    summary: 'The user of an e-mail address is looked for among the fifty who were created first.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const first = call.tenant.state.users.values().take(50).toArray();
        return isRefusal(user) || first.includes(user) ? user : refusal('unknown-user', 'There is no such user.');
      },
    }),
  },
];
