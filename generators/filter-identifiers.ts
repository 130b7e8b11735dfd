import type { IDENTIFIER_TYPES } from './laboratory/field-values.ts';

export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

const prefixes: Readonly<Record<IdentifierType, string>> = {
  'Entity Link': 'ent',
  'Part Link': 'prt',
  'Translation Link': 'trl',
  Dropdown: 'opt',
};

/** Identifiers of linked items or of options, none of which is a part of another, whatever their letter case. */
export function storedIdentifiers(type: IdentifierType): readonly string[] {
  return ['k4m9x2q7wd', 'z81hv3n5tb', 'a0c6r2yy9p', '7f3e2j8lsu'].map((rest) => `${prefixes[type]}_${rest}`);
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
