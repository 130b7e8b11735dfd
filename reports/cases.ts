import type { Report } from './report.ts';

/** How many of the planned cases were done, where the run was given a time: a quick one must not be taken for a thorough one. */
export function casesText({ withinSeconds, checks }: Report): string | false {
  if (withinSeconds === undefined) return false;
  let done = 0;
  let all = 0;
  // those that were shrunk or searched for count as well, but were never planned
  for (const { cases, planned = 0 } of checks) {
    done += Math.min(cases, planned);
    all += planned;
  }
  const number = (one: number): string => one.toLocaleString('en');
  return `${number(done)} of ${number(all)} planned, within ${number(withinSeconds)} s`;
}
