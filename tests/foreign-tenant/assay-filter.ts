import type { LabRecord, Registry } from './registry.ts';

/** The parameter that names the schema whose fields are filtered. */
export const SCHEMA_PARAMETER = 'of_schema';

const OPERATORS = ['>', '>=', '<', '<='] as const;
type Operator = (typeof OPERATORS)[number];

/** Reports whether a filter keeps a record. */
export type Filter = (record: LabRecord) => boolean;

type Matcher = (value: unknown) => boolean;

/** Returns the field that a query parameter filters by, or undefined if the parameter is no filter. */
export function filteredField(parameter: string): string | undefined {
  return /^schemaFields\[(.+)\]$/s.exec(parameter)?.[1];
}

/**
 * Reads the filters of a query ("Filters"), or returns the reason why they cannot be read. A filter must name a field
 * of the named schema and fit the field's type. Each field can have one filter.
 */
export function filterOf(registry: Registry, query: URLSearchParams): Filter | string {
  const wanted = [...query].flatMap(([parameter, text]) => {
    const name = filteredField(parameter);
    return name === undefined ? [] : [{ name: name.toLowerCase(), text }];
  });
  if (wanted.length === 0) return () => true;
  const schema = registry.schemas.get(query.get(SCHEMA_PARAMETER) ?? '');
  if (schema === undefined) return `${SCHEMA_PARAMETER} has to name a schema`;
  if (new Set(wanted.map(({ name }) => name)).size < wanted.length) return 'a field can be filtered by once';
  const matchers = new Map<string, Matcher>();
  for (const { name, text } of wanted) {
    const field = schema.fields.find((candidate) => candidate.name.toLowerCase() === name);
    if (field === undefined) return `the schema has no field ${name}`;
    const matcher = matcherOf(field.type, text);
    if (typeof matcher === 'string') return `${field.name}: ${matcher}`;
    matchers.set(name, matcher);
  }
  return ({ schemaId, fields }) => {
    if (schemaId !== schema.id) return false;
    const values = new Map(Object.entries(fields).map(([name, { value }]) => [name.toLowerCase(), value]));
    return [...matchers].every(([name, matches]) => {
      const value = values.get(name) ?? [];
      return Array.isArray(value) ? value.some(matches) : matches(value);
    });
  };
}

function matcherOf(type: string, text: string): Matcher | string {
  switch (type) {
    case 'String':
    case 'Long Text':
    case 'Entity Link':
    case 'Part Link':
    case 'Translation Link':
    case 'Dropdown':
      return equalTo(text);
    case 'Integer':
    case 'Float':
      return within(text, (value) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN));
    case 'Date':
      return within(text, (value) => (/^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN));
    default:
      return `cannot be filtered by, being of type ${type}`;
  }
}

/** Matches texts and identifiers, ignoring letter case and space at the ends. An operator must be in quotes. */
function equalTo(text: string): Matcher | string {
  if (text.trim() === '') return 'a filter needs a value';
  const [first = ''] = text.split(' ', 1);
  if ((OPERATORS as readonly string[]).includes(first)) return 'has no order, and an operator is escaped by quotes';
  const wanted = folded(/^"(.+)"$/s.exec(text)?.[1] ?? text);
  return (value) => typeof value === 'string' && value !== '' && folded(value) === wanted;
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toUpperCase();
}

/** Matches numbers and dates by an operator, a space and a bound. */
function within(text: string, read: (text: string) => number): Matcher | string {
  const [, operator, bound = ''] = /^([<>]=?) (\S+)$/.exec(text) ?? [];
  const limit = read(bound);
  if (operator === undefined || Number.isNaN(limit)) return 'expects an operator, a space and a bound';
  return (value) => {
    const place = typeof value === 'number' ? value : read(String(value));
    return !Number.isNaN(place) && compares(place, operator as Operator, limit);
  };
}

function compares(value: number, operator: Operator, limit: number): boolean {
  switch (operator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}
