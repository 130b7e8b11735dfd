import type { Fault } from '../fault.ts';

/** Wrong decisions about escaped and encoded values, links and options. */
export const valueFaults: readonly Fault[] = [
  {
    id: 'filtering/quotes-around-an-operator-are-kept',
    breaks: ['FLT-27'],
    also: ['FLT-08'],
    summary: 'The quotes around an operator are taken for a part of the value.',
    behaviour: () => ({ unquote: (_call, text) => text }),
  },
  {
    id: 'filtering/quoted-operators-of-two-characters-are-not-known',
    breaks: ['FLT-27'],
    also: ['FLT-08'],
    summary: 'Only > and < can be escaped.',
    behaviour: () => ({
      unquote: (_call, text) => (text === '">"' || text === '"<"' ? text.slice(1, -1) : text),
    }),
  },
  {
    id: 'filtering/quoted-operator-is-refused',
    breaks: ['FLT-27'],
    also: ['FLT-08'],
    summary: 'An operator is refused on text, quoted or not.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.readTextAssertion(call, type, normal.unquote(call, text) === text ? text : '>'),
    }),
  },
  {
    id: 'filtering/quoted-operator-is-a-range-of-all',
    breaks: ['FLT-28'],
    also: ['FLT-08', 'FLT-27', 'FLT-09', 'FLT-06'],
    summary: 'A quoted operator is unquoted too early, and every text is beyond nothing.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.unquote(call, text) === text
          ? normal.readTextAssertion(call, type, text)
          : { kind: 'range', type, operator: '>=', bound: 0, text: '' },
      readBound: (call, type, value) =>
        typeof value === 'string' && (type === 'String' || type === 'Long Text')
          ? 1
          : normal.readBound(call, type, value),
    }),
  },
  {
    id: 'filtering/quoted-operator-finds-longer-texts',
    breaks: ['FLT-28'],
    also: ['FLT-08'],
    summary: 'A quoted operator finds the texts that stand on its side of it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        if (normal.isOperator(call, asked)) return asked.startsWith('<') ? stored <= asked : stored >= asked;
        return normal.sameText(call, type, asked, stored);
      },
    }),
  },
  {
    id: 'filtering/operator-needs-no-space-on-text',
    breaks: ['FLT-29'],
    summary: 'A text that begins with an operator is a range, with or without a space.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const [, operator, rest = ''] = /^(>=|<=|>|<)(\S.*)$/s.exec(asked) ?? [];
        if (operator === undefined || normal.isOperator(call, asked)) return normal.sameText(call, type, asked, stored);
        return operator.startsWith('>') ? stored > rest : stored < rest;
      },
    }),
  },
  {
    id: 'filtering/operator-at-the-beginning-is-refused',
    breaks: ['FLT-29'],
    summary: 'A text that begins with an operator is refused on a String field.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.readTextAssertion(call, type, type === 'String' && /^[<>]/.test(text) ? '>' : text),
    }),
  },
  {
    id: 'filtering/operator-at-the-beginning-is-dropped',
    breaks: ['FLT-29'],
    summary: 'An operator at the beginning of a text is dropped.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.readTextAssertion(call, type, text.replace(/^(>=|<=|>|<)(?=.)/, '')),
    }),
  },
  {
    id: 'filtering/encoded-plus-is-a-space',
    breaks: ['FLT-31'],
    also: ['FLT-43'],
    summary: 'A filter is decoded twice, so that %2B becomes a space.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) => normal.decodeFilterText(call, text).replaceAll('+', ' '),
    }),
  },
  {
    id: 'filtering/plus-and-space-are-alike',
    breaks: ['FLT-31'],
    summary: 'A plus sign and a space in a text are the same.',
    behaviour: (normal) => ({
      foldCase: (call, text) => normal.foldCase(call, text).replaceAll('+', ' '),
    }),
  },
  {
    id: 'filtering/percent-escapes-are-decoded-twice',
    breaks: ['FLT-33'],
    summary: 'What looks like a percent escape in a decoded text is decoded again.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal
          .decodeFilterText(call, text)
          .replaceAll(/%([2-7][0-9A-F])/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    }),
  },
  {
    id: 'filtering/foreign-characters-are-read-byte-by-byte',
    breaks: ['FLT-33'],
    also: ['FLT-32', 'FLT-06', 'FLT-09', 'FLT-01', 'FLT-43'],
    summary: 'The bytes of a percent-encoded text are taken for characters of Latin-1.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) => Buffer.from(normal.decodeFilterText(call, text), 'utf8').toString('latin1'),
    }),
  },
  {
    id: 'filtering/characters-beyond-the-first-plane-are-lost',
    breaks: ['FLT-33'],
    also: ['FLT-06', 'FLT-09', 'FLT-43'],
    summary: 'Characters that take four bytes are dropped from what is asked for.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) => normal.decodeFilterText(call, text).replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
    }),
  },
  {
    id: 'filtering/backslashes-are-dropped',
    breaks: ['FLT-33'],
    also: ['FLT-06', 'FLT-09', 'FLT-43'],
    summary: 'A backslash in a text is taken for an escape.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => normal.sameText(call, type, asked.replaceAll(/\\(.?)/gs, '$1'), stored),
    }),
  },
  {
    id: 'filtering/value-ends-at-an-ampersand',
    breaks: ['FLT-33'],
    summary: 'A value ends at an encoded ampersand or number sign.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => normal.sameText(call, type, asked.replace(/[&#].*$/s, ''), stored),
    }),
  },
  {
    id: 'filtering/apostrophes-are-refused',
    breaks: ['FLT-33'],
    summary: 'A text with an apostrophe is refused as an attack.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) => normal.readTextAssertion(call, type, text.includes("'") ? '>' : text),
    }),
  },
  ...(
    [
      ['Entity Link', 'FLT-11'],
      ['Part Link', 'FLT-12'],
      ['Translation Link', 'FLT-13'],
      ['Dropdown', 'FLT-14'],
    ] as const
  ).map(([type, requirement]): Fault => ({
    id: `filtering/${type.toLowerCase().replace(' ', '-')}-is-not-restricted`,
    breaks: [requirement, 'FLT-01'],
    also: ['FLT-02', 'FLT-15', 'FLT-34', 'FLT-37', 'FLT-38', 'FLT-40'],
    summary: `A filter on a ${type} field finds every record that has a value there.`,
    behaviour: (normal) => ({
      sameIdentifier: (call, each, asked, stored) => each === type || normal.sameIdentifier(call, each, asked, stored),
    }),
  })),
  ...(
    [
      ['Entity Link', 'FLT-11'],
      ['Part Link', 'FLT-12'],
      ['Translation Link', 'FLT-13'],
      ['Dropdown', 'FLT-14'],
    ] as const
  ).map(([type, requirement]): Fault => ({
    id: `filtering/${type.toLowerCase().replace(' ', '-')}-is-not-found`,
    breaks: [requirement],
    also: ['FLT-34', 'FLT-37', 'FLT-39'],
    summary: `A ${type} field is looked for by a label that nobody knows, and not by the identifier.`,
    behaviour: (normal) => ({
      sameIdentifier: (call, each, asked, stored) => each !== type && normal.sameIdentifier(call, each, asked, stored),
    }),
  })),
  {
    id: 'filtering/identifiers-match-by-their-beginning',
    breaks: ['FLT-15'],
    summary: 'A part of an identifier from its beginning finds it.',
    behaviour: () => ({ sameIdentifier: (_call, _type, asked, stored) => stored.startsWith(asked) }),
  },
  {
    id: 'filtering/identifiers-match-by-any-part',
    breaks: ['FLT-15'],
    summary: 'Any part of an identifier finds it.',
    behaviour: () => ({ sameIdentifier: (_call, _type, asked, stored) => stored.includes(asked) }),
  },
  {
    id: 'filtering/identifiers-match-what-they-begin-with',
    breaks: ['FLT-15'],
    summary: 'A longer identifier finds those that it begins with.',
    behaviour: () => ({ sameIdentifier: (_call, _type, asked, stored) => asked.startsWith(stored) }),
  },
  {
    id: 'filtering/underscore-in-an-identifier-is-a-wildcard',
    breaks: ['FLT-15'],
    summary: 'The underscore of an identifier stands for any character.',
    behaviour: () => ({
      sameIdentifier: (_call, _type, asked, stored) =>
        asked.length === stored.length && Array.from(asked).every((each, at) => each === '_' || each === stored[at]),
    }),
  },
  {
    id: 'filtering/identifiers-match-without-their-prefix',
    breaks: ['FLT-15'],
    summary: 'An identifier is compared without what stands before its underscore, in Part Link fields.',
    behaviour: (normal) => ({
      sameIdentifier: (call, type, asked, stored) => {
        const bare = (text: string): string => text.replace(/^[a-z]+_/, '');
        return type === 'Part Link' ? bare(asked) === bare(stored) : normal.sameIdentifier(call, type, asked, stored);
      },
    }),
  },
];
