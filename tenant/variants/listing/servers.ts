import type { Call } from '../../call.ts';
import { sameSecret } from '../../secrets.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough to be seen missing, and short, since the suite really waits. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/** Requests go to two servers in turn; whether one is at the second, and a change is still news to it. */
function takingTurns(): (call: Call, since: Date) => boolean {
  const atSecond = new WeakMap<Call, boolean>();
  let count = 0;
  return (call, since) => {
    const second = atSecond.get(call) ?? ++count % 2 === 0;
    atSecond.set(call, second);
    return second && call.now.getTime() - since.getTime() < late;
  };
}

/** Two servers behind one address, of which the second reads from a copy. */
export const twoServerVariants: readonly Variant[] = [
  {
    id: 'listing/one-of-two-servers-hears-of-records-and-grants-late',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'Every other request goes to a server that hears of records, of grants and of their end a moment later.',
    profile,
    behaviour: (normal) => {
      const isNews = takingTurns();
      return {
        isListed: (call, record) => normal.isListed(call, record) && !isNews(call, record.addedAt),
        grantCounts: (call, { grantedAt, revokedAt }) =>
          !isNews(call, grantedAt) && (revokedAt === undefined || isNews(call, revokedAt)),
      };
    },
  },
  {
    id: 'listing/one-of-two-servers-hears-of-rotations-late',
    freedoms: ['FRE-16'],
    summary: 'Every other request goes to a server that hears of new keys and of new client secrets a moment later.',
    profile,
    behaviour: (normal) => {
      const isNews = takingTurns();
      return {
        keyIsRetired: (call, key) =>
          isNews(call, key.createdAt) || (key.retiredAt !== undefined && !isNews(call, key.retiredAt)),
        clientSecretIsRight: (call, app, secret) => {
          const former = app.formerSecrets.at(-1);
          return former !== undefined && isNews(call, former.retiredAt)
            ? sameSecret(former.value, secret)
            : normal.clientSecretIsRight(call, app, secret);
        },
      };
    },
  },
];
