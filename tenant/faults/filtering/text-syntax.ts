import { refusal } from '../../http/refusal.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { asked } from './filter-calls.ts';

/** Texts that are taken for an expression, markup or an operator, and quotes around operators. */
export const textSyntaxFaults: readonly Fault[] = [
  {
    id: 'filtering/a-bar-means-either',
    breaks: ['FLT-06', 'FLT-09'],
    also: ['FLT-29', 'FLT-33'],
    summary: 'A text with a bar in it finds what stands on either side of it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked, stored) ||
        (asked.includes('|') && asked.split('|').some((one) => normal.sameText(call, type, one, stored))),
    }),
  },
  {
    id: 'filtering/a-text-ends-at-a-bar',
    breaks: ['FLT-33'],
    also: ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-29', 'FLT-30'],
    summary: 'Of a text with a bar in it only what stands before the bar is asked for.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) => normal.readTextAssertion(call, type, text.replace(/(?<=.)\|.*$/s, '')),
    }),
  },
  {
    id: 'filtering/an-exclamation-mark-means-not',
    breaks: ['FLT-06', 'FLT-09'],
    also: ['FLT-27', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-33'],
    summary: 'A text that begins with an exclamation mark finds all but the text behind it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        asked.length > 1 && asked.startsWith('!')
          ? !normal.sameText(call, type, asked.slice(1), stored)
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/a-comma-means-or',
    breaks: ['FLT-06'],
    also: ['FLT-05', 'FLT-33', 'FLT-09'],
    summary: 'A comma in what is asked for stands between several values, each of which is found too.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        [asked, ...asked.split(',')].some((part) => normal.sameText(call, type, part, stored)),
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
    id: 'filtering/markup-is-escaped-when-it-is-kept',
    breaks: ['FLT-33'],
    also: ['FLT-05', 'FLT-08', 'FLT-27', 'FLT-29', 'FLT-06', 'FLT-09'],
    summary: 'Texts are kept with & as an HTML entity, and what is asked for is not.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => normal.sameText(call, type, asked, stored.replaceAll('&', '&amp;')),
    }),
  },
  {
    id: 'filtering/escapes-in-small-letters-are-not-decoded',
    breaks: ['FLT-33'],
    summary: 'In a filter percent escapes in lower case, such as %3e, are not decoded.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal.decodeFilterText(call, text.replace(/%(?=[a-f][0-9a-f]|[0-9][a-f])/g, '%25')),
    }),
  },
  {
    id: 'filtering/plus-signs-at-the-end-are-dropped',
    breaks: ['FLT-31'],
    also: ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-33'],
    summary: 'Plus signs at the end of a text that is asked for are dropped, so that Ca2+ is not found.',
    behaviour: (normal) => ({
      sameText: (call, type, one, stored) => normal.sameText(call, type, one.replace(/\++$/, ''), stored),
    }),
  },
  {
    id: 'filtering/quotes-are-kept-on-long-text',
    breaks: ['FLT-08'],
    also: ['FLT-27'],
    summary: 'A quoted operator is unquoted for String fields, and not for Long Text.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        type === 'Long Text' && /^"[<>]=?"$/.test(text)
          ? { kind: 'text', type, value: text }
          : normal.readTextAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/quotes-are-kept-around-less-than',
    breaks: ['FLT-27'],
    also: ['FLT-08'],
    summary: 'The quotes around < are kept, and those around the other operators are not.',
    behaviour: (normal) => ({
      unquote: (call, text) => (text === '"<"' ? text : normal.unquote(call, text)),
    }),
  },
  {
    id: 'filtering/quotes-stay-on-following-pages',
    breaks: ['FLT-37'],
    summary: 'From the second page on the quotes around an operator are taken for a part of the value.',
    behaviour: (normal) => ({
      unquote: (call, text) => (isFollowing(call) ? text : normal.unquote(call, text)),
    }),
  },
  {
    id: 'filtering/quotes-stay-where-another-assertion-stands-beside',
    breaks: ['FLT-27'],
    also: ['FLT-34', 'FLT-28', 'FLT-08'],
    summary: 'The quotes around an operator are taken off only where no other field is asked for.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const quoted = /^"(>|>=|<|<=)"$/.test(condition.term.text);
        const others = [...asked(call).entries()].filter(([name]) => name.startsWith('schemaFields')).length;
        const inJson = Object.keys(JSON.parse(asked(call).get('schemaFields') ?? '{}') as object).length;
        return normal.satisfies(call, record, condition) && !(quoted && Math.max(others, inJson) > 1);
      },
    }),
  },
  {
    id: 'filtering/quoted-operators-with-an-equals-sign-find-those-without',
    breaks: ['FLT-28'],
    also: ['FLT-06', 'FLT-27'],
    summary: 'A filter for ">=" or "<=" in quotes also finds the texts > and <.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked, stored) || (/^[<>]=$/.test(asked) && stored === asked.slice(0, 1)),
    }),
  },
];
