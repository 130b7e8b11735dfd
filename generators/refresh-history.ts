import fc from 'fast-check';
import { inWords, lasting } from '../core/wording.ts';
import { shares } from './share.ts';
import { objectOf } from './object.ts';

/** One of the two token paths. */
export type TokenPath = 'unversioned' | 'legacy';

export const tokenPaths: fc.Arbitrary<TokenPath> = fc.constantFrom('unversioned', 'legacy');

/** A spent refresh token that is presented again. */
export interface Presentation {
  /** Which of the spent ones, as a fraction of their number: 0 is the first of the chain, 1 the last that was spent. */
  readonly which: number;
  readonly path: TokenPath;
  /** How many times in a row, or at once. */
  readonly times: number;
  readonly atOnce: boolean;
  /** Over a connection that is opened for it. */
  readonly elsewhere: boolean;
  /** Seconds that pass before. */
  readonly after: number;
}

/** A chain of refreshes, and the spent tokens of it that are presented once it has come to its end. */
export interface RefreshHistory {
  /** Where the code is exchanged. */
  readonly begun: TokenPath;
  /** Where each refresh is made, and how many seconds after what came before. */
  readonly refreshes: readonly { readonly path: TokenPath; readonly after: number }[];
  readonly presentations: readonly Presentation[];
}

/**
 * Histories of refreshes. Presenting a spent token leaves the rest of its family unspecified, so all presentations come
 * after the refreshes.
 *
 * @param pauses seconds that may pass before a refresh, and before a presentation
 */
export function refreshHistories(
  mostRefreshes: number,
  pauses: { readonly refresh: readonly number[]; readonly presentation: readonly number[] },
): fc.Arbitrary<RefreshHistory> {
  return objectOf({
    begun: tokenPaths,
    refreshes: fc.array(objectOf({ path: tokenPaths, after: fc.constantFrom(...pauses.refresh) }), {
      minLength: 1,
      maxLength: mostRefreshes,
    }),
    presentations: fc.array(
      objectOf({
        which: fc.oneof(fc.constantFrom(0, 1), shares),
        path: tokenPaths,
        times: fc.integer({ min: 1, max: 3 }),
        atOnce: fc.boolean(),
        elsewhere: fc.boolean(),
        after: fc.constantFrom(...pauses.presentation),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
}

/** A history in words. */
export function tellHistory({ begun, refreshes, presentations }: RefreshHistory): string {
  const pause = (seconds: number): string => (seconds === 0 ? '' : `${lasting(seconds)} later `);
  const where = (path: TokenPath): string => (path === 'legacy' ? '/api/v2/token' : '/oauth/token');
  const chain = refreshes.map(({ path, after }) => `${pause(after)}a refresh at ${where(path)}`);
  const spent = presentations.map((one) => {
    const which = `spent token ${spentAt(one, refreshes.length) + 1}`;
    const how = inWords`${one.times === 1 ? 'once' : inWords`${one.times} times${one.atOnce ? ' at once' : ''}`}${one.elsewhere ? ' over a new connection' : ''}`;
    return `${pause(one.after)}${which} presented ${how} at ${where(one.path)}`;
  });
  return [`a code exchanged at ${where(begun)}`, ...chain, ...spent].join(', ');
}

/** The place in the chain of the spent token that a presentation means. */
export function spentAt({ which }: Presentation, spent: number): number {
  return Math.round(which * (spent - 1));
}
