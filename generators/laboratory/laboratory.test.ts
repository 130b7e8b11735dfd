import fc from 'fast-check';
import { expect, test } from 'vitest';
import { satisfies } from '../../schemas/validate.ts';
import {
  assayTables,
  entryDrafts,
  plateDrafts,
  schemaDrafts,
  timedDrafts,
  wholeSchemaDrafts,
  type AssayTable,
} from './drafts.ts';
import { compareValues, exactFloats, FIELD_TYPES, fieldValues, IDENTIFIER_TYPES, integers } from './field-values.ts';
import { countFrom, recordCreateInput, schemaCreateInput } from './inputs.ts';
import { spelt } from './spelling.ts';
import { entryTitles, identifiers, labels, observations } from './vocabulary.ts';

const SEEDED = { seed: 20261120, numRuns: 100 };
const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      law(value);
    }),
    SEEDED,
  );
const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed = 1, numRuns = 300) => fc.sample(arbitrary, { seed, numRuns });

const inputsOf = ({ schema, records }: AssayTable, first = 1) => {
  const counter = countFrom(first);
  const input = schemaCreateInput(schema, counter);
  return {
    schema: input,
    records: recordCreateInput(
      { kind: 'assayResult', projectId: 'prj_1', drafts: records, schema: { schemaId: 'sch_1', input } },
      counter,
    ),
  };
};

test('the same seed draws the same laboratory, and another seed another', () => {
  const tables = assayTables(wholeSchemaDrafts);
  expect(drawn(tables, 7, 20)).toEqual(drawn(tables, 7, 20));
  expect(drawn(tables, 7, 20)).not.toEqual(drawn(tables, 8, 20));
});

test('what is spelled depends on the number drawn and on nothing spelled before', () => {
  const names = spelt((spell) => spell.person.fullName());
  const before = drawn(names, 3, 5);
  drawn(labels, 4, 5);
  expect(drawn(names, 3, 5)).toEqual(before);
  expect(new Set(before).size).toBe(5);
});

test('entries, plates and assay results are what record.create takes', () => {
  holds(fc.tuple(fc.array(entryDrafts), fc.array(plateDrafts), assayTables()), ([entries, plates, table]) => {
    const counter = countFrom(1);
    for (const [kind, drafts] of [
      ['entry', entries],
      ['plate', plates],
    ] as const) {
      expect(satisfies('record.create.input', recordCreateInput({ kind, projectId: 'p', drafts }, counter))).toBe(true);
    }
    expect(satisfies('record.create.input', inputsOf(table).records)).toBe(true);
  });
});

test('schemas are what schema.create takes, and a whole one has a field of each type', () => {
  holds(fc.tuple(schemaDrafts, wholeSchemaDrafts), ([some, whole]) => {
    const counter = countFrom(1);
    for (const draft of [some, whole]) {
      expect(satisfies('schema.create.input', schemaCreateInput(draft, counter))).toBe(true);
    }
    expect(whole.fields.map(({ type }) => type)).toEqual(FIELD_TYPES);
  });
});

test('names are unique over everything that one counter numbers', () => {
  holds(fc.tuple(assayTables(), assayTables()), ([one, other]) => {
    const counter = countFrom(1);
    const names = [one, other].flatMap(({ schema, records }) => {
      const input = schemaCreateInput(schema, counter);
      const made = { schemaId: 's', input };
      const created = recordCreateInput(
        { kind: 'assayResult', projectId: 'p', drafts: records, schema: made },
        counter,
      );
      return [input.name, ...input.fields.map(({ name }) => name), ...created.records.map(({ name }) => name)];
    });
    expect(new Set(names).size).toBe(names.length);
  });
});

test('each value goes to the field of its position with that type, and an unset one is left out', () => {
  holds(assayTables(wholeSchemaDrafts), (table) => {
    const { schema, records } = inputsOf(table);
    for (const [index, { fields = {}, schemaId }] of records.records.entries()) {
      expect(schemaId).toBe('sch_1');
      for (const [position, { name, type }] of schema.fields.entries()) {
        const value = table.records[index]?.values[position];
        expect(fields[name]).toEqual(value === undefined ? undefined : { type, value });
      }
    }
  });
});

