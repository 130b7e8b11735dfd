import type { Fault } from '../fault.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import { isFollowing } from '../calls.ts';
import { breaking } from './rows.ts';
import { alsoFold, decodeBy, keepQuotes, longTexts, readTextAs, refuseTexts, texts } from './text-decisions.ts';
import { replaceIf } from '../operators/rules.ts';

const isOperator = (text: string): boolean => /^[<>]=?$/.test(text);
const isQuotedOperator = (text: string): boolean => /^"[<>]=?"$/.test(text);

/** Compares texts in which some characters are wildcards, each with its part of a regular expression. */
const pattern = (wildcards: Readonly<Record<string, string>>) =>
  texts.compareBy((asked, stored) => {
    const source = Array.from(
      asked,
      (character) => wildcards[character] ?? character.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
    ).join('');
    return new RegExp(`^${source}$`, 'isu').test(stored);
  });

/** Faults in which a text counts as an expression, markup or an operator, and faults about quoted operators. */
export const textSyntaxFaults: readonly Fault[] = [
  ...breaking('FLT-27', {
    'quotes-around-an-operator-are-kept': [
      keepQuotes(() => true),
      'The tenant keeps the quotes around an operator as a part of the value.',
      ['FLT-08'],
    ],
    'quoted-operators-of-two-characters-are-not-known': [
      keepQuotes((text) => text.includes('=')),
      'The tenant removes the quotes only around > and <, not around >= and <=.',
      ['FLT-08'],
    ],
    'quotes-are-kept-around-less-than': [
      keepQuotes((text) => text === '"<"'),
      'The tenant keeps the quotes around <, but not around other operators.',
      ['FLT-08'],
    ],
    'quoted-operator-is-refused': [
      refuseTexts(isQuotedOperator),
      'The tenant refuses an operator on a text field, quoted or not.',
      ['FLT-08'],
    ],
    'quotes-stay-where-another-assertion-stands-beside': [
      (normal) => ({
        satisfies: (call, record, condition) => {
          const { query } = call.request;
          const others = [...query.keys()].filter((name) => name.startsWith('schemaFields')).length;
          const inJson = Object.keys(JSON.parse(query.get('schemaFields') ?? '{}') as object).length;
          const keeps = isQuotedOperator(condition.term.text) && Math.max(others, inJson) > 1;
          return normal.satisfies(call, record, condition) && !keeps;
        },
      }),
      'The tenant removes the quotes around an operator only if the filter names no other field.',
      ['FLT-34', 'FLT-28', 'FLT-08'],
    ],
  }),
  ...breaking('FLT-08', {
    'quotes-are-kept-on-long-text': [
      replaceIf(
        'readTextAssertion',
        (_call, type, text) => type === 'Long Text' && isQuotedOperator(text),
        (_call, type, text) => ({ kind: 'text', type, value: text }),
      ),
      'The tenant keeps the quotes around an operator for Long Text.',
      ['FLT-27'],
    ],
  }),
  ...breaking('FLT-37', {
    'quotes-stay-on-following-pages': [
      keepQuotes((_text, call) => isFollowing(call)),
      'From the second page on, the tenant keeps the quotes around an operator.',
    ],
  }),
  ...breaking('FLT-28', {
    'quoted-operator-is-a-range-of-all': [
      (normal) => ({
        readTextAssertion: (call, type, text) =>
          isQuotedOperator(text)
            ? { kind: 'range', type, operator: '>=', bound: 0, text: '' }
            : normal.readTextAssertion(call, type, text),
        readBound: (call, type, value) =>
          typeof value === 'string' && TEXT_TYPES.includes(type) ? 1 : normal.readBound(call, type, value),
      }),
      'The tenant removes the quotes too early and reads a quoted operator as a range that every text satisfies.',
      ['FLT-08', 'FLT-27', 'FLT-09', 'FLT-06'],
    ],
    'quoted-operator-finds-longer-texts': [
      texts.compare((same, asked, stored) => {
        if (!isOperator(asked)) return same(asked, stored);
        return asked.startsWith('<') ? stored <= asked : stored >= asked;
      }),
      'A quoted operator finds the texts that sort on its side of it.',
      ['FLT-08'],
    ],
    'quoted-operators-with-an-equals-sign-find-those-without': [
      texts.addMatch((asked, stored) => /^[<>]=$/.test(asked) && stored === asked.slice(0, 1)),
      'A filter for ">=" or "<=" in quotes also finds the texts > and <.',
      ['FLT-06', 'FLT-27'],
    ],
  }),
  ...breaking('FLT-29', {
    'operator-needs-no-space-on-text': [
      texts.compare((same, asked, stored) => {
        const [, operator, rest = ''] = /^(>=|<=|>|<)(\S.*)$/s.exec(asked) ?? [];
        if (operator === undefined || isOperator(asked)) return same(asked, stored);
        return operator.startsWith('>') ? stored > rest : stored < rest;
      }),
      'A text that begins with an operator counts as a range, even without a space.',
    ],
    'operator-at-the-beginning-is-refused': [
      refuseTexts((text, type) => type === 'String' && /^[<>]/.test(text)),
      'The tenant refuses a text that begins with an operator on a String field.',
    ],
    'a-number-behind-an-operator-makes-a-range-of-text': [
      refuseTexts((text, type) => type === 'String' && /^[<>]=?\d/.test(text)),
      'The tenant refuses a text such as >5 on a String field.',
    ],
    'operator-at-the-beginning-is-dropped': [
      readTextAs((text) => text.replace(/^(>=|<=|>|<)(?=.)/, '')),
      'The tenant drops an operator at the beginning of a text.',
    ],
    'tags-are-stripped-from-what-is-asked-for': [
      texts.lookFor((asked) => asked.replace(/<[a-z/][^>]*>?/gi, '')),
      'The tenant drops tags from the requested text.',
      ['FLT-33', 'FLT-05'],
    ],
  }),
  ...breaking('FLT-30', {
    'percent-is-a-wildcard': [pattern({ '%': '.*' }), 'A percent sign in a text stands for any characters.'],
    'underscore-is-a-wildcard': [pattern({ _: '.' }), 'An underscore in a text stands for any character.'],
    'asterisk-is-a-wildcard': [pattern({ '*': '.*', '?': '.' }), 'An asterisk in a text stands for any characters.'],
    'text-is-a-regular-expression': [
      pattern({ '.': '.' }),
      'A dot in a text stands for any character, as in a regular expression.',
      ['FLT-06', 'FLT-09'],
    ],
    'percent-signs-are-escaped-twice': [
      texts.lookFor((asked) => asked.replaceAll(/[%_]/g, String.raw`\$&`)),
      'The tenant looks for a percent sign or underscore with a backslash before it.',
      ['FLT-33'],
    ],
    'square-brackets-stand-for-one-of-several-characters': [
      texts.compare((same, asked, stored) => {
        const [, before = '', some = '', after = ''] = /^([^[\]]*)\[(\w+)\]([^[\]]*)$/.exec(asked) ?? [];
        return same(asked, stored) || Array.from(some).some((one) => same(`${before}${one}${after}`, stored));
      }),
      'Characters in square brackets in a text stand for any one of them.',
      ['FLT-06', 'FLT-09', 'FLT-33'],
    ],
  }),
  ...breaking('FLT-31', {
    'encoded-plus-is-a-space': [
      decodeBy((text, decode) => decode(text).replaceAll('+', ' ')),
      'The tenant decodes a filter twice, so that %2B becomes a space.',
      ['FLT-43'],
    ],
    'plus-and-space-are-alike': [
      alsoFold((text) => text.replaceAll('+', ' ')),
      'A plus sign and a space in a text are the same.',
    ],
    'plus-and-space-are-alike-in-long-text': [
      longTexts.compareAs((text) => text.replaceAll('+', ' ')),
      'A plus sign and a space in a Long Text are the same.',
      ['FLT-33', 'FLT-09', 'FLT-08'],
    ],
    'plus-signs-at-the-end-are-dropped': [
      texts.lookFor((asked) => asked.replace(/\++$/, '')),
      'The tenant drops plus signs at the end of a text, so that Ca2+ is not found.',
      ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-33'],
    ],
  }),
  ...breaking('FLT-33', {
    'percent-escapes-are-decoded-twice': [
      decodeBy((text, decode) =>
        decode(text).replaceAll(/%([2-7][0-9A-F])/gi, (_all, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
      ),
      'The tenant decodes a percent escape again if one stands in the decoded text.',
    ],
    'escapes-in-small-letters-are-not-decoded': [
      decodeBy((text, decode) => decode(text.replace(/%(?=[a-f][0-9a-f]|[0-9][a-f])/g, '%25'))),
      'The tenant does not decode percent escapes in lower case, such as %3e, in a filter.',
    ],
    'foreign-characters-are-read-byte-by-byte': [
      decodeBy((text, decode) => Buffer.from(decode(text), 'utf8').toString('latin1')),
      'The tenant reads the bytes of a percent-encoded text as characters of Latin-1.',
      ['FLT-32', 'FLT-06', 'FLT-09', 'FLT-01', 'FLT-43'],
    ],
    'characters-beyond-the-first-plane-are-lost': [
      decodeBy((text, decode) => decode(text).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
      'The tenant drops characters that take four bytes from the requested text.',
      ['FLT-06', 'FLT-09', 'FLT-43'],
    ],
    'backslashes-are-dropped': [
      texts.lookFor((asked) => asked.replaceAll(/\\(.?)/gs, '$1')),
      'The tenant takes a backslash in a text for an escape.',
      ['FLT-06', 'FLT-09', 'FLT-43'],
    ],
    'value-ends-at-an-ampersand': [
      texts.lookFor((asked) => asked.replace(/[&#].*$/s, '')),
      'The tenant reads a value only up to an encoded ampersand or number sign.',
    ],
    'apostrophes-are-refused': [
      refuseTexts((text) => text.includes("'")),
      'The tenant refuses a text with an apostrophe as an attack.',
    ],
    'texts-that-look-like-json-are-refused': [
      refuseTexts((text) => /^[[{]/.test(text)),
      'The tenant refuses a text that begins with a square bracket or a brace.',
      ['FLT-05', 'FLT-06', 'FLT-08'],
    ],
    'a-text-ends-at-a-bar': [
      readTextAs((text) => text.replace(/(?<=.)\|.*$/s, '')),
      'The tenant reads only the part of a text before a bar.',
      ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-29', 'FLT-30'],
    ],
    'an-equals-sign-in-front-is-dropped': [
      readTextAs((text) => text.replace(/^=/, '')),
      'The tenant drops an equals sign at the beginning of a text.',
      ['FLT-06', 'FLT-09'],
    ],
    'templates-are-filled-in': [
      readTextAs((text) => text.replaceAll(/\$?\{+[^}]*\}+/g, '')),
      'The tenant replaces braces in a text, and everything between them, with nothing.',
    ],
    'markup-is-escaped-when-it-is-kept': [
      texts.compare((same, asked, stored) => same(asked, stored.replaceAll('&', '&amp;'))),
      'The tenant stores & in texts as an HTML entity, but does not convert the requested text.',
      ['FLT-05', 'FLT-08', 'FLT-27', 'FLT-29', 'FLT-06', 'FLT-09'],
    ],
  }),
];
