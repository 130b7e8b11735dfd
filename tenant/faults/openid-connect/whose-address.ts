import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Mistakes about the user of an e-mail address. */
export const whoseAddressFaults: readonly Fault[] = [
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
