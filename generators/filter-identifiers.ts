import type { IDENTIFIER_TYPES } from './laboratory/field-values.ts';

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

const prefixes: Readonly<Record<IdentifierType, string>> = {
  'Entity Link': 'ent',
  'Part Link': 'prt',
  'Translation Link': 'trl',
  Dropdown: 'opt',
};

/** Identifiers of linked items or of options, in letters of both cases; none is a part of another, in any letter case. */
export function storedIdentifiers(type: IdentifierType): readonly string[] {
  return ['k4M9x2Q7wd', 'Z81hv3n5Tb', 'a0C6r2yY9p', '7f3E2j8Lsu'].map((rest) => `${prefixes[type]}_${rest}`);
}

/**
 * Identifiers that are like a stored one and are not it: a part of it, longer than it, with one character changed, or with
 * one that stands for its underscore.
 */
export function nearIdentifiers(identifier: string): readonly string[] {
  return [
    identifier.slice(0, -1),
    identifier.slice(0, 6),
    identifier.slice(4),
    `${identifier}1`,
    `1${identifier}`,
    `${identifier.slice(0, -1)}${identifier.endsWith('0') ? '1' : '0'}`,
    identifier.replace('_', 'x'),
    identifier.replace('_', ''),
    identifier.slice(0, 4),
  ];
}

/** What stands for the identifier, for others beside it or for any in the queries and addresses of others, and is none. */
export function grammaticalIdentifiers(identifier: string, other: string): readonly string[] {
  return [
    `${identifier},${other}`,
    `${identifier}|${other}`,
    `${identifier};${other}`,
    `${identifier} ${other}`,
    `${identifier.slice(0, 6)}*`,
    `${identifier.slice(0, 6)}%`,
    `https://conformance.example/items/${identifier}`,
    `${identifier}#1`,
    `${identifier}@2`,
    `!${other}`,
    ...['*', '%', 'any', 'null', '0', '1'],
  ];
}
