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
  /** It was there before: nothing but its identifier is known, and the name is one that the suite gave it for itself. */
  readonly found?: true;
}

/** What an actor sees in a listing, over all its pages. Plain data. */
export interface View {
  readonly path: string;
  readonly kind: RecordKind;
  readonly pages: readonly Exchange[];
  /**
   * `whole`: followed to the end. `refused`: a page was no success. `unreadable`: followed to the end, but on some page
   * the items cannot be told from the rest. `endless`: a page token led back to where it had led before.
   */
  readonly end: 'whole' | 'refused' | 'unreadable' | 'endless';
  readonly items: readonly unknown[];
  /** The identifiers that stand at the configured place of the items. */
  readonly identifiers: readonly string[];
  /** Whether some record of the suite's was recognised in this listing by now, regardless of who saw it. */
  readonly familiar?: boolean;
}

/**
 * How surely a view shows a record. The suite made its name unique, so a name proves it; so does an identifier that
 * cannot stand there by chance, alone or within an address. A short number proves it only where identifiers stand.
 */
export function sightOf(view: View, record: CreatedRecord): 'surely' | 'perhaps' | 'no' {
  const { exact, all, identifiers } = textsOf(view);
  const { id, name } = record;
  const telling = isTelling(id) ? [name, id, encodeURIComponent(id)] : [name];
  if (telling.some((text) => exact.has(text) || standsIn(all, text, strictly))) return 'surely';
  if (view.kind === record.kind && identifiers.has(id)) return 'surely';
  return exact.has(id) || telling.some((text) => standsIn(all, text, loosely)) ? 'perhaps' : 'no';
}

/** Whether an item, taken by itself, surely is one of a record: by its name, or by an identifier that tells it from all else. */
export function tellsOfRecord(item: unknown, { id, name }: CreatedRecord): boolean {
  const texts = textsIn(item);
  const all = [...texts].join('\n');
  const telling = isTelling(id) ? [name, id, encodeURIComponent(id)] : [name];
  return telling.some((text) => texts.has(text) || standsIn(all, text, strictly));
}

/** Whether a view shows a record, as far as can be told; where it must not, ask {@link sightOf} how sure that is. */
export function shows(view: View, record: CreatedRecord): boolean {
  return sightOf(view, record) !== 'no';
}

/** The last answer of a view, for a finding to point at. */
export function lastPage(view: View): Exchange {
  const page = view.pages.at(-1);
  if (page === undefined) throw new SuiteMistake('a view has no page');
  return page;
}

/** The page on which a record stands; the last one where it stands on none. */
export function pageWith(view: View, record: CreatedRecord): Exchange {
  return view.pages.find((page) => shows({ ...view, pages: [page], identifiers: [] }, record)) ?? lastPage(view);
}

interface Texts {
  readonly exact: ReadonlySet<string>;
  readonly all: string;
  readonly identifiers: ReadonlySet<string>;
}

const known = new WeakMap<View, Texts>();

/** All that stands in the answers of a view: a record that a refusal tells of has been told too. */
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

/** Whether a text is one that does not stand somewhere by chance, as a small number does. */
export function isTelling(text: string): boolean {
  return text.length >= (/^\d*$/.test(text) ? 9 : 5);
}

const strictly = /[\p{L}\p{N}_-]/u;
const loosely = /[\p{L}\p{N}]/u;

/** Whether a text stands in another by itself: not `entry 1` in `entry 12`, and no number in a longer one. */
export function standsAlone(all: string, text: string): boolean {
  return standsIn(all, text, strictly);
}

/** Whether a text stands in another with nothing of its own kind on either side: not `entry 1` in `entry 12`. */
function standsIn(all: string, text: string, joins: RegExp): boolean {
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    if (!joins.test(all.charAt(at - 1)) && !joins.test(all.charAt(at + text.length))) return true;
  }
  return false;
}
