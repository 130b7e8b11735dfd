import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, jsonObject } from '../../../core/exchange.ts';
import { finding, notApplicable, observation } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Column, TableDraft } from '../../../drivers/world/filter-laboratory.ts';
import { addRows, aLaboratoryOf, assertionsOn } from '../../../drivers/world/filter-laboratory.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import type { AssayAsked } from '../../../generators/filter-assays.ts';
import {
  assayAssertions,
  assayColumns,
  assayProbes,
  assayRows,
  plainAssertions,
  describeAsked,
} from '../../../generators/filter-assays.ts';
import type { FieldType } from '../../../schemas/types/control-operations.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import {
  findsAll,
  firstPage,
  hidesAll,
  isExactly,
  places,
  readable,
  served,
  shownRows,
} from '../../expectations/filter-look.ts';
import { assayLaboratory, assayLook, satisfying, unsatisfying } from './assays.ts';
import { needsFilters } from './laboratory.ts';
import { objectOf } from '../../../generators/object.ts';

const fieldNames = ['Titer (mg/mL)', 'Viability in %', 'Sample & lot', 'Größe (µm)', 'Cycle threshold', 'Ca2+/Mg2+'];

/** Names of fields as scientists give them: with spaces, brackets and signs. */
const namedTable: TableDraft = {
  columns: assayColumns.map(({ type }, column) => ({
    title: `${fieldNames[column % fieldNames.length] ?? ''} ${column}`,
    type,
  })),
  rows: assayRows(24),
};

/** Texts that an unset value may be converted to. */
const unsetTexts = ['null', 'undefined', 'None', 'NaN', '0', 'false', '[]'];

/**
 * Ranges that every value of the type satisfies. An unset value that is read as nothing, 0 or 1970 would satisfy them
 * too.
 */
const wideRanges: Partial<Readonly<Record<FieldType, readonly string[]>>> = {
  Integer: ['>= -1000', '< 1000', '<= 0', '> -1'],
  Float: ['>= -1000', '< 1000.5', '<= 0', '> -1'],
  Date: ['>= 1960-01-01', '< 2100-01-01', '<= 1970-01-01', '> 1969-12-31'],
};

/** A filter that must be served, or an odd one that resembles no value and that a tenant may refuse. */
interface UnsetAsked {
  readonly column: number;
  readonly text: string;
  readonly odd: boolean;
}

const unsetAsked: fc.Arbitrary<UnsetAsked> = fc.oneof(
  assayAssertions().map(({ column, text }) => ({ column, text, odd: false })),
  fc
    .nat(assayColumns.length - 1)
    .chain((column) =>
      fc
        .constantFrom(...(wideRanges[assayColumns[column]?.type ?? 'String'] ?? unsetTexts))
        .map((text) => ({ column, text, odd: true })),
    ),
);

/** Returns a value of the type that no record has. */
function absentText(type: FieldType): string {
  if (type === 'Integer' || type === 'Float') return '> 1000000';
  if (type === 'Date') return '< 1900-01-01';
  return type === 'String' || type === 'Long Text' ? 'nobody has this' : 'ent_nobody0has';
}

/** Returns an assertion on another text field that no record satisfies. */
function excluding({ column }: AssayAsked): AssayAsked {
  const other = assayColumns.findIndex(({ type }, place) => type === 'String' && place !== column);
  const text = absentText('String');
  return { column: other, text, value: text };
}

