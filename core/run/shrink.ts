import fc from 'fast-check';
import type { CaseRunner, Settled } from './doing.ts';
import type { RunOptions } from './host.ts';
import type { Red } from './search.ts';
import { findingIn } from './search.ts';

const maxShrinks = 300;

/** Ends the run of fast-check at once: a long case has so many smaller ones that only listing them takes seconds. */
const endsRun = true;

/** The case to look at, and the finding to look for. */
export interface Quest {
  /** In the notation of fast-check. */
  readonly path: string;
  readonly runs: number;
  /** The one requirement to look for; any requirement that is not known to be broken unless given. */
  readonly only?: string;
  readonly known: ReadonlySet<string>;
}

/**
 * Runs the case at a path, and cases after it up to a number while none of them is red. Returns the smallest red case
 * to which the first red one shrinks. A case that is disturbed meanwhile counts as not smaller.
 *
 * @param goesOn reports whether another case may be run
 * @param ended receives each case that was run, except disturbed ones
 */
export async function shrink<Need, Scene>(
  given: fc.Arbitrary<unknown>,
  { path, runs, only, known }: Quest,
  runner: CaseRunner<Need, Scene>,
  options: RunOptions,
  {
    goesOn,
    ended,
  }: { readonly goesOn: () => boolean; readonly ended: (settled: Settled, isShrinking: boolean) => void },
): Promise<Red | undefined> {
  const first: { red?: Red } = {};
  let shrinks = 0;
  let shrinkUntil = Infinity;
  let judged = 0;
  const property = fc.asyncProperty(given, async (value) => {
    const isExhausted = first.red !== undefined && (++shrinks > maxShrinks || options.now() > shrinkUntil);
    if (!goesOn() || isExhausted || (options.exact === true && judged++ > 0)) throw new fc.PreconditionFailure(endsRun);
    const isShrinking = only !== undefined || first.red !== undefined;
    const settled = isShrinking ? await runner.once(value) : await runner.settle(value);
    if (settled === undefined) return true;
    ended(settled, isShrinking);
    const finding = findingIn(settled.outcome, known, only ?? first.red?.finding.requirement);
    if (finding === undefined) return true;
    if (first.red === undefined) shrinkUntil = options.now() + options.shrinkMs;
    const found: Red = { ...settled, given: value, finding };
    first.red = { ...found, whole: first.red?.whole ?? found };
    return false;
  });
  const details = await fc.check(property, { numRuns: runs, seed: options.seed, path });
  if (first.red === undefined) return undefined;
  return { ...first.red, ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }) };
}
