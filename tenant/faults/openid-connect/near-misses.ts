import { isRefusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Wrong only for one spelling, one claim or once something was accepted before. */
export const nearMissFaults: readonly Fault[] = [
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
    id: 'openid-connect/a-user-who-was-verified-is-believed',
    breaks: ['OIC-05'],
    also: ['OIC-06', 'OIC-08', 'OIC-09', 'OIC-19', 'OIC-21'],
    summary: 'Once a user came with a right token, the signatures of that user are not looked at for a minute.',
    behaviour: (normal) => {
      const seen = new Map<string, number>();
      return {
        signatureIsRight: async (call, provider, token) => {
          const key = String(token.claims['email']);
          if (call.tenant.elapsed() - (seen.get(key) ?? -Infinity) < 60_000) return true;
          const right = await normal.signatureIsRight(call, provider, token);
          if (right) seen.set(key, call.tenant.elapsed());
          return right;
        },
      };
    },
  },
  {
    id: 'openid-connect/v2-plates-do-not-verify',
    breaks: ['OIC-05'],
    also: ['OIC-06', 'OIC-19', 'OIC-10', 'OIC-12'],
    summary: 'The v2 listing of plates believes an ID token whoever signed it.',
    behaviour: (normal) => ({
      signatureIsRight: (call, provider, token) =>
        call.request.path === '/api/v2/plates' ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/no-algorithm-is-no-signature',
    breaks: ['OIC-22'],
    also: ['OIC-05', 'OIC-07'],
    summary: 'An ID token whose header names no algorithm is believed.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => algorithm === undefined || normal.algorithmIsAllowed(call, algorithm),
      signatureIsRight: (call, provider, token) =>
        token.header['alg'] === undefined ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'openid-connect/following-pages-do-not-verify',
    breaks: ['OIC-05'],
    also: ['OIC-06'],
    summary: 'A call with a page token believes an ID token whoever signed it.',
    behaviour: (normal) => ({
      signatureIsRight: (call: Call, provider, token) =>
        call.request.query.has('nextToken') ? Promise.resolve(true) : normal.signatureIsRight(call, provider, token),
    }),
  },
];