/** The restriction of results by a filter ("Filters", 3). */
export const restrictionChecks: readonly SuiteCheck[] = [
  check({
    id: 'filtering/a-filter-restricts-the-results',
    title: 'A filter on a field of each type and any name leaves only records that satisfy it',
    proves: ['FLT-01', 'FLT-43'],
    needs: needsFilters,
    arrange: async (scene) => ({
      plain: await assayLaboratory(scene),
      // a tenant may refuse names of fields
      named: await unlessRefused(aLaboratoryOf(scene, namedTable, { probes: assayProbes })),
    }),
    async gather(scene, _given, { plain, named }) {
      const looks: { asked: AssayAsked; look: FilterLook; named?: FilterLook }[] = [];
      for (const asked of plainAssertions) {
        const look = await assayLook(scene, plain, [asked]);
        const other =
          named === undefined
            ? {}
            : { named: await assayLook(scene, named, [asked], { note: 'on a field of another name' }) };
        looks.push({ asked, look, ...other });
      }
      return looks;
    },
    *judge(looks) {
      const refused = looks.filter(({ look }) => !served(look));
      const [first] = refused;
      if (first !== undefined && refused.length === looks.length) {
        if (!(yield* readable(first.look))) return;
        const observed = `${answer(firstPage(first.look))}, as was one on each other type`;
        yield finding('FLT-01', first.look.subject, observed, 'the records that satisfy it', firstPage(first.look));
        return;
      }
      const finds = looks.some(({ look, asked }) =>
        satisfying(look.rows, [asked]).some((place) => shownRows(look).has(place)),
      );
      if (!(yield* premise(finds, 'no filter finds any record that satisfies it'))) return;
      for (const { look, asked, named } of looks) {
        yield* hidesAll(look, unsatisfying(look.rows, [asked]), 'FLT-01');
        // shows whether the tenant does not understand the name of the field
        const right = isExactly(look, satisfying(look.rows, [asked]));
        if (named === undefined || !right || !(yield* readable(named))) continue;
        const name = namedTable.columns[asked.column]?.title ?? '';
        const described: FilterLook = { ...named, subject: `${named.subject}, named like ${JSON.stringify(name)},` };
        yield* findsAll(described, satisfying(named.rows, [asked]), 'FLT-43');
        yield* hidesAll(described, unsatisfying(named.rows, [asked]), 'FLT-43');
      }
    },
  }),

  check({
    id: 'filtering/records-without-the-field-stay-away',
    title: 'A filter leaves no record of a schema that does not have the named field',
    proves: ['FLT-02'],
    needs: needsFilters,
    cases: assayAssertions(),
    describe: (asked) => describeAsked([asked]),
    arrange: (scene) => {
      const draft: TableDraft = { columns: assayColumns, rows: assayRows(12) };
      const other: TableDraft = {
        columns: assayColumns.toReversed(),
        rows: assayRows(6, true).map((row) => row.toReversed()),
      };
      const bare: TableDraft = { columns: [], rows: [[], []] };
      return aLaboratoryOf(scene, draft, { probes: assayProbes, beside: [draft, other, bare] });
    },
    async gather(scene, asked, laboratory) {
      const look = await assayLook(scene, laboratory, [asked]);
      return { look, others: laboratory.beside.flatMap(({ rows }) => rows) };
    },
    *judge({ look, others }) {
      if (!(yield* readable(look))) return;
      if (!(yield* premise(served(look), `${look.subject} was refused`))) return;
      const elsewhere: FilterLook = { ...look, rows: others };
      yield* hidesAll(
        elsewhere,
        places(others, () => true),
        'FLT-02',
        'of schemas without the field',
      );
    },
  }),

  check({
    id: 'filtering/an-unknown-field-finds-nothing',
    title: 'A filter on a field that no schema has leaves no record, or is an error',
    proves: ['FLT-03'],
    needs: needsFilters,
    cases: objectOf({
      asked: assayAssertions(),
      name: fc.constantFrom<UnknownName>('invented', 'shorter', 'longer', 'a word of it', 'a type', 'of every object'),
      beside: fc.boolean(),
    }),
    maxCases: 40,
    describe: ({ asked, name, beside }) =>
      `${JSON.stringify(asked.text)} on a field whose name is ${unknownNames[name]}${beside ? ', together with a filter that finds records' : ''}`,
    arrange: assayLaboratory,
    async gather(scene, { asked, name, beside }, laboratory) {
      const { listing, reader, table, blank } = laboratory;
      const [real] = assertionsOn(table, [asked]);
      const field = unknownName(real?.field ?? '', name);
      const assertions = [...(beside && real !== undefined ? [real] : []), { field, text: asked.text }];
      const view = await filteredView(scene, listing, reader.authorization, assertions, {
        blank,
        schemaId: table.schemaId,
      });
      const look: FilterLook = { view, rows: table.rows, subject: `a filter on a field ${JSON.stringify(field)}` };
      const contrast = await assayLook(scene, laboratory, [asked], { note: 'on the existing field' });
      // It is inferred that a record must satisfy all assertions (FLT-34). Two assertions on existing fields show
      // whether that is so.
      const together = beside ? await assayLook(scene, laboratory, [asked, excluding(asked)]) : undefined;
      return { look, contrast, ...(together === undefined ? {} : { together }) };
    },
    *judge({ look, contrast, together }, { asked }) {
      if (!(yield* readable(look))) return;
      if (together !== undefined && served(look)) {
        const holdBoth = served(together) && shownRows(together).size === 0;
        if (!(yield* premise(holdBoth, `${together.subject} does not leave just the records that satisfy both`)))
          return;
      }
      const found = served(contrast) && shownRows(contrast).size > 0;
      const own = satisfying(contrast.rows, [asked]);
      if (!(yield* premise(found || own.length === 0, `${contrast.subject} finds nothing`))) return;
      const items = served(look) ? look.view.pages.flatMap((page) => page.items).length : 0;
      if (items > 0) yield finding('FLT-03', look.subject, `showed ${items} records`, 'none', firstPage(look));
      const observed = served(look) ? 'it leaves no record' : `it ${answer(firstPage(look))}`;
      yield observation('FRE-180', observed, firstPage(look));
    },
  }),

  check({
    id: 'filtering/unset-fields-satisfy-nothing',
    title: 'A record whose named field is unset satisfies no assertion on it',
    proves: ['FLT-04'],
    needs: needsFilters,
    cases: fc.array(unsetAsked, { minLength: 1, maxLength: 4 }),
    describe: (some) =>
      some
        .map(({ column, text }) => `${JSON.stringify(text)} on a field of type ${assayColumns[column]?.type ?? ''}`)
        .join(', then '),
    arrange: async (scene) => {
      const laboratory = await assayLaboratory(scene);
      const { project, table } = laboratory;
      const values = table.columns.map(({ type }) => (type === 'String' || type === 'Long Text' ? '' : undefined));
      // a tenant may refuse an empty text
      const empty = await unlessRefused(addRows(scene, project, table, [values]));
      return { ...laboratory, table: { ...table, rows: [...table.rows, ...(empty?.rows ?? [])] } };
    },
    async gather(scene, some, laboratory) {
      const looks: FilterLook[] = [];
      for (const { column, text } of some)
        looks.push(await assayLook(scene, laboratory, [{ column, text, value: text }]));
      return looks;
    },
    *judge(looks, some) {
      const isOddAndRefused = ({ odd }: UnsetAsked, index: number): boolean => {
        const look = looks[index];
        return odd && look !== undefined && !served(look);
      };
      if (some.every(isOddAndRefused))
        yield notApplicable('each filter was refused, which is allowed for a value that no record has');
      for (const [index, { column, odd }] of some.entries()) {
        const look = looks[index];
        if (look === undefined || !(yield* readable(look)) || (odd && !served(look))) continue;
        if (!(yield* premise(served(look), `${look.subject} was refused`))) continue;
        const unset = places(look.rows, ({ values }) => values[column] === undefined || values[column] === '');
        yield* hidesAll(look, unset, 'FLT-04', 'in which the field is unset');
      }
    },
  }),

  check({
    id: 'filtering/nothing-found-is-an-empty-page',
    title: 'A filter that no record satisfies gives an empty list of results and an empty nextToken',
    proves: ['FLT-38'],
    needs: needsFilters,
    cases: objectOf({
      column: fc.nat(assayColumns.length - 1),
      /** Small pages make the listing without a filter longer than one page. */
      pageSize: fc.constantFrom(undefined, 1, 2, 5),
    }),
    maxCases: 30,
    describe: ({ column, pageSize }) => {
      const type = assayColumns[column]?.type ?? 'String';
      return `${absentText(type)} on a field of type ${type}, pageSize ${pageSize ?? 'default'}`;
    },
    arrange: assayLaboratory,
    async gather(scene, { column, pageSize }, laboratory) {
      const text = absentText(typeAt(laboratory.table.columns, column));
      const size = pageSize === undefined ? {} : { pageSize };
      const look = await assayLook(scene, laboratory, [{ column, text, value: text }], size);
      return { look, unfiltered: laboratory.unfiltered };
    },
    *judge({ look, unfiltered }, { column }) {
      if (!(yield* readable(look))) return;
      const page = firstPage(look);
      // a tenant may refuse a value in a link or dropdown field that is the identifier of nothing
      if (!served(look) && isRefused(page) && namesThings(assayColumns[column]?.type)) {
        yield notApplicable('an identifier of nothing is refused');
        return;
      }
      const whole = jsonObject(unfiltered.pages.at(-1)?.exchange ?? page);
      const usual = Array.isArray(whole?.['results']) && whole['nextToken'] === '';
      if (!(yield* premise(usual, 'the listing without a filter does not end as it should'))) return;
      const { results, nextToken } = jsonObject(page) ?? {};
      if (!served(look)) {
        yield finding('FLT-38', look.subject, answer(page), 'an empty page', page);
      } else if (!Array.isArray(results) || results.length > 0) {
        const observed = Array.isArray(results)
          ? `had ${results.length} results`
          : `had results ${JSON.stringify(results) ?? 'missing'}`;
        yield finding('FLT-38', look.subject, observed, 'an empty list', page);
      } else if (nextToken !== '') {
        yield finding(
          'FLT-38',
          look.subject,
          `had nextToken ${JSON.stringify(nextToken) ?? 'missing'}`,
          'an empty text',
          page,
        );
      }
    },
  }),
];

