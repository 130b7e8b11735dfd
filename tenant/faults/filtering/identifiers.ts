import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Assertion } from '../../behaviour/assertions.ts';
import type { Call } from '../../call.ts';
import type { LabRecord } from '../../state/model.ts';
import { FIELD_TYPES, TEXT_TYPES } from '../../state/fields.ts';
import type { Fault } from '../fault.ts';
import { alterMatches, compareIdentifiers } from './filter-decisions.ts';
import { breaking } from './rows.ts';
import { onlyIf } from '../operators/rules.ts';

const LINK_TYPES = ['Entity Link', 'Part Link', 'Translation Link'];
const REQUIREMENTS = {
  'Entity Link': 'FLT-11',
  'Part Link': 'FLT-12',
  'Translation Link': 'FLT-13',
  Dropdown: 'FLT-14',
};

const withoutPrefix = (text: string): string => text.replace(/^[a-z]+_/, '');

/** Returns the first field in which an option stands. */
function fieldOfOption(call: Call, option: string): string | undefined {
  for (const { fields } of call.tenant.state.records.byKind.assayResult) {
    const found = Object.entries(fields).find(([, { type, value }]) => type === 'Dropdown' && value === option);
    if (found !== undefined) return found[0];
  }
  return undefined;
}

/** Looks for a value of these types in every field of its type, if the record has the named field. */
const lookInAll =
  (types: readonly string[]): Deviation =>
  (normal) => ({
    satisfies: (call, record, condition) => {
      if (!types.some((type) => condition.byType.has(type))) return normal.satisfies(call, record, condition);
      return (
        normal.fieldOf(call, record, condition.term) !== undefined &&
        Object.values(record.fields).some(({ type, value }) => {
          const assertion = types.includes(type) ? condition.byType.get(type) : undefined;
          return assertion !== undefined && value !== null && normal.assertionHolds(call, assertion, value);
        })
      );
    },
  });

/** Reports whether an assertion is true of a field of one of these types, whatever type the assertion was made for. */
const holdsOfOne = (
  normal: Behaviour,
  call: Call,
  { fields }: LabRecord,
  assertion: Assertion,
  types: readonly string[],
): boolean =>
  Object.values(fields).some(
    (field) =>
      types.includes(field.type) &&
      normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, assertion, value)),
  );

