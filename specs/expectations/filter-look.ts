import { answer, succeeded } from '../../core/exchange.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Demanded, NotApplicable, UnmetPremise } from '../../core/judgement.ts';
import { demand, finding, notApplicable } from '../../core/judgement.ts';
import { SuiteMistake } from '../../core/trouble.ts';
import type { FilteredView } from '../../drivers/world/filter.ts';
import type { Row } from '../../drivers/world/filter-laboratory.ts';
import { rowOf, rowsIn } from '../../drivers/world/filter-laboratory.ts';
import type { RequirementId } from '../requirements/index.ts';

/** The view that a filter gave, with the rows from which it selected. Plain data. */
export interface FilterLook {
  readonly view: FilteredView;
  readonly rows: readonly Row[];
  /** The filter in words: `a filter > 5 on an Integer field`. */
  readonly subject: string;
}

/** Returns the positions of the rows that satisfy a condition, in their order. */
export function places(rows: readonly Row[], meant: (row: Row) => boolean): readonly number[] {
  return rows.flatMap((row, place) => (meant(row) ? [place] : []));
}

/**
 * Returns the first page, which shows the effect of the filter itself: further pages also show whether the filter is
 * kept.
 */
export function firstPage({ view }: Pick<FilterLook, 'view'>): Exchange {
  const page = view.pages[0];
  if (page === undefined) throw new SuiteMistake('a view has no page');
  return page.exchange;
}

function lastPage({ view }: Pick<FilterLook, 'view'>): Exchange {
  return view.pages.at(-1)?.exchange ?? firstPage({ view });
}

/** Reports whether a filter was served: its first page is a success. */
export function served(look: Pick<FilterLook, 'view'>): boolean {
  return succeeded(firstPage(look));
}

/** Returns the positions of the rows that were shown on any page. */
export function shownRows({ view, rows }: Pick<FilterLook, 'view' | 'rows'>): ReadonlySet<number> {
  return rowsIn(view, rows);
}

/**
 * Returns those of the given rows that were shown although they must not be. Only the first page counts: on a further
 * page a row may appear because the filter was lost, which is another requirement (FLT-37).
 */
export function wronglyShown(
  { view, rows }: Pick<FilterLook, 'view' | 'rows'>,
  mustNot: readonly number[],
): readonly number[] {
  const first = rowsIn({ pages: view.pages.slice(0, 1), end: view.end }, rows);
  return mustNot.filter((place) => first.has(place));
}

/** Returns those of the given rows that were not shown. */
export function missed(look: Pick<FilterLook, 'view' | 'rows'>, must: readonly number[]): readonly number[] {
  const shown = shownRows(look);
  return must.filter((place) => !shown.has(place));
}

/**
 * Reports whether a filter selected exactly these rows.
 *
 * @param free rows that it may select or not
 */
export function isExactly(look: FilterLook, must: readonly number[], free: readonly number[] = []): boolean {
  if (!served(look) || look.view.end !== 'whole') return false;
  const shown = new Set(shownRows(look));
  for (const place of free) shown.delete(place);
  return shown.size === must.length && must.every((place) => shown.has(place));
}

/**
 * Yields why a look cannot be judged: its pages did not end properly, or the credential was refused. A refusal of the
 * filter itself is judged.
 */
export function* readable(look: FilterLook): Generator<UnmetPremise, boolean> {
  const text = unclear(look);
  if (text === undefined) return true;
  yield { kind: 'premise', text, exchange: lastPage(look).number };
  return false;
}

function unclear({ view, subject }: FilterLook): string | undefined {
  const status = firstPage({ view }).response?.status;
  if (status === 401 || status === 429) return `${subject} ${answer(firstPage({ view }))}`;
  if (view.end === 'endless') return `the pages of ${subject} did not end`;
  if (view.end === 'unreadable') return `the items of ${subject} cannot be told from the rest`;
  if (view.end === 'refused' && view.pages.length > 1) {
    return `page ${view.pages.length} of ${subject} ${answer(lastPage({ view }))}`;
  }
  return undefined;
}

/** Demands that a filter finds all of these rows. If there are none, a refusal is acceptable. */
export function* findsAll(
  look: FilterLook,
  must: readonly number[],
  requirement: RequirementId,
): Generator<Demanded<RequirementId>> {
  if (must.length === 0) return;
  if (!served(look)) {
    yield finding(requirement, look.subject, answer(firstPage(look)), 'the records that satisfy it', firstPage(look));
    return;
  }
  const lacking = missed(look, must);
  const observed = `lacked ${lacking.length} of ${must.length} records that satisfy it (${describeRows(look.rows, lacking)})`;
  yield demand(lacking.length === 0, requirement, look.subject, observed, 'all of them', lastPage(look));
}

/** Demands that a filter shows none of these rows; a refused filter shows nothing. */
export function* hidesAll(
  look: FilterLook,
  mustNot: readonly number[],
  requirement: RequirementId,
  what = 'that do not satisfy it',
): Generator<Demanded<RequirementId>> {
  const wrong = wronglyShown(look, mustNot);
  if (wrong.length === 0 && (mustNot.length === 0 || !served(look))) return;
  const observed = `showed ${wrong.length} records ${what} (${describeRows(look.rows, wrong)})`;
  yield demand(wrong.length === 0, requirement, look.subject, observed, 'none of them', firstPage(look));
}

/**
 * Demands that a filter selects these rows and no other.
 *
 * @param free rows that it may select or not
 */
export function* leavesJust(
  look: FilterLook,
  must: readonly number[],
  requirement: RequirementId,
  free: readonly number[] = [],
): Generator<Demanded<RequirementId>> {
  yield* findsAll(look, must, requirement);
  const wanted = new Set([...must, ...free]);
  const others = look.rows.map((_, place) => place).filter((place) => !wanted.has(place));
  yield* hidesAll(look, others, requirement);
}

/** Returns how often each row appears on the pages. */
export function countsOf({ view, rows }: Pick<FilterLook, 'view' | 'rows'>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { items } of view.pages) {
    for (const item of items) {
      const place = rowOf(item, rows);
      if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return counts;
}

/** Reports whether a text is stored as it was given in all rows: a tenant may normalise texts (FRE-250). */
export function isStoredUnchanged(rows: readonly Row[], column: number, text: string): boolean {
  return rows.every(({ given }) => given?.[column] !== text);
}

/**
 * Reports whether a text is stored as given, and yields otherwise that the case is not applicable: nothing is known
 * about a filter on a text that was changed.
 */
export function* isStoredAsGiven(
  { rows }: FilterLook,
  column: number,
  text: string,
): Generator<NotApplicable, boolean> {
  if (isStoredUnchanged(rows, column, text)) return true;
  yield notApplicable(`the text ${shortened(JSON.stringify(text))} is not stored as it was given`);
  return false;
}

/** Describes a few rows by their values, for a sentence. */
export function describeRows(rows: readonly Row[], some: readonly number[]): string {
  const shown = some.slice(0, 3).map((place) => describeRow(rows[place]));
  return some.length > 3 ? `${shown.join('; ')}; …` : shown.join('; ');
}

function describeRow(row: Row | undefined): string {
  return (row?.values ?? [])
    .map((value) => (value === undefined ? 'unset' : shortened(JSON.stringify(value))))
    .join(', ');
}

/** Returns a text shortened to one line. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length} characters)` : text;
}

/** Describes a filter in words. */
export function filterSubject(text: string, type: string): string {
  return `a filter ${shortened(JSON.stringify(text))} on ${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type} field`;
}
