import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';

const isText = (type: string, wanted: string): boolean => type === wanted;
const simply = (text: string): string => text.toLowerCase();

/** A text as a pattern in which some characters stand for others. */
function matchesPattern(pattern: string, wildcards: Readonly<Record<string, string>>, text: string): boolean {
  const source = Array.from(
    pattern,
    (character) => wildcards[character] ?? character.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  ).join('');
  return new RegExp(`^${source}$`, 'isu').test(text);
}

type SameText = (call: Call, type: string, asked: string, stored: string) => boolean;

function sameTextFault(fault: Omit<Fault, 'behaviour'>, make: (normal: SameText) => SameText): Fault {
  return { ...fault, behaviour: (normal) => ({ sameText: make(normal.sameText) }) };
}

/** Matches of texts that are made for one field type alone, the other being right. */
function forType(type: string, wrong: (asked: string, stored: string) => boolean): (normal: SameText) => SameText {
  return (normal) => (call, each, asked, stored) =>
    isText(each, type) ? wrong(asked, stored) : normal(call, each, asked, stored);
}

/** Wrong decisions about equality of texts. */
export const textFaults: readonly Fault[] = [
  sameTextFault(
    {
      id: 'filtering/string-starts-with-the-text',
      breaks: ['FLT-06'],
      summary: 'A String matches where it begins with the given text.',
    },
    forType('String', (asked, stored) => simply(stored).startsWith(simply(asked))),
  ),
  sameTextFault(
    {
      id: 'filtering/string-contains-the-text',
      breaks: ['FLT-06'],
      also: ['FLT-29', 'FLT-30'],
      summary: 'A String matches where the given text stands anywhere in it.',
    },
    forType('String', (asked, stored) => simply(stored).includes(simply(asked))),
  ),
  sameTextFault(
    {
      id: 'filtering/string-ends-with-the-text',
      breaks: ['FLT-06'],
      summary: 'A String matches where it ends with the given text.',
    },
    forType('String', (asked, stored) => simply(stored).endsWith(simply(asked))),
  ),
  sameTextFault(
    {
      id: 'filtering/string-is-part-of-the-text',
      breaks: ['FLT-06'],
      summary: 'A String matches where it stands in the given text.',
    },
    forType('String', (asked, stored) => stored !== '' && simply(asked).includes(simply(stored))),
  ),
  sameTextFault(
    {
      id: 'filtering/string-ignores-hyphens',
      breaks: ['FLT-06'],
      summary: 'Hyphens and spaces in a String do not count.',
    },
    (normal) => (call, type, asked, stored) =>
      type === 'String'
        ? normal(call, type, asked.replaceAll(/[ -]/g, ''), stored.replaceAll(/[ -]/g, ''))
        : normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/string-ignores-accents',
      breaks: ['FLT-06'],
      summary: 'é is found by e in a String.',
    },
    (normal) => {
      const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return (call, type, asked, stored) =>
        type === 'String' ? normal(call, type, plain(asked), plain(stored)) : normal(call, type, asked, stored);
    },
  ),
  sameTextFault(
    {
      id: 'filtering/long-strings-match-by-their-beginning',
      breaks: ['FLT-06'],
      summary: 'Strings are compared by their first 64 characters.',
    },
    (normal) => (call, type, asked, stored) =>
      type === 'String'
        ? normal(call, type, asked.slice(0, 64), stored.slice(0, 64))
        : normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/string-minds-its-case',
      breaks: ['FLT-07'],
      also: ['FLT-32'],
      summary: 'A String matches in the same case only.',
    },
    forType('String', (asked, stored) => asked === stored),
  ),
  sameTextFault(
    {
      id: 'filtering/asked-string-minds-its-case',
      breaks: ['FLT-07', 'FLT-05'],
      summary: 'The stored String is taken to lower case, the given one is not.',
    },
    forType('String', (asked, stored) => simply(stored) === asked),
  ),
  sameTextFault(
    {
      id: 'filtering/stored-string-minds-its-case',
      breaks: ['FLT-07', 'FLT-05'],
      summary: 'The given String is taken to lower case, the stored one is not.',
    },
    forType('String', (asked, stored) => simply(asked) === stored),
  ),
  sameTextFault(
    {
      id: 'filtering/case-of-the-first-letter-counts',
      breaks: ['FLT-07', 'FLT-10'],
      summary: 'The case of the first letter of a text counts.',
    },
    (normal) => (call, type, asked, stored) => asked[0] === stored[0] && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/case-counts-in-long-strings',
      breaks: ['FLT-07'],
      summary: 'The case of a String longer than 100 characters counts.',
    },
    (normal) => (call, type, asked, stored) =>
      type === 'String' && asked.length > 100 ? asked === stored : normal(call, type, asked, stored),
  ),
  {
    id: 'filtering/case-is-folded-in-ascii-only',
    breaks: ['FLT-32'],
    summary: 'Case is ignored for the letters A to Z only.',
    behaviour: () => ({
      foldCase: (_call, text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
    }),
  },
  {
    id: 'filtering/case-is-folded-in-latin-only',
    breaks: ['FLT-32'],
    summary: 'Case is ignored for Latin letters only, not for Greek and Cyrillic ones.',
    behaviour: (normal) => ({
      foldCase: (call, text) => text.replaceAll(/\p{Script=Latin}+/gu, (letters) => normal.foldCase(call, letters)),
    }),
  },
  {
    id: 'filtering/case-is-folded-in-one-byte-only',
    breaks: ['FLT-32'],
    summary: 'Case is ignored for letters of Latin-1 only.',
    behaviour: (normal) => ({
      foldCase: (call, text) => text.replaceAll(/[\0-\xff]+/g, (letters) => normal.foldCase(call, letters)),
    }),
  },
  sameTextFault(
    {
      id: 'filtering/strings-without-a-digit-are-never-found',
      breaks: ['FLT-05'],
      also: ['FLT-07'],
      summary: 'A String matches only where its field has a digit, being indexed as a code.',
    },
    (normal) => (call, type, asked, stored) =>
      (type !== 'String' || /\d|^[^A-Za-z]*$/.test(stored)) && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/strings-beyond-100-are-never-found',
      breaks: ['FLT-05'],
      also: ['FLT-07'],
      summary: 'Strings of more than 100 characters were not indexed and are never found.',
    },
    (normal) => (call, type, asked, stored) =>
      (type !== 'String' || stored.length <= 100) && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-contains-the-text',
      breaks: ['FLT-09'],
      also: ['FLT-30', 'FLT-29'],
      summary: 'A Long Text matches where the given text stands anywhere in it.',
    },
    forType('Long Text', (asked, stored) => simply(stored).includes(simply(asked))),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-has-the-words',
      breaks: ['FLT-09'],
      also: ['FLT-28', 'FLT-29', 'FLT-30', 'FLT-31'],
      summary: 'A Long Text matches where it has all words of the given text, as in a search.',
    },
    forType('Long Text', (asked, stored) => {
      const words = new Set(simply(stored).split(/[^\p{L}\p{N}]+/u));
      return simply(asked)
        .split(/[^\p{L}\p{N}]+/u)
        .every((word) => word === '' || words.has(word));
    }),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-has-one-of-the-lines',
      breaks: ['FLT-09'],
      summary: 'A Long Text matches where one of its lines equals the given text.',
    },
    forType(
      'Long Text',
      (asked, stored) => simply(asked) === simply(stored) || simply(stored).split('\n').includes(simply(asked)),
    ),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-by-its-first-line',
      breaks: ['FLT-09'],
      summary: 'Long Texts are compared by their first lines.',
    },
    forType('Long Text', (asked, stored) => simply(asked.split('\n')[0] ?? '') === simply(stored.split('\n')[0] ?? '')),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-is-cut-at-200',
      breaks: ['FLT-09'],
      summary: 'Long Texts are compared by their first 200 characters.',
    },
    (normal) => (call, type, asked, stored) =>
      type === 'Long Text'
        ? normal(call, type, asked.slice(0, 200), stored.slice(0, 200))
        : normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-of-several-lines-is-never-found',
      breaks: ['FLT-08'],
      also: ['FLT-10'],
      summary: 'A Long Text of several lines is never found.',
    },
    (normal) => (call, type, asked, stored) =>
      (type !== 'Long Text' || !stored.includes('\n')) && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-beyond-255-is-never-found',
      breaks: ['FLT-08'],
      also: ['FLT-10'],
      summary: 'A Long Text of more than 255 characters is never found.',
    },
    (normal) => (call, type, asked, stored) =>
      (type !== 'Long Text' || stored.length <= 255) && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/long-text-minds-its-case',
      breaks: ['FLT-10'],
      also: ['FLT-32'],
      summary: 'A Long Text matches in the same case only.',
    },
    forType('Long Text', (asked, stored) => asked === stored),
  ),
  sameTextFault(
    {
      id: 'filtering/case-counts-after-the-first-line',
      breaks: ['FLT-10'],
      summary: 'The case of a text counts from its second line on.',
    },
    (normal) => (call, type, asked, stored) =>
      asked.slice(asked.indexOf('\n') + 1 || asked.length) ===
        stored.slice(stored.indexOf('\n') + 1 || stored.length) && normal(call, type, asked, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/percent-is-a-wildcard',
      breaks: ['FLT-30'],
      summary: 'A percent sign in a text stands for any characters.',
    },
    () => (_call, _type, asked, stored) => matchesPattern(asked, { '%': '.*' }, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/underscore-is-a-wildcard',
      breaks: ['FLT-30'],
      summary: 'An underscore in a text stands for any character.',
    },
    () => (_call, _type, asked, stored) => matchesPattern(asked, { _: '.' }, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/asterisk-is-a-wildcard',
      breaks: ['FLT-30'],
      summary: 'An asterisk in a text stands for any characters.',
    },
    () => (_call, _type, asked, stored) => matchesPattern(asked, { '*': '.*', '?': '.' }, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/text-is-a-regular-expression',
      breaks: ['FLT-30'],
      also: ['FLT-06', 'FLT-09'],
      summary: 'A dot in a text stands for any character, as in a regular expression.',
    },
    () => (_call, _type, asked, stored) => matchesPattern(asked, { '.': '.' }, stored),
  ),
  sameTextFault(
    {
      id: 'filtering/percent-signs-are-escaped-twice',
      breaks: ['FLT-30'],
      also: ['FLT-33'],
      summary: 'A percent sign or underscore is given a backslash, which stays in the text that is looked for.',
    },
    (normal) => (call, type, asked, stored) => normal(call, type, asked.replaceAll(/[%_]/g, String.raw`\$&`), stored),
  ),
];
