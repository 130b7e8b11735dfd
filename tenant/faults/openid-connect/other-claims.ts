import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';

const userNamed = (call: Call, name: unknown): User | undefined =>
  call.tenant.state.users.values().find((user) => user.name === name);

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Users who are found by something else than the email claim (OIC-03, OIC-13, OIC-14). */
export const otherClaimFaults: readonly Fault[] = [
  {
    id: 'openid-connect/name-chooses-the-user',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-02', 'OIC-16'],
    summary: 'The user is looked for by the name claim, and by the e-mail where that is nobody.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => userNamed(call, token.claims['name']) ?? normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/a-claim-with-a-namespace-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-02'],
    summary: 'A claim whose name is an address that ends in email goes before the email claim.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const found = Object.entries(token.claims).find(([name]) => /^https:.*\/email$/.test(name))?.[1];
        return typeof found === 'string' ? found : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/an-address-within-a-claim-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-23', 'OIC-02', 'OIC-16'],
    summary: 'Where the claim user, profile or identity is an object with an email, that address is taken.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const within = ['user', 'profile', 'identity'].map((name) => token.claims[name] as { email?: unknown } | null);
        const found = within.find((claim) => typeof claim?.email === 'string')?.email;
        return typeof found === 'string' ? found : normal.emailOf(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/verified-primary-email-goes-first',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-16', 'OIC-23', 'OIC-02'],
    summary: 'A claim verified_primary_email with the address of a user goes before the email claim.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const { verified_primary_email: claim } = token.claims;
        const address: unknown = Array.isArray(claim) ? claim[0] : claim;
        const user = call.tenant.state.users.values().find(({ email }) => email === address);
        return user ?? normal.userOfIdToken(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/a-list-of-emails-goes-before-the-email',
    breaks: ['OIC-03'],
    also: ['OIC-02'],
    summary: 'Where a token has a claim emails with the address of a user in it, that user is taken.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) => {
        const { emails } = token.claims;
        const first: unknown = Array.isArray(emails) ? emails[0] : undefined;
        const user = call.tenant.state.users.values().find(({ email }) => email === first);
        return user ?? normal.userOfIdToken(call, token);
      },
    }),
  },
  {
    id: 'openid-connect/claims-in-any-letter-case',
    breaks: ['OIC-13'],
    summary: 'The claims Email and EMAIL are as good as email.',
    behaviour: (normal) => ({
      emailOf: (call, token) =>
        normal.emailOf(call, token) ?? text(token.claims['Email']) ?? text(token.claims['EMAIL']),
    }),
  },
  {
    id: 'openid-connect/other-claims-with-an-address',
    breaks: ['OIC-13'],
    summary: 'Without an email claim, emails, mail or preferred_username gives the address.',
    behaviour: (normal) => ({
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
  },
  {
    id: 'openid-connect/a-list-of-emails-in-place-of-the-email',
    breaks: ['OIC-13'],
    also: ['OIC-14'],
    summary: 'Without an email claim, the first address of a list of emails counts.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const { emails } = token.claims;
        return normal.emailOf(call, token) ?? (Array.isArray(emails) ? text(emails[0]) : undefined);
      },
    }),
  },
  {
    id: 'openid-connect/sub-in-place-of-an-empty-email',
    breaks: ['OIC-14'],
    summary: 'Where the email claim is an empty text the subject is taken for the e-mail address.',
    behaviour: (normal) => ({
      emailOf: (call, token) =>
        token.claims['email'] === '' && typeof token.claims['sub'] === 'string'
          ? token.claims['sub']
          : normal.emailOf(call, token),
    }),
  },
  {
    id: 'openid-connect/subjects-are-linked-to-users',
    breaks: ['OIC-03'],
    also: ['OIC-13', 'OIC-14', 'OIC-15', 'OIC-02', 'OIC-17'],
    summary: 'Who came with a subject once is who comes with it ever after, whatever the email claim says.',
    behaviour: (normal) => {
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
  },
  {
    id: 'openid-connect/linked-subjects-need-no-email',
    breaks: ['OIC-13'],
    also: ['OIC-14'],
    summary: 'A token without an email claim is accepted where its subject came with one before.',
    behaviour: (normal) => {
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
  },
  {
    id: 'openid-connect/a-missing-email-is-that-of-the-connection',
    breaks: ['OIC-13'],
    summary: 'An ID token without an email claim acts as the user who came over the same connection before.',
    behaviour: (normal) => {
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
  },
  {
    id: 'openid-connect/administrator-sorts-without-email',
    breaks: ['OIC-13'],
    summary: 'In a sorted listing a token without an email claim is taken for one of the administrator.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        token.claims['email'] === undefined && sorts(call)
          ? call.tenant.administrator()
          : normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/email-true-is-the-first-user',
    breaks: ['OIC-14'],
    summary: 'An email claim of true matches every user, of whom the first is taken.',
    behaviour: (normal) => ({
      userOfIdToken: (call, token) =>
        (token.claims['email'] === true ? call.tenant.state.users.values().next().value : undefined) ??
        normal.userOfIdToken(call, token),
    }),
  },
  {
    id: 'openid-connect/an-empty-list-of-emails-is-the-first-user',
    breaks: ['OIC-14'],
    summary: 'An email claim that is an empty list matches every user, of whom the first is taken.',
    behaviour: (normal) => ({
      emailOf: (call, token) => {
        const { email } = token.claims;
        const [first] = call.tenant.state.users.values();
        return Array.isArray(email) && email.length === 0 ? first?.email : normal.emailOf(call, token);
      },
    }),
  },
];
