import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { TEXT } from './text-types.ts';

const LINK_TYPES = ['Entity Link', 'Part Link', 'Translation Link'];

/** Links and options that are not found, and values that are looked for in fields of another type. */
export const linkFaults: readonly Fault[] = [
  {
    id: 'filtering/identifiers-asked-for-are-taken-to-lower-case',
    breaks: ['FLT-11'],
    summary: 'The identifier that an Entity Link is asked for is taken to lower case, and the stored one is not.',
    behaviour: (normal) => ({
      sameIdentifier: (call, type, one, stored) =>
        normal.sameIdentifier(call, type, type === 'Entity Link' ? one.toLowerCase() : one, stored),
    }),
  },
  {
    id: 'filtering/identifiers-are-compared-by-twelve-characters',
    breaks: ['FLT-15'],
    summary: 'Identifiers of more than twelve characters are compared by the first twelve.',
    behaviour: (normal) => ({
      sameIdentifier: (call, type, asked, stored) =>
        normal.sameIdentifier(call, type, asked.slice(0, 12), stored.slice(0, 12)),
    }),
  },
  {
    id: 'filtering/one-link-of-a-record-is-indexed',
    breaks: ['FLT-13'],
    also: ['FLT-12', 'FLT-34', 'FLT-37', 'FLT-41', 'FLT-42', 'FLT-40'],
    summary: 'Of the links of a record only the first one is found: entities come first, translations last.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const type = normal.fieldOf(call, record, condition.term)?.type ?? '';
        const before = LINK_TYPES.slice(0, Math.max(0, LINK_TYPES.indexOf(type)));
        const hasOther = Object.values(record.fields).some((each) => each.value !== null && before.includes(each.type));
        return normal.satisfies(call, record, condition) && !hasOther;
      },
    }),
  },
  {
    id: 'filtering/part-links-are-found-by-themselves-only',
    breaks: ['FLT-12'],
    also: ['FLT-34'],
    summary: 'An assertion on a Part Link finds nothing where another assertion stands beside it.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) =>
        (conditions.length < 2 || conditions.every(({ byType }) => !byType.has('Part Link'))) &&
        normal.satisfiesAll(call, record, conditions),
    }),
  },
  {
    id: 'filtering/a-part-link-finds-one-record',
    breaks: ['FLT-12'],
    also: ['FLT-37', 'FLT-42'],
    summary: 'A filter on a Part Link finds the first of the records that link the part.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const found = normal.filterRecords(call, records, terms);
        const [term] = terms;
        const types = term === undefined ? undefined : call.tenant.state.fieldTypes.get(term.field);
        return Array.isArray(found) && types?.has('Part Link') === true ? found.slice(0, 1) : found;
      },
    }),
  },
  {
    id: 'filtering/an-option-belongs-to-one-field',
    breaks: ['FLT-14'],
    also: ['FLT-40'],
    summary: 'Options are known by their identifier: one that stands in two Dropdown fields is found in the first.',
    behaviour: (normal) => {
      const fieldOfOption = (call: Call, option: string): string | undefined => {
        for (const { fields } of call.tenant.state.records.byKind.assayResult) {
          const found = Object.entries(fields).find(([, { type, value }]) => type === 'Dropdown' && value === option);
          if (found !== undefined) return found[0];
        }
        return undefined;
      };
      return {
        satisfies: (call, record, condition) =>
          normal.satisfies(call, record, condition) &&
          (!condition.byType.has('Dropdown') || fieldOfOption(call, condition.term.text) === condition.term.field),
      };
    },
  },
  {
    id: 'filtering/links-are-looked-for-in-each-other',
    breaks: ['FLT-40'],
    also: ['FLT-02'],
    summary: 'An identifier is looked for in every link field, of whatever kind of link.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const links = [...condition.byType.values()].filter(
          ({ kind, type }) => kind === 'identifier' && type !== 'Dropdown',
        );
        const [link] = links;
        if (link === undefined) return normal.satisfies(call, record, condition);
        return Object.values(record.fields).some(
          (field) =>
            field.type.endsWith('Link') &&
            normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, link, value)),
        );
      },
    }),
  },
  {
    id: 'filtering/texts-are-looked-for-in-the-other-text-type',
    breaks: ['FLT-40'],
    also: ['FLT-02', 'FLT-06', 'FLT-09'],
    summary: 'A filter on a String field also finds records that have the text in a Long Text field, and the reverse.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        if (normal.satisfies(call, record, condition)) return true;
        const own = normal.fieldOf(call, record, condition.term);
        if (own === undefined || !TEXT.has(own.type)) return false;
        const assertion = condition.byType.get(own.type);
        return Object.values(record.fields).some(
          (field) =>
            TEXT.has(field.type) &&
            field.type !== own.type &&
            assertion !== undefined &&
            normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, assertion, value)),
        );
      },
    }),
  },
  {
    id: 'filtering/numbers-are-looked-for-in-the-other-type',
    breaks: ['FLT-40'],
    also: ['FLT-01', 'FLT-17', 'FLT-34', 'FLT-37', 'FLT-25', 'FLT-36'],
    summary: 'A range on a Float field is satisfied by an Integer field of the record too.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        if (normal.satisfies(call, record, condition)) return true;
        const range = condition.byType.get('Float');
        return (
          range !== undefined &&
          normal.fieldOf(call, record, condition.term) !== undefined &&
          Object.values(record.fields).some(
            (field) =>
              field.type === 'Integer' &&
              normal.valuesOf(call, field).some((value) => normal.assertionHolds(call, range, value)),
          )
        );
      },
    }),
  },
];
