import type { Basis } from '../core/verdict.ts';

/** What a requirement rests on, as a reader meets it. */
export interface Ground {
  /** The words before the places: whether they state it, or it follows from them. */
  readonly says: 'Stated in' | 'Follows from' | 'Section';
  /** The places, the weightiest first; of a report that has none its section. */
  readonly places: readonly string[];
}

/** Where the specification states a requirement, or what a derived one follows from. */
export function groundOf(requirement: {
  readonly basis: Basis;
  readonly section: string;
  readonly from?: readonly string[] | undefined;
}): Ground {
  const { basis, section, from = [] } = requirement;
  if (from.length > 0) return { says: basis === 'stated' ? 'Stated in' : 'Follows from', places: from };
  return { says: 'Section', places: section === '' ? [] : [section] };
}

/** The same in plain text, one place a line; undefined where nothing is named. */
export function groundText(requirement: Parameters<typeof groundOf>[0]): string | undefined {
  const { says, places } = groundOf(requirement);
  if (places.length === 0) return undefined;
  return `${says}: ${places.join(`\n${' '.repeat(says.length + 2)}`)}`;
}
