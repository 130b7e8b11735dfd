import type { Basis } from '../core/verdict.ts';

/** The basis of a requirement and the places that it rests on, as readers see them. */
export interface Ground {
  /** The words before the places: the places state the requirement, or it follows from them. */
  readonly says: 'Stated in' | 'Follows from' | 'Section';
  /** The places, the most important first. For a report without places, the section. */
  readonly places: readonly string[];
}

/** Returns where the specification states a requirement, or the places that a derived requirement follows from. */
export function groundOf(requirement: {
  readonly basis: Basis;
  readonly section: string;
  readonly from?: readonly string[] | undefined;
}): Ground {
  const { basis, section, from = [] } = requirement;
  if (from.length > 0) return { says: basis === 'stated' ? 'Stated in' : 'Follows from', places: from };
  return { says: 'Section', places: section === '' ? [] : [section] };
}

/** Returns the ground of a requirement in plain text, one place per line; undefined if no place is named. */
export function groundText(requirement: Parameters<typeof groundOf>[0]): string | undefined {
  const { says, places } = groundOf(requirement);
  if (places.length === 0) return undefined;
  return `${says}: ${places.join(`\n${' '.repeat(says.length + 2)}`)}`;
}
