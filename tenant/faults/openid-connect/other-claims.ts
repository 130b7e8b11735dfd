import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

const userNamed = (call: Call, name: unknown): User | undefined =>
  call.tenant.state.users.values().find((user) => user.name === name);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Faults that find the user by something else than the email claim (OIC-03, OIC-13, OIC-14). */
export const otherClaimFaults: readonly Fault[] = [
  ...breaking(
    'OIC-03',
    {
      'name-chooses-the-user': [
        (normal) => ({
          userOfIdToken: (call, token) => userNamed(call, token.claims['name']) ?? normal.userOfIdToken(call, token),
        }),
        'The user is looked up by the name claim, and by the e-mail address only if no user has that name.',
        ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-16'],
      ],
      'a-claim-with-a-namespace-goes-first': [
        (normal) => ({
          emailOf: (call, token) => {
            const found = Object.entries(token.claims).find(([name]) => /^https:.*\/email$/.test(name))?.[1];
            return typeof found === 'string' ? found : normal.emailOf(call, token);
          },
        }),
        'A claim whose name is an address that ends in email takes precedence over the email claim.',
      ],
      'an-address-within-a-claim-goes-first': [
        (normal) => ({
          emailOf: (call, token) => {
            const within = ['user', 'profile', 'identity'].map(
              (name) => token.claims[name] as { email?: unknown } | null,
            );
            const found = within.find((claim) => typeof claim?.email === 'string')?.email;
            return typeof found === 'string' ? found : normal.emailOf(call, token);
          },
        }),
        'If the claim user, profile or identity is an object with an email, that address is taken.',
        ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-16'],
      ],
      'verified-primary-email-goes-first': [
        (normal) => ({
          userOfIdToken: (call, token) => {
            const { verified_primary_email: claim } = token.claims;
            const address: unknown = Array.isArray(claim) ? claim[0] : claim;
            const user = call.tenant.state.users.values().find(({ email }) => email === address);
            return user ?? normal.userOfIdToken(call, token);
          },
        }),
        'A claim verified_primary_email with the address of a user takes precedence over the email claim.',
        ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-16', 'OIC-23'],
      ],
      'a-list-of-emails-goes-before-the-email': [
        (normal) => ({
          userOfIdToken: (call, token) => {
            const { emails } = token.claims;
            const first: unknown = Array.isArray(emails) ? emails[0] : undefined;
            const user = call.tenant.state.users.values().find(({ email }) => email === first);
            return user ?? normal.userOfIdToken(call, token);
          },
        }),
        'If a token has a claim emails that begins with the address of a user, that user is taken.',
      ],
      'subjects-are-linked-to-users': [
        (normal) => {
          const linked = new Map<string, string>();
          return {
            userOfIdToken: (call, token) => {
              const key = `${token.issuer} ${text(token.claims['sub']) ?? ''}`;
              const known = call.tenant.state.users.get(linked.get(key) ?? '');
              if (known !== undefined) return known;
              const user = normal.userOfIdToken(call, token);
              if (!isRefusal(user)) linked.set(key, user.id);
              return user;
            },
          };
        },
        'A subject stays linked to the user of its first ID token, regardless of the email claim.',
        ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-17'],
      ],
    },
    ['OIC-02'],
  ),
  ...breaking('OIC-13', {
    'claims-in-any-letter-case': [
      (normal) => ({
        emailOf: (call, token) =>
          normal.emailOf(call, token) ?? text(token.claims['Email']) ?? text(token.claims['EMAIL']),
      }),
      'Without an email claim, the claims Email and EMAIL count.',
    ],
    'other-claims-with-an-address': [
      (normal) => ({
        emailOf: (call, token) => {
          const { emails } = token.claims;
          const first: unknown = Array.isArray(emails) ? emails[0] : emails;
          return (
            normal.emailOf(call, token) ??
            text(first) ??
            text(token.claims['mail']) ??
            text(token.claims['preferred_username'])
          );
        },
      }),
      'Without an email claim, emails, mail or preferred_username gives the address.',
    ],
    'a-list-of-emails-in-place-of-the-email': [
      (normal) => ({
        emailOf: (call, token) => {
          const { emails } = token.claims;
          return normal.emailOf(call, token) ?? (Array.isArray(emails) ? text(emails[0]) : undefined);
        },
      }),
      'Without an email claim, the first address of a list of emails counts.',
      ['OIC-14'],
    ],
    'linked-subjects-need-no-email': [
      (normal) => {
        const linked = new Map<string, string>();
        return {
          emailOf: (call, token) => {
            const subject = text(token.claims['sub']) ?? '';
            const email = normal.emailOf(call, token);
            if (email !== undefined) linked.set(subject, email);
            return email ?? linked.get(subject);
          },
        };
      },
      'A token without an email claim is accepted if its subject came with an email claim before.',
      ['OIC-14'],
    ],
    'a-missing-email-is-that-of-the-connection': [
      (normal) => {
        const last = new WeakMap<Connection, string>();
        return {
          emailOf: (call, token) => {
            if (!('email' in token.claims)) return last.get(call.connection);
            const email = normal.emailOf(call, token);
            if (email !== undefined) last.set(call.connection, email);
            return email;
          },
        };
      },
      'An ID token without an email claim acts as the user of the ID token before it on the same connection.',
    ],
    'administrator-sorts-without-email': [
      replaceIf(
        'userOfIdToken',
        (call, token) => token.claims['email'] === undefined && sorts(call),
        (call) => call.tenant.administrator(),
      ),
      'In a sorted listing a token without an email claim is taken for one of the administrator.',
    ],
  }),
  ...breaking('OIC-14', {
    'sub-in-place-of-an-empty-email': [
      replaceIf(
        'emailOf',
        (_call, token) => token.claims['email'] === '' && typeof token.claims['sub'] === 'string',
        (_call, token) => String(token.claims['sub']),
      ),
      'If the email claim is an empty text, the subject is taken for the e-mail address.',
    ],
    'email-true-is-the-first-user': [
      (normal) => ({
        userOfIdToken: (call, token) =>
          (token.claims['email'] === true ? call.tenant.state.users.values().next().value : undefined) ??
          normal.userOfIdToken(call, token),
      }),
      'An email claim of true matches every user, so that the first user is taken.',
    ],
    'an-empty-list-of-emails-is-the-first-user': [
      (normal) => ({
        emailOf: (call, token) => {
          const { email } = token.claims;
          const [first] = call.tenant.state.users.values();
          return Array.isArray(email) && email.length === 0 ? first?.email : normal.emailOf(call, token);
        },
      }),
      'An email claim that is an empty list matches every user, so that the first user is taken.',
    ],
  }),
];
