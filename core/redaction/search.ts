import { alteredLabel, familyOf, labelPattern } from './label.ts';
import { base64Forms } from './base64.ts';
import { condensed, gramLength, Grams } from './grams.ts';
import { packedIn, printableIn, viewsOf } from './views.ts';

/** Length from which on a run of a secret is hidden, even if several secrets share it. */
const cutLength = 12;

/** A value that must not be seen, and the label that replaces it. */
export interface Known {
  readonly value: string;
  readonly label: string;
}

interface Needle extends Known {
  /** In lower case and without blanks; backwards if the needle is reversed. */
  readonly text: string;
  readonly reversed: boolean;
}

interface Standing {
  readonly needle: Needle;
  readonly at: number;
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** Whether it is a whole secret. */
  readonly whole: boolean;
}

interface Match extends Replacement {
  readonly known: Known;
}

/** Number of nested encodings that are undone, such as a claim of a token in Basic credentials. */
const deepest = 2;

/**
 * Finds known secrets in any text: unchanged and escaped, in another letter case, reversed, broken by blanks, in
 * hexadecimal and base64, and cut off. A secret shorter than eight characters is found only whole.
 */
export class Search {
  readonly #needles: Needle[];
  readonly #short: Known[];
  readonly #grams: Grams;

  /**
   * The places of eight characters in the needles: a text that quotes a secret in every encoding asks for the same
   * places again and again.
   */
  readonly #standing = new Map<string, readonly Standing[]>();

  /** Secrets that were added and are not searched for yet: many cases learn secrets and write nothing. */
  #waiting: Known[] = [];

  constructor(parent?: Search) {
    if (parent !== undefined) parent.#prepare();
    this.#needles = parent === undefined ? [] : [...parent.#needles];
    this.#short = parent === undefined ? [] : [...parent.#short];
    this.#grams = new Grams(parent === undefined ? undefined : parent.#grams);
  }

  add(known: Known): void {
    this.#waiting.push(known);
  }

  #prepare(): void {
    if (this.#waiting.length === 0) return;
    for (const known of this.#waiting) this.#lookFor(known);
    this.#standing.clear();
    this.#waiting = [];
    this.#short.sort((a, b) => b.value.length - a.value.length);
  }

  #lookFor(known: Known): void {
    const { value } = known;
    const texts = [...new Set([value, value.replaceAll(' ', '+')])].map((text) => condensed(text).text);
    if (texts.some(({ length }) => length < gramLength)) {
      this.#short.push(known);
      return;
    }
    // a part of another secret has no run that the other one does not have
    const isPart = this.#needles.some((needle) => needle.value.includes(value));
    for (const text of texts) {
      const backwards = text.split('').toReversed().join('');
      this.#needles.push({ ...known, text, reversed: false }, { ...known, text: backwards, reversed: true });
      if (!isPart) this.#grams.add(text);
      if (!isPart) this.#grams.add(backwards);
    }
    if (isPart) return;
    for (const [index, form] of base64Forms(value).entries()) if (index % 2 === 0) this.#grams.add(form);
    this.#grams.add(Buffer.from(value, 'utf8').toString('hex'));
  }