/** Reports whether values of fields of this type are identifiers ("Filters", the table). */
function namesThings(type: string | undefined): boolean {
  return type === 'Dropdown' || type?.endsWith('Link') === true;
}

function isRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

/** The way in which a name that no schema has is made from an existing name. */
type UnknownName = 'invented' | 'shorter' | 'longer' | 'a word of it' | 'a type' | 'of every object';

const unknownNames: Readonly<Record<UnknownName, string>> = {
  invented: 'invented',
  shorter: 'the beginning of the name of a field',
  longer: 'the name of a field and more',
  'a word of it': 'a part of the name of a field',
  'a type': 'the name of a field behind its type',
  'of every object': 'the name of a member that every object has',
};

function unknownName(real: string, how: UnknownName): string {
  switch (how) {
    case 'invented':
      return 'labconform-never-made-this-field';
    case 'shorter':
      return real.slice(0, -1).replace(/-\d*$/, '');
    case 'longer':
      return `${real}-and-more`;
    case 'a word of it':
      return real.replace(/^[^-]*-/, '');
    case 'a type':
      return `fields-${real}`;
    case 'of every object':
      return 'constructor';
  }
}

function typeAt(columns: readonly Column[], column: number): FieldType {
  return columns[column]?.type ?? 'String';
}
