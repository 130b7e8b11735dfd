import type { IDENTIFIER_TYPES } from './laboratory/field-values.ts';

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

const prefixes: Readonly<Record<IdentifierType, string>> = {
  'Entity Link': 'ent',
  'Part Link': 'prt',
  'Translation Link': 'trl',
  Dropdown: 'opt',
};

/**
 * Returns identifiers of linked items or of options, with letters of both cases. None is a part of another, in any
 * letter case.
 */
export function storedIdentifiers(type: IdentifierType): readonly string[] {
  return ['k4M9x2Q7wd', 'Z81hv3n5Tb', 'a0C6r2yY9p', '7f3E2j8Lsu'].map((rest) => `${prefixes[type]}_${rest}`);
}

/**
 * Returns identifiers that resemble a stored one: a part of it, a longer one, one with a changed character, or one with
 * another character for its underscore.
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

/**
 * Returns texts that are not identifiers, but that other query or address syntaxes read as the identifier, as several
 * identifiers or as any.
 */
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
