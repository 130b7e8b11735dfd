import type { Behaviour } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** What the texts of one type are compared as. */
const comparedAs =
  (change: (text: string) => string, only: string): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    sameText: (call, type, asked, stored) =>
      type === only
        ? normal.sameText(call, type, change(asked), change(stored))
        : normal.sameText(call, type, asked, stored),
  });

/** Wrong for one kind of text, number, name or history of calls. */
export const furtherNearMissFaults: readonly Fault[] = [
  {
    id: 'filtering/emoji-are-all-alike',
    breaks: ['FLT-06'],
    summary: 'Any two characters beyond the first plane count as the same in a String.',
    behaviour: comparedAs((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\u{1f600}'), 'String'),
  },
  {
    id: 'filtering/punctuation-does-not-count',
    breaks: ['FLT-06'],
    summary: 'Slashes, colons, apostrophes and brackets in a String do not count.',
    behaviour: comparedAs((text) => text.replace(/[/:'()]/g, ''), 'String'),
  },
  {
    id: 'filtering/accents-do-not-count-in-long-text',
    breaks: ['FLT-09'],
    summary: 'é is found by e in a Long Text.',
    behaviour: comparedAs(
      (text) => text.replace(/[à-öø-ÿÀ-ÖØ-Ý]/g, (letter) => letter.normalize('NFD').charAt(0)),
      'Long Text',
    ),
  },
  {
    id: 'filtering/markup-is-escaped-when-it-is-kept',
    breaks: ['FLT-33'],
    also: ['FLT-05', 'FLT-08', 'FLT-27', 'FLT-29', 'FLT-06', 'FLT-09'],
    summary: 'Texts are kept with & as an HTML entity, and what is asked for is not.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => normal.sameText(call, type, asked, stored.replaceAll('&', '&amp;')),
    }),
  },
  {
    id: 'filtering/tags-are-stripped-from-what-is-asked-for',
    breaks: ['FLT-29'],
    also: ['FLT-33', 'FLT-05'],
    summary: 'What begins with < and a letter in a text that is asked for is dropped up to the next >, as a tag.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked.replace(/<[a-z/][^>]*>?/gi, ''), stored),
    }),
  },
  {
    id: 'filtering/a-number-behind-an-operator-makes-a-range-of-text',
    breaks: ['FLT-29'],
    summary: 'A text such as >5 is refused on a String field, being taken for a range without its space.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        /^[<>]=?\d/.test(text) && type === 'String'
          ? refusal('invalid-query', 'A String has no ranges.')
          : normal.readTextAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/texts-that-look-like-json-are-refused',
    breaks: ['FLT-33'],
    also: ['FLT-05', 'FLT-06', 'FLT-08'],
    summary: 'A text that begins with a bracket or a brace is refused, being taken for a list or an object.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        /^[[{]/.test(text)
          ? refusal('invalid-query', 'A value must be a text.')
          : normal.readTextAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/truth-values-are-no-texts',
    breaks: ['FLT-05'],
    summary: 'A String that says true or false is never found, being read as a truth value.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(type === 'String' && /^(true|false)$/i.test(asked)) && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/dates-in-strings-are-compared-as-dates',
    breaks: ['FLT-06'],
    summary: 'A String that begins with a date is compared by its day.',
    behaviour: comparedAs((text) => /^\d{4}-\d{2}-\d{2}(?=T)/.exec(text)?.[0] ?? text, 'String'),
  },
  {
    id: 'filtering/fields-with-brackets-in-their-names-are-not-known',
    breaks: ['FLT-01'],
    also: ['FLT-16', 'FLT-17', 'FLT-05', 'FLT-33'],
    summary: 'A field whose name has brackets, such as Mass (mg), cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/[()]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-names-beyond-ascii-are-not-known',
    breaks: ['FLT-01'],
    also: ['FLT-05', 'FLT-33', 'FLT-16', 'FLT-17'],
    summary: 'A field whose name has a character beyond ASCII, such as Größe, cannot be asked for.',
    behaviour: (normal) => ({
      // eslint-disable-next-line no-control-regex -- what ASCII has
      typesOfField: (call, term) => (/[^\x00-\x7f]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/the-least-integer-is-refused-as-a-bound',
    breaks: ['FLT-16'],
    summary: 'A bound of an Integer that has no positive counterpart in 32 bits is answered with 400.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) => {
        const assertion = normal.readRangeAssertion(call, type, text);
        const large =
          !isRefusal(assertion) &&
          assertion.kind === 'range' &&
          type === 'Integer' &&
          typeof assertion.bound === 'number' &&
          Math.abs(assertion.bound) >= 2 ** 31;
        return large ? refusal('invalid-query', 'The bound is no integer.') : assertion;
      },
    }),
  },
  {
    id: 'filtering/floats-have-four-digits-behind-the-point',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36', 'FLT-25'],
    summary: 'Floats are kept and compared with four digits behind the point.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) =>
        normal.compareNumbers(call, Math.round(one * 10_000), Math.round(other * 10_000)),
    }),
  },
  {
    id: 'filtering/sign-is-lost-between-zero-and-minus-one',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36', 'FLT-25'],
    summary: 'A bound between -1 and 0 is read as its whole part, which is 0, and its fraction, and loses its sign.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) => {
        const assertion = normal.readRangeAssertion(call, type, text);
        if (isRefusal(assertion) || assertion.kind !== 'range' || typeof assertion.bound !== 'number') return assertion;
        return assertion.bound < 0 && assertion.bound > -1 ? { ...assertion, bound: -assertion.bound } : assertion;
      },
    }),
  },
];
