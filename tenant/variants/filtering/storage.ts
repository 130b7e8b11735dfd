import type { LabRecord } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

function normalised(value: unknown): unknown {
  return typeof value !== 'string'
    ? value
    : value
        .normalize('NFC')
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
}

function inSinglePrecision(value: unknown, type: string): unknown {
  return type === 'Float' && typeof value === 'number' ? Math.fround(value) : value;
}

/** Returns a copy of the record with its fields as the tenant stores them. */
function keptBy(record: LabRecord, keep: (value: unknown, type: string) => unknown): LabRecord {
  const fields = Object.entries(record.fields).map(([name, field]) => [
    name,
    { ...field, value: keep(field.value, field.type) },
  ]);
  return { ...record, fields: Object.fromEntries(fields) as LabRecord['fields'] };
}

/** Variants of the storage of values. */
export const storageVariants: readonly Variant[] = [
  {
    id: 'filtering/numbers-of-single-precision',
    freedoms: ['FRE-173'],
    summary: 'Floating-point numbers, stored ones and bounds, have seven digits.',
    behaviour: (normal) => ({
      // values of Integer fields are whole numbers of any size
      compareWithBound: (call, type, stored, bound) =>
        type === 'Float' && typeof stored === 'number' && typeof bound === 'number'
          ? normal.compareNumbers(call, Math.fround(stored), Math.fround(bound))
          : normal.compareWithBound(call, type, stored, bound),
    }),
  },
  {
    id: 'filtering/wide-letters-are-letters',
    freedoms: ['FRE-174', 'FRE-175'],
    summary: 'Texts are compared in compatibility form, with full case folding and without white space at their ends.',
    behaviour: (normal) => ({
      foldCase: (call, text) =>
        normal.foldCase(call, text.normalize('NFKC').trim().toUpperCase().toLowerCase().replaceAll('ς', 'σ')),
    }),
  },
  {
    id: 'filtering/floats-are-kept-in-single-precision',
    freedoms: ['FRE-251'],
    warnings: ['FLT-44'],
    summary:
      'Floats are kept in single precision, shown by their shortest digits, and compared with bounds of double precision.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion,
          assertion.type === 'Float' && typeof stored === 'number' ? Math.fround(stored) : stored,
        ),
    }),
  },
  {
    id: 'filtering/floats-are-kept-and-shown-in-single-precision',
    freedoms: ['FRE-251'],
    warnings: ['FLT-44'],
    summary: 'Floats are kept in single precision, and shown and compared with all their digits.',
    behaviour: (normal) => ({
      shapeItemV2: (call, record) => normal.shapeItemV2(call, keptBy(record, inSinglePrecision)),
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion,
          assertion.type === 'Float' && typeof stored === 'number' ? Math.fround(stored) : stored,
        ),
    }),
  },
  {
    id: 'filtering/texts-are-normalised-when-they-are-stored',
    freedoms: ['FRE-250'],
    summary: 'Texts are kept in composed form, without zero-width characters, without markup and with single blanks.',
    behaviour: (normal) => ({
      shapeItemV2: (call, record) => normal.shapeItemV2(call, keptBy(record, normalised)),
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(call, assertion, assertion.kind === 'text' ? normalised(stored) : stored),
    }),
  },
];
