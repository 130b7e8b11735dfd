import type { Deviation } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { addUser } from '../../state/initial-data.ts';
import type { User } from '../../state/model.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes, replaceIf } from '../operators/rules.ts';

/** Returns a deviation that also finds users for whose addresses `matches` holds. */
function matching(matches: (user: User, email: string) => boolean): Deviation {
  return alsoIf('emailMatches', (_call, user, email) => matches(user, email));
}

/** Returns a deviation that reads the address from another claim if there is no email claim. */
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

/** Faults in the treatment of email claims that belong to no user (OIC-13 to OIC-17). */
export const emailFaults: readonly Fault[] = [
  ...breaking('OIC-13', {
    'sub-in-place-of-a-missing-email': [
      insteadOfNothing('sub'),
      'Without an email claim the user is looked for by the subject.',
    ],
    'upn-in-place-of-a-missing-email': [
      insteadOfNothing('upn'),
      'Without an email claim the user is looked for by the upn claim.',
    ],
    'missing-email-is-the-administrator': [
      replaceIf(
        'userOfIdToken',
        (_call, token) => token.claims['email'] === undefined,
        (call) => call.tenant.administrator(),
      ),
      'A token without an email claim is taken for one of the administrator.',
    ],
  }),
  ...breaking(['OIC-13', 'OIC-14'], {
    'missing-email-is-an-error': [
      (normal) => ({
        userOfIdToken: (call, token) => {
          if (typeof token.claims['email'] !== 'string') throw new TypeError('email is not a string');
          return normal.userOfIdToken(call, token);
        },
      }),
      'A token whose email claim cannot be read is answered with 500.',
    ],
  }),
  ...breaking('OIC-14', {
    'null-email-is-the-administrator': [
      replaceIf(
        'userOfIdToken',
        (_call, token) => token.claims['email'] === null,
        (call) => call.tenant.administrator(),
      ),
      'A token whose email claim is null is taken for one of the administrator.',
    ],
    'list-of-emails-accepted': [
      (normal) => ({
        emailOf: (call, token) => {
          const { email } = token.claims;
          return Array.isArray(email) && typeof email[0] === 'string' ? email[0] : normal.emailOf(call, token);
        },
      }),
      'If the email claim is a list, its first address counts.',
    ],
    'email-in-an-object-accepted': [
      (normal) => ({
        emailOf: (call, token) => {
          const { email } = token.claims;
          const value = (email as { value?: unknown } | null | undefined)?.value;
          return typeof value === 'string' ? value : normal.emailOf(call, token);
        },
      }),
      'If the email claim is an object, its value counts.',
    ],
  }),
  ...breaking(['OIC-02', 'OIC-14', 'OIC-15'], {
    'email-is-a-prefix': [
      (normal) => ({
        emailOf: (call, token) => (token.claims['email'] === '' ? '' : normal.emailOf(call, token)),
        ...matching((user, email) => user.email.startsWith(email))(normal),
      }),
      'The user is the first one whose address begins with the email claim, which may be empty.',
    ],
  }),
  ...breaking(['OIC-02', 'OIC-15'], {
    'email-is-a-suffix': [
      matching((user, email) => user.email.endsWith(email)),
      'The user is one whose address ends with the email claim.',
    ],
  }),
  ...breaking('OIC-15', {
    'email-begins-with-the-address': [
      matching((user, email) => email.startsWith(user.email)),
      'An email claim that begins with the address of a user is taken for that address.',
      ['OIC-02'],
    ],
    'subdomains-are-the-domain': [
      matching((user, email) => email.replace(/@[^.]+\./, '@') === user.email),
      'An address at a subdomain is taken for the same address at the domain.',
      ['OIC-02'],
    ],
    'email-is-a-pattern': [
      matching((user, email) => like(email).test(user.email)),
      'The user is looked up with LIKE, in which % and _ are wildcards.',
    ],
    'email-is-a-regular-expression': [
      matching((user, email) => new RegExp(`^${email}$`).test(user.email)),
      'The email claim is used as a regular expression.',
    ],
    'first-of-several-addresses': [
      matching((user, email) => email.split(',')[0] === user.email),
      'If the email claim has several addresses with commas between them, the first counts.',
    ],
    'nobody-is-the-first-user': [
      becomes('userOfIdToken', (user, call) =>
        isRefusal(user) && user.refused === 'unknown-user' ? call.tenant.administrator() : user,
      ),
      'If no user has the address, the first user is taken.',
    ],
    'nobody-answered-403': [
      replaceIf(
        'refusalStatus',
        (_call, refused) => refused.refused === 'unknown-user',
        () => 403,
      ),
      'An e-mail address that no user has is answered with 403.',
    ],
    'user-created-by-the-call': [
      (normal) => ({
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          const email = normal.emailOf(call, token);
          return isRefusal(user) && email !== undefined ? addUser(call.tenant, { email, name: email }) : user;
        },
      }),
      'If no user has the address, the tenant creates one and serves the call.',
    ],
    'nobody-is-forbidden-to-sort': [
      becomes('userOfIdToken', (user, call) =>
        isRefusal(user) && user.refused === 'unknown-user' && sorts(call)
          ? refusal('forbidden', 'There is no user with this e-mail address.')
          : user,
      ),
      'In a sorted listing, an e-mail address that no user has is answered with 403.',
    ],
  }),
  ...breaking(['OIC-15', 'OIC-02'], {
    'local-part-only': [
      () => ({ emailMatches: (_call, user, email) => localPart(user.email) === localPart(email) }),
      'Addresses are compared up to the @.',
    ],
  }),
  ...breaking(
    'OIC-16',
    {
      'user-created-by-the-refusal': [
        (normal) => ({
          userOfIdToken: (call, token) => {
            const user = normal.userOfIdToken(call, token);
            const email = normal.emailOf(call, token);
            if (isRefusal(user) && email !== undefined) addUser(call.tenant, { email, name: email });
            return user;
          },
        }),
        'A call with an unknown e-mail address is refused but creates the user, so that the next call is served.',
      ],
      'nobody-let-in-at-the-third-call': [
        (normal) => {
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
        'The third call with the same unknown e-mail address creates the user.',
      ],
      'nobody-asked-twice-is-an-error': [
        (normal) => {
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
        'A second call with the same unknown e-mail address is answered with 500.',
      ],
      'a-refused-creation-makes-the-user': [
        (normal) => ({
          userOfIdToken: (call, token) => {
            const user = normal.userOfIdToken(call, token);
            const email = normal.emailOf(call, token);
            if (isRefusal(user) && email !== undefined && call.request.method === 'POST') {
              addUser(call.tenant, { email, name: email });
            }
            return user;
          },
        }),
        'A call that creates a record is refused if its ID token has an unknown e-mail address, but creates the user.',
      ],
    },
    ['OIC-15'],
  ),
  ...breaking('OIC-17', {
    'refused-token-remembered': [
      (normal) => {
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
      'A token that was refused once because no user had its address stays refused.',
    ],
    'refused-address-remembered': [
      (normal) => {
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
      'An address that was refused once because no user had it stays refused.',
    ],
    'an-address-refused-twice-stays-refused': [
      (normal) => {
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
      'An e-mail address that was refused twice is not looked up again.',
    ],
    'users-are-listed-when-the-first-token-comes': [
      (normal) => {
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
      'Users are looked up in a list that was made when the first ID token was accepted; later users are not in it.',
      ['OIC-01', 'OIC-02'],
    ],
  }),
];
