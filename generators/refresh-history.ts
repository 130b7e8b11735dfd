import fc from 'fast-check';
import { inWords, lasting } from '../core/wording.ts';
import { shares } from './share.ts';
import { objectOf } from './object.ts';

/** One of the two token paths. */
export type TokenPath = 'unversioned' | 'legacy';

export const tokenPaths: fc.Arbitrary<TokenPath> = fc.constantFrom('unversioned', 'legacy');

/** A presentation of a spent refresh token. */
export interface Presentation {
  /** The spent token, as a fraction of their number: 0 is the first of the chain, 1 the last that was spent. */
  readonly which: number;
  readonly path: TokenPath;
  /** The number of presentations, in sequence or at once. */
  readonly times: number;
  readonly atOnce: boolean;
  /** Whether a new connection is opened for it. */
  readonly onNewConnection: boolean;
  /** Seconds that pass before it. */
  readonly after: number;
}

/** A chain of refreshes, and the presentations of its spent tokens after the end of the chain. */
export interface RefreshHistory {
  /** The path at which the code is exchanged. */
  readonly begun: TokenPath;
  /** The path of each refresh, and the seconds since the previous step. */
  readonly refreshes: readonly { readonly path: TokenPath; readonly after: number }[];
  readonly presentations: readonly Presentation[];
}

/**
 * Returns histories of refreshes. All presentations come after the refreshes, because presenting a spent token leaves
 * the rest of its family unspecified.
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
        onNewConnection: fc.boolean(),
        after: fc.constantFrom(...pauses.presentation),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
}

/** Returns a history in words. */
export function describeHistory({ begun, refreshes, presentations }: RefreshHistory): string {
  const pause = (seconds: number): string => (seconds === 0 ? '' : `${lasting(seconds)} later `);
  const where = (path: TokenPath): string => (path === 'legacy' ? '/api/v2/token' : '/oauth/token');
  const chain = refreshes.map(({ path, after }) => `${pause(after)}a refresh at ${where(path)}`);
  const spent = presentations.map((one) => {
    const which = `spent token ${spentAt(one, refreshes.length) + 1}`;
    const how = inWords`${one.times === 1 ? 'once' : inWords`${one.times} times${one.atOnce ? ' at once' : ''}`}${one.onNewConnection ? ' over a new connection' : ''}`;
    return `${pause(one.after)}${which} presented ${how} at ${where(one.path)}`;
  });
  return [`a code exchanged at ${where(begun)}`, ...chain, ...spent].join(', ');
}

/** Returns the index in the chain of the spent token of a presentation. */
export function spentAt({ which }: Presentation, spent: number): number {
  return Math.round(which * (spent - 1));
}
