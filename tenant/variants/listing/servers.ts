import type { Call } from '../../call.ts';
import { sameSecret } from '../../secrets.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice the delay, and short, because the suite waits in real time. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/**
 * Returns a function that reports whether a request is at the second of two servers, which take turns, and whether the
 * second does not know a change yet.
 */
function takingTurns(): (call: Call, since: Date) => boolean {
  const atSecond = new WeakMap<Call, boolean>();
  let count = 0;
  return (call, since) => {
    const second = atSecond.get(call) ?? ++count % 2 === 0;
    atSecond.set(call, second);
    return second && call.now.getTime() - since.getTime() < late;
  };
}

/** Variants with two servers behind one address, the second of which reads from a copy. */
export const twoServerVariants: readonly Variant[] = [
  {
    id: 'listing/one-of-two-servers-hears-of-records-and-grants-late',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'Every other request goes to a server that learns of records, of grants and of their end a moment later.',
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
    summary: 'Every other request goes to a server that learns of new keys and of new client secrets a moment later.',
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
