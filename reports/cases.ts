import type { Report } from './report.ts';

/**
 * Returns how many of the planned cases were done, so that readers do not take a quick run for a thorough one; false if
 * the run had no time limit.
 */
export function casesText({ withinSeconds, checks }: Report): string | false {
  if (withinSeconds === undefined) return false;
  let done = 0;
  let all = 0;
  // `cases` also counts the cases of shrinking and searching, which were never planned
  for (const { cases, planned = 0 } of checks) {
    done += Math.min(cases, planned);
    all += planned;
  }
  const number = (one: number): string => one.toLocaleString('en');
  return `${number(done)} of ${number(all)} planned, within ${number(withinSeconds)} s`;
}
