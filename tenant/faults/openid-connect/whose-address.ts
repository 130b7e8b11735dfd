import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** A fault about the user of an e-mail address. */
export const whoseAddressFaults: readonly Fault[] = breaking('OIC-01', {
  'a-user-keeps-the-first-provider': [
    (normal) => {
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
    'A user who has called with ID tokens of one provider is refused with ID tokens of another.',
    ['OIC-02'],
  ],
});
