import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { longTexts, strings, texts } from './text-decisions.ts';
import { becomes } from '../operators/rules.ts';

/** Texts that some languages read as an empty value. */
const NOTHING: ReadonlySet<unknown> = new Set(['0', 'false']);

/** Faults in which a filter does not find some texts. */
export const unfoundTextFaults: readonly Fault[] = [
  ...breaking('FLT-05', {
    'strings-without-a-digit-are-never-found': [
      strings.miss((stored) => !/\d|^[^A-Za-z]*$/.test(stored)),
      'A String of letters without a digit is never found.',
      ['FLT-07'],
    ],
    'strings-beyond-100-are-never-found': [
      strings.miss((stored) => stored.length > 100),
      'A String of more than 100 characters is never found.',
      ['FLT-07'],
    ],
    'words-for-nothing-are-no-values': [
      becomes('valuesOf', (right, _call, field) =>
        right.filter((value) => field.type !== 'String' || !NOTHING.has(value)),
      ),
      'A String field with the value 0 or false counts as unset.',
    ],
    'the-text-null-finds-nothing': [
      strings.missAsked((asked) => asked === 'null'),
      'A filter for the text null finds no String.',
    ],
    'truth-values-are-no-texts': [
      strings.missAsked((asked) => /^(true|false)$/i.test(asked)),
      'A String with the text true or false is never found.',
    ],
    'numbers-are-no-strings': [
      strings.missAsked((asked) => /^\d+$/.test(asked)),
      'A filter for a text of digits only finds no String.',
    ],
    'strings-of-one-character-are-not-found': [
      strings.miss((stored) => Array.from(stored).length === 1 && !/[<>]/.test(stored)),
      'A String of a single character other than < and > is never found.',
      ['FLT-06', 'FLT-07', 'FLT-33'],
    ],
  }),
  ...breaking('FLT-08', {
    'long-text-of-several-lines-is-never-found': [
      longTexts.miss((stored) => stored.includes('\n')),
      'A Long Text of several lines is never found.',
      ['FLT-10'],
    ],
    'long-text-beyond-255-is-never-found': [
      longTexts.miss((stored) => stored.length > 255),
      'A Long Text of more than 255 characters is never found.',
      ['FLT-10'],
    ],
    'long-texts-beyond-a-thousand-characters-are-not-found': [
      texts.miss((stored) => stored.length > 1000),
      'A filter does not find a text of more than a thousand characters.',
    ],
    'texts-with-tabs-are-not-found': [
      texts.miss((stored) => stored.includes('\t')),
      'A filter does not find a text with a tab in it.',
    ],
  }),
  ...breaking('FLT-33', {
    'what-says-nothing-is-never-found': [
      texts.miss((stored) => /^(n\/a|none|nil|nan)$/i.test(stored)),
      'A text such as N/A or none is never found.',
      ['FLT-05', 'FLT-08'],
    ],
  }),
];