test('some fields are unset and most are not; some records have no time and some do', () => {
  const records = drawn(assayTables(wholeSchemaDrafts), 1, 50).flatMap(({ records }) => records);
  const values = records.flatMap(({ values }) => values);
  const unset = values.filter((value) => value === undefined).length / values.length;
  expect(unset).toBeGreaterThan(0.1);
  expect(unset).toBeLessThan(0.35);
  expect(new Set(records.map(({ modifiedAt }) => modifiedAt === undefined)).size).toBe(2);
});

test('values are of the form that their type wants', () => {
  for (const type of FIELD_TYPES) {
    holds(fieldValues(type), (value) => {
      expect(typeof value).toBe(type === 'Integer' || type === 'Float' ? 'number' : 'string');
    });
  }
  for (const type of IDENTIFIER_TYPES) holds(fieldValues(type), (id) => expect(id).toMatch(/^[a-z]{3}_[a-z0-9]{10}$/));
  holds(fieldValues('Date'), (date) => {
    expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
  });
});

test('integers fit 32 bits, and both ends and negative ones are within reach', () => {
  holds(integers, (value) => expect(value | 0).toBe(value));
  const some = new Set(drawn(integers, 1, 1000));
  for (const value of [-0x8000_0000, 0x7fff_ffff, -1, 0, 9, 10, 100]) expect(some).toContain(value);
});

test('floats survive single decimals, 32 bits of mantissa and JSON, and some have fractions', () => {
  holds(exactFloats, (value) => {
    expect(Number.isInteger(value * 1024)).toBe(true);
    expect(Math.abs(value * 1024)).toBeLessThanOrEqual(0x8000_0000 * 1024);
    expect(Object.is(value, -0)).toBe(false);
    expect(JSON.parse(JSON.stringify(value))).toBe(value);
    // plain decimal notation, which is all that a filter may rely on
    expect(String(value)).toMatch(/^-?\d+(\.\d+)?$/);
  });
  const some = drawn(exactFloats);
  expect(some.some((value) => value < 0 && !Number.isInteger(value))).toBe(true);
});

test('numbers compare as numbers and dates as days', () => {
  expect([100, -1, 9, 10].sort(compareValues)).toEqual([-1, 9, 10, 100]);
  expect(compareValues('2026-09-30', '2026-10-01')).toBeLessThan(0);
  expect(compareValues('2024-02-29', '2024-02-29')).toBe(0);
});

test('leap days and the ends of months and years are within reach', () => {
  const some = new Set(drawn(fieldValues('Date'), 1, 600));
  for (const date of ['2024-02-29', '2025-12-31', '2026-01-01', '2026-09-30', '2026-10-01'])
    expect(some).toContain(date);
});

test('records that are to differ in time do, and those that are to repeat some do so', () => {
  const instantsOf = (drafts: readonly { modifiedAt: string | undefined }[]) =>
    drafts.map(({ modifiedAt }) => Date.parse(modifiedAt ?? ''));
  holds(
    fc.integer({ min: 2, max: 12 }).chain((count) => timedDrafts(entryDrafts, count, 'distinct')),
    (drafts) => {
      expect(new Set(instantsOf(drafts)).size).toBe(drafts.length);
    },
  );
  holds(
    fc.integer({ min: 2, max: 12 }).chain((count) => timedDrafts(plateDrafts, count, 'repeated')),
    (drafts) => {
      expect(new Set(instantsOf(drafts)).size).toBeLessThan(drafts.length);
    },
  );
});

test('texts look like a laboratory and vary', () => {
  for (const texts of [entryTitles, labels, observations, identifiers('ent')]) {
    const some = drawn(texts, 1, 100);
    expect(new Set(some).size).toBeGreaterThan(60);
    for (const text of some) expect(text).toBe(text.trim());
  }
  expect(drawn(observations).some((text) => text.includes('\n'))).toBe(true);
});
