import fc from 'fast-check';
import { notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { ColumnDraft } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf } from '../../../drivers/world/filter-laboratory.ts';
import { grammaticalIdentifiers, storedIdentifiers } from '../../../generators/filter-identifiers.ts';
import { isSameText, signedTexts } from '../../../generators/filter-texts.ts';
import { IDENTIFIER_TYPES } from '../../../generators/laboratory/field-values.ts';
import type { SchemaFieldsEncoding } from '../../../schemas/types/profile.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { findsAll, hidesAll, missed, places, readable, served } from '../../expectations/filter-look.ts';
import { lookFor, needsFilters } from './laboratory.ts';

const texts: readonly ColumnDraft[] = [
  { title: 'sample', type: 'String' },
  { title: 'note', type: 'Long Text' },
];
/** A text without peculiarities. A filter on it shows that filters work at all. */
const plain = 'Ferritin';

const links = IDENTIFIER_TYPES.map((type) => ({ title: 'link', type }));
const stored = IDENTIFIER_TYPES.map(storedIdentifiers);

/**
 * Names that fields have in laboratories, or that have another meaning elsewhere. Each is made unique among the
 * fields.
 */
const names = [
  ...[
    '2nd wash',
    'n',
    '_hidden',
    "O'Brien score",
    'in/out',
    'lot #',
    'a:b',
    'a, b',
    'x=y',
    '$ per ml',
    'ok?',
    '🧪 result',
  ],
  ...['Concentration of the second dilution after the third wash, in mg per ml'],
];
/** Names with characters that separate the parts of a query, a path or a pattern. */
const strangerNames = [
  ...[
    'IL-6 level',
    'say "hi" once',
    '<LOD> flag',
    'a; b',
    'me@home score',
    '{x} factor',
    'a | b',
    'x* fit',
    'a\\b ratio',
  ],
  ...['rev 1.2 (raw)', 'OD [600 nm]'],
  ...[`Mean of ${'the mean of '.repeat(8)}both`],
];
const named: readonly ColumnDraft[] = ['plain', ...names].map((title) => ({ title, type: 'String' }));

/** Returns columns with the stranger names, without the names that contain a delimiter of the filter's own encoding. */
function strangerColumns(encoding: SchemaFieldsEncoding | undefined): readonly ColumnDraft[] {
  const taken = { json: [], dotted: ['.'], bracket: ['[', ']'] }[encoding ?? 'json'];
  const apart = strangerNames.filter((name) => !taken.some((sign) => name.includes(sign)));
  return ['plain', ...apart].map((title) => ({ title, type: 'String' }));
}

/** Returns the rows that have the text in the column. */
function withText(look: FilterLook, column: number, text: string): readonly number[] {
  return places(look.rows, ({ values }) => {
    const value = values[column];
    return typeof value === 'string' && isSameText(value, text);
  });
}

/** Fixed values that every run asks for, one after the other ("Filters", 1 and 3). */
export const fixedValuesChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/texts-of-any-form-are-found',
    title: "A filter finds a text with signs at its ends, with markup or with a word for 'nothing'",
    proves: ['FLT-33'],
    needs: needsFilters,
    cases: fc.nat(texts.length - 1),
    maxCases: 2,
    describe: (column) => `texts of any form in a field of type ${texts[column]?.type ?? ''}`,
    arrange: (scene) =>
      aLaboratoryOf(scene, { columns: texts, rows: [plain, ...signedTexts].map((text) => [text, text]) }),
    async gather(scene, column, laboratory) {
      const looks: { text: string; look: FilterLook }[] = [];
      for (const text of signedTexts) looks.push({ text, look: await lookFor(scene, laboratory, { column, text }) });
      return { looks, contrast: await lookFor(scene, laboratory, { column, text: plain }, 'for contrast') };
    },
    *judge({ looks, contrast }, column) {
      const found = served(contrast) && missed(contrast, withText(contrast, column, plain)).length === 0;
      if (!(yield* premise(found, `${contrast.subject} finds no record that has this value`))) return;
      for (const { text, look } of looks) {
        if (yield* readable(look)) yield* findsAll(look, withText(look, column, text), 'FLT-33');
      }
    },
  }),

  check({
    id: 'filtering/no-grammar-is-read-into-an-identifier',
    title: 'A list, pattern, address or wildcard as identifier finds no record by a link or an option',
    proves: ['FLT-15'],
    needs: needsFilters,
    cases: fc.nat(links.length - 1),
    maxCases: links.length,
    describe: (column) => `values that are no identifiers in a field of type ${links[column]?.type ?? ''}`,
    arrange: (scene) =>
      aLaboratoryOf(scene, { columns: links, rows: [0, 1, 2, 3].map((row) => stored.map((ids) => ids[row])) }),
    async gather(scene, column, laboratory) {
      const [identifier = '', other = ''] = stored[column] ?? [];
      const looks: FilterLook[] = [];
      for (const text of grammaticalIdentifiers(identifier, other)) {
        looks.push(await lookFor(scene, laboratory, { column, text }));
      }
      return { looks, contrast: await lookFor(scene, laboratory, { column, text: identifier }, 'for contrast') };
    },
    *judge({ looks, contrast }, column) {
      const [identifier = ''] = stored[column] ?? [];
      const found = served(contrast) && missed(contrast, withText(contrast, column, identifier)).length === 0;
      if (!(yield* premise(found, `${contrast.subject} finds no record that has it`))) return;
      for (const look of looks) {
        if (!(yield* readable(look))) continue;
        const all = places(look.rows, () => true);
        yield* hidesAll(look, all, 'FLT-15', 'with another identifier');
      }
    },
  }),

  check({
    id: 'filtering/fields-of-any-name-can-be-asked-for',
    title: 'A filter can name a field whose name has any characters and words',
    proves: ['FLT-43'],
    needs: needsFilters,
    cases: fc.boolean(),
    maxCases: 2,
    describe: (stranger) =>
      stranger ? 'names with dots, brackets, quotes and other dividers' : 'names with signs and words',
    async gather(scene, stranger) {
      const columns = stranger ? strangerColumns(scene.target.settings.api.schemaFieldsEncoding) : named;
      const draft = { columns, rows: [columns.map(() => plain), columns.map(() => 'kinase')] };
      const laboratory = await unlessRefused(aLaboratoryOf(scene, draft));
      if (laboratory === undefined) return null; // a tenant may refuse names of fields
      const looks: FilterLook[] = [];
      for (const column of columns.keys()) looks.push(await lookFor(scene, laboratory, { column, text: plain }));
      return { looks, titles: columns.map(({ title }) => title) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('fields cannot have these names here');
        return;
      }
      const { looks, titles } = seen;
      const [contrast] = looks;
      if (contrast === undefined) return;
      const right = served(contrast) && missed(contrast, withText(contrast, 0, plain)).length === 0;
      if (!(yield* premise(right, `${contrast.subject} finds no record that has this value`))) return;
      for (const [column, look] of looks.entries()) {
        if (!(yield* readable(look))) continue;
        const described: FilterLook = {
          ...look,
          subject: `${look.subject}, named like ${JSON.stringify(titles[column])},`,
        };
        yield* findsAll(described, withText(look, column, plain), 'FLT-43');
        yield* hidesAll(described, withText(look, column, 'kinase'), 'FLT-43');
      }
    },
  }),
];
