import type { Deviation } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { addUser } from '../../state/furnishing.ts';
import type { User } from '../../state/model.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Finds users by another comparison of addresses. */
function matching(matches: (user: User, email: string) => boolean): Deviation {
  return (normal) => ({
    emailMatches: (call, user, email) => normal.emailMatches(call, user, email) || matches(user, email),
  });
}

/** Takes the address from somewhere where there is no email claim. */
function insteadOfNothing(claim: string): Deviation {
  return (normal) => ({
    emailOf: (call, token) => {
      const other = token.claims['email'] === undefined ? token.claims[claim] : undefined;
      return normal.emailOf(call, token) ?? (typeof other === 'string' ? other : undefined);
    },
  });
}

const like = (pattern: string): RegExp =>
  new RegExp(
    `^${Array.from(pattern, (one) => (one === '%' ? '.*' : one === '_' ? '.' : one.replaceAll(/[^A-Za-z0-9]/g, '\\$&'))).join('')}$`,
    's',
  );

const localPart = (email: string): string => email.slice(0, email.includes('@') ? email.lastIndexOf('@') : undefined);

/** E-mail claims by which somebody is found where nobody should be (OIC-13 to OIC-17). */
export const emailFaults: readonly Fault[] = [
  {
    id: 'openid-connect/sub-in-place-of-a-missing-email',
    breaks: ['OIC-13'],
    summary: 'Without an email claim the user is looked for by the subject.',
    behaviour: insteadOfNothing('sub'),
  },
  {
    id: 'openid-connect/upn-in-place-of-a-missing-email',
    breaks: ['OIC-13'],
    summary: 'Without an email claim the user is looked for by the upn claim.',
    behaviour: insteadOfNothing('upn'),
  },
  {
    id: 'openid-connect/missing-email-is-the-administrator',
    breaks: ['OIC-13'],
    summary: 'A token without an email claim is taken for one of the administrator.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        token.claims['email'] === undefined ? call.tenant.administrator() : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/missing-email-is-an-error',
    breaks: ['OIC-13', 'OIC-14'],
    summary: 'A token whose email claim cannot be read is answered with 500.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        if (typeof token.claims['email'] !== 'string') throw new TypeError('email is not a string');
        return normal.userOfIdToken(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/null-email-is-the-administrator',
    breaks: ['OIC-14'],
    summary: 'A token whose email claim is null is taken for one of the administrator.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        token.claims['email'] === null ? call.tenant.administrator() : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/list-of-emails-accepted',
    breaks: ['OIC-14'],
    summary: 'Where the email claim is a list, its first address counts.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const { email } = token.claims;
        return Array.isArray(email) && typeof email[0] === 'string' ? email[0] : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/email-in-an-object-accepted',
    breaks: ['OIC-14'],
    summary: 'Where the email claim is an object, its value counts.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const { email } = token.claims;
        const value = (email as { value?: unknown } | null | undefined)?.value;
        return typeof value === 'string' ? value : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/email-is-a-prefix',
    breaks: ['OIC-02', 'OIC-14', 'OIC-15'],
    summary: 'The user is the first one whose address begins with the email claim, which may be empty.',
    behaviour: (normal) => ({
      emailOf: (call, token) => (token.claims['email'] === '' ? '' : normal.emailOf(call, token)),
      ...matching((user, email) => user.email.startsWith(email))(normal),
    }),
  },
  {
    id: 'openid-connect/email-is-a-suffix',
    breaks: ['OIC-02', 'OIC-15'],
    summary: 'The user is one whose address ends with the email claim.',
    behaviour: matching((user, email) => user.email.endsWith(email)),
  },
  {
    id: 'openid-connect/email-begins-with-the-address',
    breaks: ['OIC-15'],
    also: ['OIC-02'],
    summary: 'Only as much of the email claim is compared as the address of a user is long.',
    behaviour: matching((user, email) => email.startsWith(user.email)),
  },
  {
    id: 'openid-connect/local-part-only',
    breaks: ['OIC-15', 'OIC-02'],
    summary: 'Addresses are compared up to the @.',
    behaviour: () => ({ emailMatches: (_call, user, email) => localPart(user.email) === localPart(email) }),
  },
  {
    id: 'openid-connect/subdomains-are-the-domain',
    breaks: ['OIC-15'],
    also: ['OIC-02'],
    summary: 'An address at a subdomain is that of the user of the same name at the domain.',
    behaviour: matching((user, email) => email.replace(/@[^.]+\./, '@') === user.email),
  },
  {
    id: 'openid-connect/email-is-a-pattern',
    breaks: ['OIC-15'],
    summary: 'The user is looked for by LIKE, where % and _ stand for anything.',
    behaviour: matching((user, email) => like(email).test(user.email)),
  },
  {
    id: 'openid-connect/email-is-a-regular-expression',
    breaks: ['OIC-15'],
    summary: 'The email claim is looked for as a regular expression.',
    behaviour: matching((user, email) => new RegExp(`^${email}$`).test(user.email)),
  },
  {
    id: 'openid-connect/first-of-several-addresses',
    breaks: ['OIC-15'],
    summary: 'Of addresses with a comma between them, the first counts.',
    behaviour: matching((user, email) => email.split(',')[0] === user.email),
  },
  {
    id: 'openid-connect/nobody-is-the-first-user',
    breaks: ['OIC-15'],
    summary: 'Where no user has the address, the first one is taken.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        return isRefusal(user) && user.refused === 'unknown-user' ? call.tenant.administrator() : user;
      },
    }),
  },
  {
    id: 'openid-connect/nobody-answered-403',
    breaks: ['OIC-15'],
    summary: 'The e-mail of nobody is answered with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'unknown-user' ? 403 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'openid-connect/user-created-by-the-call',
    breaks: ['OIC-15'],
    summary: 'Where no user has the address, one is created, and the call is served.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = normal.emailOf(call, token);
        return isRefusal(user) && email !== undefined ? addUser(call.tenant, { email, name: email }) : user;
      },
    }),
  },
  {
    id: 'openid-connect/user-created-by-the-refusal',
    breaks: ['OIC-16'],
    also: ['OIC-15'],
    summary: 'A call with the e-mail of nobody is refused and creates the user, so that the next one is served.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = normal.emailOf(call, token);
        if (isRefusal(user) && email !== undefined) addUser(call.tenant, { email, name: email });
        return user;
      },
    }),
  },
  {
    id: 'openid-connect/nobody-let-in-at-the-third-call',
    breaks: ['OIC-16'],
    also: ['OIC-15'],
    summary: 'The third call with the same e-mail of nobody creates its user.',
    behaviour: (normal) => {
      const calls = new Map<string, number>();
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          const email = normal.emailOf(call, token);
          if (!isRefusal(user) || email === undefined) return user;
          calls.set(email, (calls.get(email) ?? 0) + 1);
          return calls.get(email) === 3 ? addUser(call.tenant, { email, name: email }) : user;
        },
      };
    },
  },
  {
    id: 'openid-connect/nobody-asked-twice-is-an-error',
    breaks: ['OIC-16'],
    also: ['OIC-15'],
    summary: 'A second call with the same e-mail of nobody is answered with 500.',
    behaviour: (normal) => {
      const seen = new Set<string>();
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          const email = normal.emailOf(call, token) ?? '';
          if (!isRefusal(user)) return user;
          if (email !== '' && seen.has(email)) throw new Error('duplicate invitation');
          seen.add(email);
          return user;
        },
      };
    },
  },
  {
    id: 'openid-connect/refused-token-remembered',
    breaks: ['OIC-17'],
    summary: 'A token that was refused once for want of a user is refused for ever.',
    behaviour: (normal) => {
      const refused = new Map<string, ReturnType<typeof normal.userOfIdToken>>();
      return {
        userOfIdToken: (call, token) => {
          const known = refused.get(token.value);
          if (known !== undefined) return known;
          const user = normal.userOfIdToken(call, token);
          if (isRefusal(user)) refused.set(token.value, user);
          return user;
        },
      };
    },
  },
  {
    id: 'openid-connect/refused-address-remembered',
    breaks: ['OIC-17'],
    summary: 'An address that belonged to nobody once belongs to nobody for ever.',
    behaviour: (normal) => {
      const nobodys = new Map<string, ReturnType<typeof normal.userOfIdToken>>();
      return {
        userOfIdToken: (call, token) => {
          const email = normal.emailOf(call, token) ?? '';
          const known = nobodys.get(email);
          if (known !== undefined) return known;
          const user = normal.userOfIdToken(call, token);
          if (isRefusal(user)) nobodys.set(email, user);
          return user;
        },
      };
    },
  },
  {
    id: 'openid-connect/nobody-is-forbidden-to-sort',
    breaks: ['OIC-15'],
    summary: 'In a sorted listing the e-mail of nobody is answered with 403.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        return isRefusal(user) && user.refused === 'unknown-user' && sorts(call)
          ? refusal('forbidden', 'There is no user with this e-mail address.')
          : user;
      },
    }),
  },
  {
    id: 'openid-connect/an-address-refused-twice-stays-refused',
    breaks: ['OIC-17'],
    summary: 'An e-mail address that was refused twice is not looked up again.',
    behaviour: (normal) => {
      const refusals = new Map<string, number>();
      return {
        userOfIdToken: (call, token) => {
          const email = normal.emailOf(call, token) ?? '';
          const before = refusals.get(email) ?? 0;
          const user =
            before >= 2 ? refusal('unknown-user', 'There is no such user.') : normal.userOfIdToken(call, token);
          if (isRefusal(user)) refusals.set(email, before + 1);
          return user;
        },
      };
    },
  },
  {
    id: 'openid-connect/users-are-listed-when-the-first-token-comes',
    breaks: ['OIC-17'],
    also: ['OIC-01', 'OIC-02'],
    summary:
      'Users are looked up in a list that was made when the first ID token was accepted; later ones are not in it.',
    behaviour: (normal) => {
      let listed: ReadonlySet<string> | undefined;
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          if ('refused' in user) return user;
          listed ??= new Set(call.tenant.state.users.keys());
          return listed.has(user.id) ? user : refusal('unknown-user', 'There is no user with this e-mail address.');
        },
      };
    },
  },
  {
    id: 'openid-connect/a-refused-creation-makes-the-user',
    breaks: ['OIC-16'],
    also: ['OIC-15'],
    summary: 'An ID token of nobody is refused, and where it was sent to create a record the user is made on the way.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const user = normal.userOfIdToken(call, token);
        const email = normal.emailOf(call, token);
        if (isRefusal(user) && email !== undefined && call.request.method === 'POST') {
          addUser(call.tenant, { email, name: email });
        }
        return user;
      },
    }),
  },
];
