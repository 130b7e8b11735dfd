import type { Exchange } from '../../core/exchange.ts';
import { json } from '../../core/exchange.ts';
import { SuiteMistake } from '../../core/trouble.ts';
import type { RecordKind } from './listing.ts';
import { textsIn } from './page.ts';

/** A record that the suite has made, or has found. */
export interface CreatedRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: RecordKind;
  /**
   * Set if the record was there before the suite: only its identifier is known, and its name is one that the suite
   * invented.
   */
  readonly found?: true;
}

/** A listing as an actor sees it, over all its pages. Plain data. */
export interface View {
  readonly path: string;
  readonly kind: RecordKind;
  readonly pages: readonly Exchange[];
  /**
   * `whole`: followed to the end. `refused`: a page was not a success. `unreadable`: followed to the end, but on some
   * page the items cannot be distinguished from the rest. `endless`: a page token led to the same page again.
   */
  readonly end: 'whole' | 'refused' | 'unreadable' | 'endless';
  readonly items: readonly unknown[];
  /** The identifiers at the configured place of the items. */
  readonly identifiers: readonly string[];
  /** Whether a record of the suite has been recognised in this listing so far, regardless of the actor that saw it. */
  readonly familiar?: boolean;
}

/**
 * Returns how certainly a view shows a record. The suite made the record's name unique, so the name proves the record.
 * So does an identifier that cannot occur by chance, alone or within an address. A short number proves the record only
 * at the place of identifiers.
 */
export function sightOf(view: View, record: CreatedRecord): 'surely' | 'perhaps' | 'no' {
  const { exact, all, identifiers } = textsOf(view);
  const { id, name } = record;
  const telling = isDistinctive(id) ? [name, id, encodeURIComponent(id)] : [name];
  if (telling.some((text) => exact.has(text) || standsIn(all, text, strictly))) return 'surely';
  if (view.kind === record.kind && identifiers.has(id)) return 'surely';
  return exact.has(id) || telling.some((text) => standsIn(all, text, loosely)) ? 'perhaps' : 'no';
}

/**
 * Reports whether an item, taken by itself, certainly belongs to a record: it contains the record's name, or an
 * identifier that cannot occur by chance.
 */
export function belongsToRecord(item: unknown, { id, name }: CreatedRecord): boolean {
  const texts = textsIn(item);
  const all = [...texts].join('\n');
  const telling = isDistinctive(id) ? [name, id, encodeURIComponent(id)] : [name];
  return telling.some((text) => texts.has(text) || standsIn(all, text, strictly));
}

/**
 * Reports whether a view shows a record, as far as the suite can know. If it must not, {@link sightOf} says how certain
 * that is.
 */
export function shows(view: View, record: CreatedRecord): boolean {
  return sightOf(view, record) !== 'no';
}

/** Returns the last answer of a view, to which a finding can refer. */
export function lastPage(view: View): Exchange {
  const page = view.pages.at(-1);
  if (page === undefined) throw new SuiteMistake('a view has no page');
  return page;
}

/** Returns the page that shows a record; the last page if none does. */
export function pageWith(view: View, record: CreatedRecord): Exchange {
  return view.pages.find((page) => shows({ ...view, pages: [page], identifiers: [] }, record)) ?? lastPage(view);
}

interface Texts {
  readonly exact: ReadonlySet<string>;
  readonly all: string;
  readonly identifiers: ReadonlySet<string>;
}

const known = new WeakMap<View, Texts>();

/** Returns all texts in the answers of a view: a refusal that mentions a record has disclosed the record too. */
function textsOf(view: View): Texts {
  const before = known.get(view);
  if (before !== undefined) return before;
  const exact = new Set<string>();
  for (const page of view.pages) {
    const body = json(page);
    if (body === undefined) exact.add(page.response?.body ?? '');
    else for (const text of textsIn(body)) exact.add(text);
  }
  const texts = { exact, all: [...exact].join('\n'), identifiers: new Set(view.identifiers) };
  known.set(view, texts);
  return texts;
}

/** Reports whether a text is too specific to occur by chance, unlike a small number. */
export function isDistinctive(text: string): boolean {
  return text.length >= (/^\d*$/.test(text) ? 9 : 5);
}

const strictly = /[\p{L}\p{N}_-]/u;
const loosely = /[\p{L}\p{N}]/u;

/**
 * Reports whether a text occurs in another by itself: not `entry 1` in `entry 12`, and no number within a longer one.
 */
export function standsAlone(all: string, text: string): boolean {
  return standsIn(all, text, strictly);
}

/**
 * Reports whether a text occurs in another without a character that matches `joins` on either side: not `entry 1` in
 * `entry 12`.
 */
function standsIn(all: string, text: string, joins: RegExp): boolean {
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    if (!joins.test(all.charAt(at - 1)) && !joins.test(all.charAt(at + text.length))) return true;
  }
  return false;
}