  /** Reports whether anything of a secret may be in a text, in any form. */
  finds(text: string, depth = deepest): boolean {
    this.#prepare();
    if (text.length < this.#shortest) return false;
    for (const view of viewsOf(text)) {
      if (this.#touches(view.text)) return true;
      if (depth === 0) continue;
      for (const reading of printableIn(view.text, this.#shortest)) if (this.finds(reading, depth - 1)) return true;
    }
    return false;
  }

  /** Returns the secret of which a text holds most, in any form, or undefined if it holds nothing of any. */
  nearest(text: string): Known | undefined {
    if (!this.finds(text)) return undefined;
    const found = [text, ...[...viewsOf(text)].slice(1).map((view) => view.text)].flatMap((one) =>
      this.#matches(one, true),
    );
    return found.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]?.known;
  }

  /** Returns a text with labels for secrets and for remains of secrets. */
  redact(text: string, depth = deepest): string {
    if (!this.finds(text, depth)) return text;
    const found: Replacement[] = [];
    for (const view of viewsOf(text)) {
      const original = ({ from, to, ...rest }: Replacement): Replacement =>
        view.at === undefined
          ? { from, to, ...rest }
          : { from: view.at[from] ?? 0, to: Math.max(view.at[to] ?? text.length, (view.at[to - 1] ?? 0) + 1), ...rest };
      found.push(...this.#matches(view.text).map(original));
      if (depth === 0) continue;
      for (const { from, to, how, readings } of packedIn(view.text, this.#shortest)) {
        const label = this.#unpacked(how, readings, depth - 1);
        if (label !== undefined) found.push(original({ from, to, label, whole: false }));
      }
    }
    return replaced(text, found);
  }

  get #shortest(): number {
    return this.#short.length > 0 ? 4 : gramLength;
  }

  #touches(text: string): boolean {
    return this.#short.some(({ value }) => text.includes(value)) || this.#grams.touch(text);
  }

  /** Returns the replacement of encoded octets; undefined if they hold no secret. */
  #unpacked(how: 'base64' | 'hex', readings: readonly string[], depth: number): string | undefined {
    for (const [skipped, reading] of readings.entries()) {
      const shown = this.redact(reading, depth);
      if (shown === reading) continue;
      // octets around the secret that are not text are not worth showing
      if (skipped === 0 && !/[^\P{Cc}\n\r\t]|\uFFFD/u.test(shown)) return `${how}(${shown})`;
      return `${how}(${new RegExp(labelPattern).exec(shown)?.[0] ?? ''})`;
    }
    return undefined;
  }

  /** @param all finds also the runs that several secrets share */
  #matches(text: string, all = false): Match[] {
    const found = this.#short.flatMap((known) => occurrences(text, known));
    if (!this.#grams.touch(text)) return found;
    const within = condensed(text);
    let after = 0;
    for (const place of this.#grams.places(within.text)) {
      if (place < after) continue;
      const run = this.#longestFrom(within.text, place);
      if (run === undefined || !(all || this.#counts(run, within.text.slice(place, place + run.length)))) continue;
      after = place + run.length;
      const [from, to] = [within.at[place] ?? 0, (within.at[after - 1] ?? 0) + 1];
      if (isDate(text.slice(from, to)) && text.slice(from, to) !== run.needle.value) continue;
      found.push({ from, to, label: labelOf(run, text.slice(from, to)), known: run.needle, whole: isWhole(run) });
    }
    return found;
  }

  #longestFrom(text: string, place: number): Run | undefined {
    let longest: Run | undefined;
    for (const { needle, at } of this.#standingOf(text.slice(place, place + gramLength))) {
      let length = gramLength;
      while (place + length < text.length && text[place + length] === needle.text[at + length]) length++;
      // of two runs of the same length, the one that is a whole secret is meant
      if (
        longest === undefined ||
        length > longest.length ||
        (length === longest.length && !isWhole(longest) && length === needle.text.length)
      ) {
        longest = { needle, length };
      }
    }
    return longest;
  }

  #standingOf(gram: string): readonly Standing[] {
    const known = this.#standing.get(gram);
    if (known !== undefined) return known;
    const found: Standing[] = [];
    for (const needle of this.#needles) {
      for (let at = needle.text.indexOf(gram); at >= 0; at = needle.text.indexOf(gram, at + 1))
        found.push({ needle, at });
    }
    this.#standing.set(gram, found);
    return found;
  }

  #counts(run: Run, text: string): boolean {
    if (isWhole(run) || run.length >= cutLength) return true;
    const sharing = this.#needles.filter((needle) => needle.text.includes(text));
    return new Set(sharing.map(({ label }) => familyOf(label))).size === 1;
  }
}

interface Run {
  readonly needle: Needle;
  readonly length: number;
}

function isWhole({ needle, length }: Run): boolean {
  return length === needle.text.length;
}

function labelOf(run: Run, text: string): string {
  const { value, label, reversed } = run.needle;
  if (text === value || (isWhole(run) && text === value.replaceAll(' ', '+'))) return label;
  if (!isWhole(run)) return alteredLabel(label, 'cut off');
  if (reversed) return alteredLabel(label, 'reversed');
  return alteredLabel(label, text.length === value.length ? 'in another letter case' : 'broken by blanks');
}

/**
 * Reports whether a text is a moment: page tokens made from moments share their beginning with every moment of that
 * day.
 */
function isDate(text: string): boolean {
  return /^[\dTZtz:.+\s-]*$/.test(text) && /\d{4}-\d\d/.test(text);
}

function occurrences(text: string, known: Known): Match[] {
  const found: Match[] = [];
  for (let from = text.indexOf(known.value); from >= 0; from = text.indexOf(known.value, from + known.value.length)) {
    found.push({ from, to: from + known.value.length, label: known.label, known, whole: true });
  }
  return found;
}

/**
 * Replaces matches by their labels. Of overlapping matches the longest replaces all. Of equally long ones it is a whole
 * secret, or else the match of the plainest reading.
 */
function replaced(text: string, found: readonly Replacement[]): string {
  const kept: { from: number; to: number; label: string }[] = [];
  for (const match of found.toSorted((a, b) => b.to - b.from - (a.to - a.from) || Number(b.whole) - Number(a.whole))) {
    const over = kept.find((one) => one.from < match.to && match.from < one.to);
    if (over === undefined) kept.push({ ...match });
    else [over.from, over.to] = [Math.min(over.from, match.from), Math.max(over.to, match.to)];
  }
  let out = '';
  let after = 0;
  for (const { from, to, label } of kept.sort((a, b) => a.from - b.from)) {
    if (from >= after) out += text.slice(after, from) + label;
    after = Math.max(after, to);
  }
  return out + text.slice(after);
}