/** Faults in which links and options are not found, or values are looked for in other fields. */
export const identifierFaults: readonly Fault[] = [
  ...Object.entries(REQUIREMENTS).flatMap(([type, requirement]) => [
    ...breaking([requirement, 'FLT-01'], {
      [`${type.toLowerCase().replace(' ', '-')}-is-not-restricted`]: [
        compareIdentifiers(() => true, type),
        `A filter on a ${type} field finds every record that has a value there.`,
        ['FLT-02', 'FLT-15', 'FLT-34', 'FLT-37', 'FLT-38', 'FLT-40'],
      ],
    }),
    ...breaking(requirement, {
      [`${type.toLowerCase().replace(' ', '-')}-is-not-found`]: [
        compareIdentifiers(() => false, type),
        `The tenant looks for a ${type} field by a hidden label instead of the identifier.`,
        ['FLT-34', 'FLT-37', 'FLT-39'],
      ],
    }),
  ]),
  ...breaking('FLT-11', {
    'identifiers-asked-for-are-taken-to-lower-case': [
      compareIdentifiers((asked, stored) => asked.toLowerCase() === stored, 'Entity Link'),
      'In an Entity Link, only the requested identifier is converted to lower case.',
    ],
  }),
  ...breaking('FLT-12', {
    'part-links-are-found-by-themselves-only': [
      onlyIf(
        'satisfiesAll',
        (_call, _record, conditions) =>
          conditions.length < 2 || conditions.every(({ byType }) => !byType.has('Part Link')),
      ),
      'An assertion on a Part Link finds nothing if the filter has another assertion.',
      ['FLT-34'],
    ],
    'a-part-link-finds-one-record': [
      alterMatches((matches, { tenant }, _all, [term]) =>
        tenant.state.fieldTypes.get(term?.field ?? '')?.has('Part Link') === true ? matches.slice(0, 1) : matches,
      ),
      'A filter on a Part Link finds only the first record that links the part.',
      ['FLT-37', 'FLT-42'],
    ],
  }),
  ...breaking('FLT-13', {
    'one-link-of-a-record-is-indexed': [
      (normal) => ({
        satisfies: (call, record, condition) => {
          const type = normal.fieldOf(call, record, condition.term)?.type ?? '';
          const before = LINK_TYPES.slice(0, Math.max(0, LINK_TYPES.indexOf(type)));
          const hasOther = Object.values(record.fields).some(
            (each) => each.value !== null && before.includes(each.type),
          );
          return normal.satisfies(call, record, condition) && !hasOther;
        },
      }),
      'The tenant finds only the first link of a record, in the order of the link types.',
      ['FLT-12', 'FLT-34', 'FLT-37', 'FLT-41', 'FLT-42', 'FLT-40'],
    ],
  }),
  ...breaking('FLT-14', {
    'an-option-belongs-to-one-field': [
      onlyIf(
        'satisfies',
        (call, _record, condition) =>
          !condition.byType.has('Dropdown') || fieldOfOption(call, condition.term.text) === condition.term.field,
      ),
      'An option that is used in two Dropdown fields is found only in the first.',
      ['FLT-40'],
    ],
  }),
  ...breaking('FLT-15', {
    'identifiers-match-by-their-beginning': [
      compareIdentifiers((asked, stored) => stored.startsWith(asked)),
      'The beginning of an identifier finds that identifier.',
    ],
    'identifiers-match-by-any-part': [
      compareIdentifiers((asked, stored) => stored.includes(asked)),
      'Any part of an identifier finds it.',
    ],
    'identifiers-match-what-they-begin-with': [
      compareIdentifiers((asked, stored) => asked.startsWith(stored)),
      'A longer identifier finds those that it begins with.',
    ],
    'identifiers-are-compared-by-twelve-characters': [
      compareIdentifiers((asked, stored) => asked.slice(0, 12) === stored.slice(0, 12)),
      'The tenant compares only the first twelve characters of identifiers.',
    ],
    'underscore-in-an-identifier-is-a-wildcard': [
      compareIdentifiers(
        (asked, stored) =>
          asked.length === stored.length && Array.from(asked).every((each, at) => each === '_' || each === stored[at]),
      ),
      'An underscore in an identifier stands for any character.',
    ],
    'identifiers-match-without-their-prefix': [
      compareIdentifiers((asked, stored) => withoutPrefix(asked) === withoutPrefix(stored), 'Part Link'),
      'The tenant compares Part Links without the prefix up to the underscore.',
    ],
    'commas-stand-between-identifiers': [
      compareIdentifiers((asked, stored) => asked === stored || asked.split(',').includes(stored)),
      'A comma in an identifier separates several identifiers, each of which is found.',
    ],
    'a-star-ends-an-identifier': [
      compareIdentifiers(
        (asked, stored) => asked === stored || (asked.endsWith('*') && stored.startsWith(asked.slice(0, -1))),
      ),
      'An identifier that ends in a star finds those that begin like it.',
    ],
    'options-go-by-their-place': [
      compareIdentifiers((asked, stored) => asked === stored || asked === '0' || asked === '1'),
      '0 or 1, as a place in a list, finds every link and every option.',
    ],
  }),
  ...breaking('FLT-40', {
    'value-is-looked-for-in-all-fields-of-the-type': [
      lookInAll(FIELD_TYPES),
      'The tenant looks for a value in every field that has the type of the named field.',
      ['FLT-01', 'FLT-04', 'FLT-16', 'FLT-18', 'FLT-02', 'FLT-34', 'FLT-37', 'FLT-14', 'FLT-05'],
    ],
    'dropdowns-are-looked-for-in-each-other': [
      lookInAll(['Dropdown']),
      'The tenant looks for an option in every Dropdown field.',
      ['FLT-01', 'FLT-14', 'FLT-34', 'FLT-37', 'FLT-04', 'FLT-02'],
    ],
    'links-are-looked-for-in-each-other': [
      (normal) => ({
        satisfies: (call, record, condition) => {
          const link = condition.byType.values().find(({ type }) => LINK_TYPES.includes(type));
          return link === undefined
            ? normal.satisfies(call, record, condition)
            : holdsOfOne(normal, call, record, link, LINK_TYPES);
        },
      }),
      'The tenant looks for an identifier in every link field of any link type.',
      ['FLT-02'],
    ],
    'texts-are-looked-for-in-the-other-text-type': [
      (normal) => ({
        satisfies: (call, record, condition) => {
          const own = normal.fieldOf(call, record, condition.term)?.type ?? '';
          const text = TEXT_TYPES.includes(own) ? condition.byType.get(own) : undefined;
          const others = TEXT_TYPES.filter((type) => type !== own);
          return (
            normal.satisfies(call, record, condition) ||
            (text !== undefined && holdsOfOne(normal, call, record, text, others))
          );
        },
      }),
      'The tenant also looks for a text in fields of the other text type.',
      ['FLT-02', 'FLT-06', 'FLT-09'],
    ],
    'numbers-are-looked-for-in-the-other-type': [
      (normal) => ({
        satisfies: (call, record, condition) => {
          const range = condition.byType.get('Float');
          return (
            normal.satisfies(call, record, condition) ||
            (range !== undefined &&
              normal.fieldOf(call, record, condition.term) !== undefined &&
              holdsOfOne(normal, call, record, range, ['Integer']))
          );
        },
      }),
      'An Integer field also satisfies a range on a Float field.',
      ['FLT-01', 'FLT-17', 'FLT-34', 'FLT-37', 'FLT-25', 'FLT-36'],
    ],
  }),
];
