import type { Fault } from '../fault.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import { isFollowing } from '../calls.ts';
import { breaking } from './rows.ts';
import { alsoFold, decodeBy, keepQuotes, longTexts, readTextAs, refuseTexts, texts } from './text-decisions.ts';
import { insteadWhere } from '../operators/rules.ts';

const isOperator = (text: string): boolean => /^[<>]=?$/.test(text);
const isQuotedOperator = (text: string): boolean => /^"[<>]=?"$/.test(text);

/** Texts in which such characters stand for what this says, as part of a regular expression. */
const pattern = (wildcards: Readonly<Record<string, string>>) =>
  texts.compareBy((asked, stored) => {
    const source = Array.from(
      asked,
      (character) => wildcards[character] ?? character.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
    ).join('');
    return new RegExp(`^${source}$`, 'isu').test(stored);
  });

/** Texts that are taken for an expression, markup or an operator, and quotes around operators. */
export const textSyntaxFaults: readonly Fault[] = [
  ...breaking('FLT-27', {
    'quotes-around-an-operator-are-kept': [
      keepQuotes(() => true),
      'The quotes around an operator are taken for a part of the value.',
      ['FLT-08'],
    ],
    'quoted-operators-of-two-characters-are-not-known': [
      keepQuotes((text) => text.includes('=')),
      'Only > and < can be escaped.',
      ['FLT-08'],
    ],
    'quotes-are-kept-around-less-than': [
      keepQuotes((text) => text === '"<"'),
      'The quotes around < alone are kept.',
      ['FLT-08'],
    ],
    'quoted-operator-is-refused': [
      refuseTexts(isQuotedOperator),
      'An operator is refused on text, quoted or not.',
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
      'The quotes around an operator are taken off only where no other field is asked for.',
      ['FLT-34', 'FLT-28', 'FLT-08'],
    ],
  }),
  ...breaking('FLT-08', {
    'quotes-are-kept-on-long-text': [
      insteadWhere(
        'readTextAssertion',
        (_call, type, text) => type === 'Long Text' && isQuotedOperator(text),
        (_call, type, text) => ({ kind: 'text', type, value: text }),
      ),
      'The quotes around an operator are kept for Long Text.',
      ['FLT-27'],
    ],
  }),
  ...breaking('FLT-37', {
    'quotes-stay-on-following-pages': [
      keepQuotes((_text, call) => isFollowing(call)),
      'From the second page on the quotes around an operator are kept.',
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
      'A quoted operator is unquoted too early, and every text is beyond nothing.',
      ['FLT-08', 'FLT-27', 'FLT-09', 'FLT-06'],
    ],
    'quoted-operator-finds-longer-texts': [
      texts.compare((same, asked, stored) => {
        if (!isOperator(asked)) return same(asked, stored);
        return asked.startsWith('<') ? stored <= asked : stored >= asked;
      }),
      'A quoted operator finds the texts that stand on its side of it.',
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
      'A text that begins with an operator is a range, with or without a space.',
    ],
    'operator-at-the-beginning-is-refused': [
      refuseTexts((text, type) => type === 'String' && /^[<>]/.test(text)),
      'A text that begins with an operator is refused on a String field.',
    ],
    'a-number-behind-an-operator-makes-a-range-of-text': [
      refuseTexts((text, type) => type === 'String' && /^[<>]=?\d/.test(text)),
      'A text such as >5 is refused on a String field.',
    ],
    'operator-at-the-beginning-is-dropped': [
      readTextAs((text) => text.replace(/^(>=|<=|>|<)(?=.)/, '')),
      'An operator at the beginning of a text is dropped.',
    ],
    'tags-are-stripped-from-what-is-asked-for': [
      texts.lookFor((asked) => asked.replace(/<[a-z/][^>]*>?/gi, '')),
      'Tags are dropped from the text that is asked for.',
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
      'A percent sign or underscore is looked for with a backslash before it.',
      ['FLT-33'],
    ],
    'square-brackets-stand-for-one-of-several-characters': [
      texts.compare((same, asked, stored) => {
        const [, before = '', some = '', after = ''] = /^([^[\]]*)\[(\w+)\]([^[\]]*)$/.exec(asked) ?? [];
        return same(asked, stored) || Array.from(some).some((one) => same(`${before}${one}${after}`, stored));
      }),
      'A text in square brackets stands for any one of its characters.',
      ['FLT-06', 'FLT-09', 'FLT-33'],
    ],
  }),
  ...breaking('FLT-31', {
    'encoded-plus-is-a-space': [
      decodeBy((text, decode) => decode(text).replaceAll('+', ' ')),
      'A filter is decoded twice, so that %2B becomes a space.',
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
      'Plus signs at the end of a text are dropped, so that Ca2+ is not found.',
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
      'What looks like a percent escape in a decoded text is decoded again.',
    ],
    'escapes-in-small-letters-are-not-decoded': [
      decodeBy((text, decode) => decode(text.replace(/%(?=[a-f][0-9a-f]|[0-9][a-f])/g, '%25'))),
      'In a filter percent escapes in lower case, such as %3e, are not decoded.',
    ],
    'foreign-characters-are-read-byte-by-byte': [
      decodeBy((text, decode) => Buffer.from(decode(text), 'utf8').toString('latin1')),
      'The bytes of a percent-encoded text are taken for characters of Latin-1.',
      ['FLT-32', 'FLT-06', 'FLT-09', 'FLT-01', 'FLT-43'],
    ],
    'characters-beyond-the-first-plane-are-lost': [
      decodeBy((text, decode) => decode(text).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
      'Characters that take four bytes are dropped from what is asked for.',
      ['FLT-06', 'FLT-09', 'FLT-43'],
    ],
    'backslashes-are-dropped': [
      texts.lookFor((asked) => asked.replaceAll(/\\(.?)/gs, '$1')),
      'A backslash in a text is taken for an escape.',
      ['FLT-06', 'FLT-09', 'FLT-43'],
    ],
    'value-ends-at-an-ampersand': [
      texts.lookFor((asked) => asked.replace(/[&#].*$/s, '')),
      'A value ends at an encoded ampersand or number sign.',
    ],
    'apostrophes-are-refused': [
      refuseTexts((text) => text.includes("'")),
      'A text with an apostrophe is refused as an attack.',
    ],
    'texts-that-look-like-json-are-refused': [
      refuseTexts((text) => /^[[{]/.test(text)),
      'A text that begins with a bracket or a brace is refused.',
      ['FLT-05', 'FLT-06', 'FLT-08'],
    ],
    'a-text-ends-at-a-bar': [
      readTextAs((text) => text.replace(/(?<=.)\|.*$/s, '')),
      'Only what stands before a bar in a text is asked for.',
      ['FLT-05', 'FLT-06', 'FLT-08', 'FLT-09', 'FLT-29', 'FLT-30'],
    ],
    'an-equals-sign-in-front-is-dropped': [
      readTextAs((text) => text.replace(/^=/, '')),
      'An equals sign at the beginning of a text is dropped.',
      ['FLT-06', 'FLT-09'],
    ],
    'templates-are-filled-in': [
      readTextAs((text) => text.replaceAll(/\$?\{+[^}]*\}+/g, '')),
      'What stands between braces in a text is filled in with nothing.',
    ],
    'markup-is-escaped-when-it-is-kept': [
      texts.compare((same, asked, stored) => same(asked, stored.replaceAll('&', '&amp;'))),
      'Texts are kept with & as an HTML entity, and what is asked for is not.',
      ['FLT-05', 'FLT-08', 'FLT-27', 'FLT-29', 'FLT-06', 'FLT-09'],
    ],
  }),
];
