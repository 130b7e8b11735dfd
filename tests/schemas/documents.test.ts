import { expect, test } from 'vitest';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { generateTypes, staleFiles } from '../../schemas/generate-types.ts';
import { WORDED_KEYWORDS } from '../../schemas/sentences.ts';
import { SCHEMAS, VOCABULARIES } from '../../schemas/types/registry.ts';
import { createCompiler, SCHEMA_NAMES } from '../../schemas/validate.ts';

const OPERATIONS_OF_THE_PROTOCOL = [
  'clock.now',
  'clock.advance',
  'user.create',
  'user.suspend',
  'user.unsuspend',
  'apiKey.create',
  'apiKey.rotate',
  'app.create',
  'app.archive',
  'app.unarchive',
  'app.install',
  'app.uninstall',
  'app.rotateSecret',
  'app.registerRedirectUri',
  'app.setWebhook',
  'project.create',
  'project.grant',
  'project.revoke',
  'schema.create',
  'record.create',
  'identityProvider.trust',
  'browser.authorize',
  'event.trigger',
];

type Document = { readonly [keyword: string]: unknown };

test.each(SCHEMA_NAMES)('the schema %s compiles in strict mode', (name) => {
  expect(createCompiler().compile(SCHEMAS[name].document)).toBeTypeOf('function');
});

test.each(SCHEMA_NAMES)('the schema %s names itself, its dialect and its type', (name) => {
  const document: Document = SCHEMAS[name].document;
  expect(document['$id']).toBe(`urn:labconform:schema:${name}`);
  expect(document['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(document['title']).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(document['description']).toMatch(/\.$/);
});

test('each operation of the control protocol has a schema for its input and one for its output', () => {
  expect([...CONTROL_OPERATIONS].sort()).toEqual([...OPERATIONS_OF_THE_PROTOCOL].sort());
  const outputs = SCHEMA_NAMES.filter((name) => name.endsWith('.output')).map((name) => name.replace(/\.output$/, ''));
  expect(outputs.sort()).toEqual([...OPERATIONS_OF_THE_PROTOCOL].sort());
});

test('inputs of operations are closed and their outputs open', () => {
  const closed = SCHEMA_NAMES.filter((name) => (SCHEMAS[name].document as Document)['additionalProperties'] === false);
  const ofOperations = closed.filter((name) => /[.](in|out)put$/.test(name));
  expect(ofOperations).toEqual(SCHEMA_NAMES.filter((name) => name.endsWith('.input')));
});

test('each keyword that a schema uses has words of its own', () => {
  const annotations = ['$schema', '$id', '$ref', '$defs', 'title', 'description', 'examples', 'default'];
  const structure = ['properties', 'items'];
  const used = new Set(
    [...Object.values(SCHEMAS).map(({ document }) => document), ...VOCABULARIES].flatMap(keywordsOf),
  );
  const unworded = [...used].filter((keyword) => ![...annotations, ...structure, ...WORDED_KEYWORDS].includes(keyword));
  expect(unworded).toEqual([]);
});

test('every member of the target profile is described', () => {
  const undescribed = membersOf(SCHEMAS['target-profile'].document).filter(
    ([, schema]) => !('description' in schema) && !('$ref' in schema),
  );
  expect(undescribed).toEqual([]);
});

test('the generated types are fresh', async () => {
  expect(await staleFiles(await generateTypes())).toEqual([]);
});

test('a generated file that differs, is missing or is left over is stale', async () => {
  const wanted = new Map(await generateTypes());
  wanted.set('report.ts', 'another text');
  wanted.set('absent.ts', '');
  wanted.delete('page.ts');
  expect(await staleFiles(wanted)).toEqual(['absent.ts', 'page.ts', 'report.ts']);
});

/** Returns the keywords in a schema. Names of members and definitions and contents of examples are no keywords. */
function keywordsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (['properties', '$defs'].includes(keyword))
      return [keyword, ...Object.values(value as object).flatMap(keywordsOf)];
    if (keyword === 'oneOf') return [keyword, ...(value as readonly unknown[]).flatMap(keywordsOf)];
    if (['items', 'additionalProperties', 'propertyNames'].includes(keyword)) return [keyword, ...keywordsOf(value)];
    return [keyword];
  });
}

function membersOf(schema: unknown): readonly (readonly [string, Document])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, $defs = {} } = schema as { readonly properties?: object; readonly $defs?: object };
  const own = Object.entries(properties) as [string, Document][];
  return [...own, ...[...Object.values(properties), ...Object.values($defs)].flatMap(membersOf)];
}
