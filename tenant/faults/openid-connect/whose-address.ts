import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Mistakes about the user of an e-mail address. */
export const whoseAddressFaults: readonly Fault[] = [
  {
    id: 'openid-connect/addresses-as-links',
    breaks: ['OIC-15'],
    summary: 'An email claim that has mailto: before the address is taken for the address.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) => normal.emailMatches(call, user, email.replace(/^mailto:/, '')),
    }),
  },
  {
    id: 'openid-connect/a-user-keeps-the-first-provider',
    breaks: ['OIC-01'],
    also: ['OIC-02'],
    summary: 'A user who came by the tokens of one provider is refused with those of another.',
    behaviour: (normal) => {
      const cameBy = new Map<string, string>();
      return {
        userOfIdToken: (call, token) => {
          const user = normal.userOfIdToken(call, token);
          if (isRefusal(user)) return user;
          const issuer = cameBy.get(user.id) ?? token.issuer;
          cameBy.set(user.id, issuer);
          return issuer === token.issuer ? user : refusal('unknown-user', 'The user has another provider.');
        },
      };
    },
  },
];
