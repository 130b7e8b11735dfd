import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Variants of values whose meaning the specification leaves open. */
export const valueVariants: readonly Variant[] = [
  {
    id: 'filtering/plain-values-on-ranges-are-refused',
    freedoms: ['FRE-162'],
    summary: 'A filter on a field of a range type needs an operator.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        normal.readOperator(call, text) === undefined
          ? refusal('invalid-query', 'A range has an operator.')
          : normal.readRangeAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/operators-compare-text',
    freedoms: ['FRE-163', 'FRE-167'],
    summary: 'A text that begins with an operator and a space is a range in the order of characters.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) => {
        const range = normal.readOperator(call, asked);
        if (range === undefined) return normal.sameText(call, type, asked, stored);
        return normal.operatorHolds(
          call,
          type,
          range.operator,
          stored < range.value ? -1 : stored > range.value ? 1 : 0,
        );
      },
    }),
  },
  {
    id: 'filtering/operators-are-refused-on-text',
    freedoms: ['FRE-163', 'FRE-167'],
    summary: 'A text that begins with an operator and a space is refused.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.readOperator(call, text) === undefined
          ? normal.readTextAssertion(call, type, text)
          : refusal('invalid-query', 'Texts have no order.'),
    }),
  },
  {
    id: 'filtering/operators-are-refused-on-identifiers',
    freedoms: ['FRE-164'],
    summary: 'A range on a link or dropdown field is refused.',
    behaviour: (normal) => ({
      readIdentifierAssertion: (call, type, text) =>
        /^[<>]/.test(text)
          ? refusal('invalid-query', 'Identifiers have no order.')
          : normal.readIdentifierAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/operators-need-no-space',
    freedoms: ['FRE-165'],
    summary: 'On numbers and dates an operator may stand right before its value.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        normal.readRangeAssertion(call, type, text.replace(/^([<>]=?)(?=[^\s=])/, '$1 ')),
    }),
  },
  {
    id: 'filtering/unquoted-operators-are-text',
    freedoms: ['FRE-166'],
    summary: 'A text that equals an operator is also found without quotes.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) => ({ kind: 'text', type, value: normal.unquote(call, text) }),
    }),
  },
  {
    id: 'filtering/unquoted-operators-find-nothing',
    freedoms: ['FRE-166'],
    summary: 'A text that equals an operator finds nothing without quotes.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        normal.isOperator(call, text)
          ? { kind: 'range', type, operator: '=', bound: Number.NaN, text }
          : normal.readTextAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/quotes-around-any-value-are-stripped',
    freedoms: ['FRE-168', 'FRE-169'],
    summary: 'Double quotes around any value are removed.',
    behaviour: () => ({ unquote: (_call, text) => text.replace(/^"(.*)"$/s, '$1') }),
  },
  {
    id: 'filtering/double-quotes-do-not-count',
    freedoms: ['FRE-168', 'FRE-169'],
    summary: 'Double quotes in texts are ignored.',
    behaviour: (normal) => ({
      foldCase: (call, text) => normal.foldCase(call, text).replaceAll('"', ''),
    }),
  },
  {
    id: 'filtering/dates-in-other-notations',
    freedoms: ['FRE-172'],
    summary: 'A bound of a date may be written with the day first, and a time of day is refused.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        type === 'Date' && text.includes('T')
          ? refusal('invalid-query', 'A date has no time.')
          : normal.readRangeAssertion(call, type, text.replace(/(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1')),
    }),
  },
  {
    id: 'filtering/dates-begin-elsewhere',
    freedoms: ['FRE-172'],
    summary: 'Dates, stored ones and bounds, are days of a time zone fourteen hours ahead of UTC.',
    behaviour: (normal) => ({
      readDate: (call, value) => {
        const date = normal.readDate(call, value);
        return date === undefined
          ? undefined
          : { wholeDay: false, time: date.time - (date.wholeDay ? 14 * 3_600_000 : 0) };
      },
    }),
  },
  {
    id: 'filtering/numbers-in-plain-notation-only',
    freedoms: ['FRE-173'],
    summary: 'A bound that is not in plain decimal notation is refused.',
    behaviour: (normal) => ({
      readNumber: (call, value) =>
        typeof value === 'string' && !/^(-?[1-9]\d*|-?0|-?(0|[1-9]\d*)\.\d*[1-9])$/.test(value)
          ? undefined
          : normal.readNumber(call, value),
    }),
  },
  {
    id: 'filtering/full-case-folding-of-composed-text',
    freedoms: ['FRE-174'],
    summary: 'ß equals ss, final sigma equals sigma, and composed letters equal decomposed ones.',
    behaviour: () => ({
      foldCase: (_call, text) =>
        text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC'),
    }),
  },
  {
    id: 'filtering/case-by-turkish-rules',
    freedoms: ['FRE-174'],
    summary: 'The letter i has the two pairs of Turkish.',
    behaviour: () => ({ foldCase: (_call, text) => text.toLocaleLowerCase('tr') }),
  },
  {
    id: 'filtering/white-space-at-the-ends-is-trimmed',
    freedoms: ['FRE-175', 'FRE-176'],
    summary: 'White space at the ends of texts is ignored, and an empty text finds nothing.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        asked.trim() !== '' && normal.sameText(call, type, asked.trim(), stored.trim()),
    }),
  },
  {
    id: 'filtering/empty-text-finds-unset-fields',
    freedoms: ['FRE-176'],
    summary: 'An empty text finds the records whose field is unset.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) =>
        condition.term.text === ''
          ? normal.fieldOf(call, record, condition.term) === undefined
          : normal.satisfies(call, record, condition),
    }),
  },
  {
    id: 'filtering/empty-text-is-refused',
    freedoms: ['FRE-176'],
    summary: 'An empty text is refused.',
    behaviour: (normal) => ({
      readAssertion: (call, type, text) =>
        text === '' ? refusal('invalid-query', 'A value is missing.') : normal.readAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/identifiers-in-any-case',
    freedoms: ['FRE-177'],
    summary: 'The letter case of identifiers makes no difference.',
    behaviour: () => ({
      sameIdentifier: (_call, _type, asked, stored) => asked.toLowerCase() === stored.toLowerCase(),
    }),
  },
  {
    id: 'filtering/unlikely-identifiers-are-refused',
    freedoms: ['FRE-164', 'FRE-177'],
    summary: 'A link or dropdown filter refuses a value that does not look like an identifier.',
    behaviour: (normal) => ({
      readIdentifierAssertion: (call, type, text) =>
        /^[a-z]+_[0-9A-Za-z]{10}$/.test(text)
          ? normal.readIdentifierAssertion(call, type, text)
          : refusal('invalid-query', 'This is no identifier.'),
    }),
  },
  {
    id: 'filtering/all-values-of-a-field-count',
    freedoms: ['FRE-178'],
    summary: 'All values of a field with several values must satisfy the assertion.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const field = normal.fieldOf(call, record, condition.term);
        const assertion = field === undefined ? undefined : condition.byType.get(field.type);
        if (field === undefined || assertion === undefined) return false;
        const values = normal.valuesOf(call, field);
        return values.length > 0 && values.every((value) => normal.assertionHolds(call, assertion, value));
      },
    }),
  },
];
