/**
 * Writes schemas/types/*.ts from the JSON Schemas: one file of types for each folder of schemas, and the registry that
 * joins each schema's name with its document and its type. `node schemas/generate-types.ts` writes the files. With
 * `--check` it writes nothing, names each stale file and exits with 1.
 */
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

type Json = { readonly [key: string]: unknown };

interface Source {
  readonly name: string;
  /** Path of the document, relative to the schemas folder. */
  readonly path: string;
  readonly document: Json;
}

const SCHEMAS = dirname(fileURLToPath(import.meta.url));
const TYPES = join(SCHEMAS, 'types');
const SUFFIX = '.schema.json';
const HEADER =
  '// Generated from the JSON Schemas by schemas/generate-types.ts. Change the schemas, not this file.\n\n';

/** Returns the text that each file of schemas/types must have, by file name. */
export async function generateTypes(): Promise<ReadonlyMap<string, string>> {
  const sources = await readSources();
  const byId = new Map(sources.map((source) => [String(source.document['$id']), source.document]));
  const files = new Map<string, Map<string, string>>();
  const named = sources.filter(({ name }) => !isVocabulary(name));
  for (const source of named) {
    const declarations = files.get(typesFileOf(source)) ?? new Map<string, string>();
    files.set(typesFileOf(source), declarations);
    for (const [name, text] of await declarationsOf(source, byId)) {
      const earlier = declarations.get(name);
      if (earlier !== undefined && earlier !== text)
        throw new Error(`${source.path}: another schema of its folder already has a different type ${name}`);
      declarations.set(name, text);
    }
  }
  const written = [...files].map(
    ([file, declarations]) => [file, HEADER + [...declarations.values()].join('\n')] as const,
  );
  return new Map([...written, ['registry.ts', registry(named, sources)] as const]);
}

/** Returns the names of the files in schemas/types that are missing, differ from `wanted`, or should not exist. */
export async function staleFiles(wanted: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [file, text] of wanted) {
    const present = await readFile(join(TYPES, file), 'utf8').catch(() => undefined);
    if (present !== text) stale.push(file);
  }
  for await (const file of glob('*', { cwd: TYPES })) if (!wanted.has(file)) stale.push(file);
  return stale.sort();
}

async function readSources(): Promise<readonly Source[]> {
  const paths: string[] = [];
  for await (const path of glob(`**/*${SUFFIX}`, { cwd: SCHEMAS })) paths.push(path.replaceAll('\\', '/'));
  return Promise.all(
    paths.sort().map(async (path) => ({
      name: basename(path, SUFFIX),
      path,
      document: JSON.parse(await readFile(join(SCHEMAS, path), 'utf8')) as Json,
    })),
  );
}

/** Reports whether a schema is a vocabulary: it has only definitions for other schemas, and no body is judged by it. */
function isVocabulary(name: string): boolean {
  return name.endsWith('-vocabulary');
}

function typesFileOf({ path }: Source): string {
  return `${dirname(path).replaceAll('/', '-')}.ts`;
}

async function declarationsOf(source: Source, byId: ReadonlyMap<string, Json>): Promise<Map<string, string>> {
  const prepared = prepare(source.document, byId, new Map()) as JSONSchema;
  const text = await compile(prepared, source.name, {
    // An open object gets no index signature, because that would hide misspelt members and refuse interfaces.
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const parts = readonlyMembers(text).match(
    /(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (?:(?!\n(?:\/\*\*|export ))[^])*/g,
  );
  return new Map(
    (parts ?? []).map((part) => [/^export (?:interface|type) (\w+)/m.exec(part)?.[1] ?? '', `${part.trimEnd()}\n`]),
  );
}

/**
 * Returns the document in the form that the compiler of types needs. References to other documents are replaced with
 * their definitions. Parts that have no counterpart in a type are left out: alternatives of required members, and the
 * outer half of a discriminated union.
 */
function prepare(node: unknown, byId: ReadonlyMap<string, Json>, filledIn: Map<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => prepare(item, byId, filledIn));
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Json;
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith('urn:')) {
    // All references to a definition get the same object, so that a titled definition becomes one type.
    if (!filledIn.has(reference)) filledIn.set(reference, prepare(definition(reference, byId), byId, filledIn));
    const { $ref: _, ...siblings } = schema;
    const target = filledIn.get(reference);
    return Object.keys(siblings).length === 0 ? target : { ...(target as Json), ...siblings };
  }
  const kept = Object.entries(schema).filter(([keyword, value]) => {
    if ('discriminator' in schema) return !['discriminator', 'properties', 'required', 'type'].includes(keyword);
    return keyword !== 'oneOf' || !isChoiceOfMembers(value);
  });
  const prepared = Object.fromEntries(kept.map(([keyword, value]) => [keyword, prepare(value, byId, filledIn)]));
  return hasOnlyAnnotations(schema) ? { ...prepared, tsType: 'unknown' } : prepared;
}

/** Reports whether a `oneOf` only says which members are required. A readable type does not express that. */
function isChoiceOfMembers(branches: unknown): boolean {
  return Array.isArray(branches) && branches.every((branch: Json) => 'required' in branch && !('title' in branch));
}

function definition(reference: string, byId: ReadonlyMap<string, Json>): unknown {
  const [id = '', pointer = ''] = reference.split('#');
  const target = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], byId.get(id));
  if (target === undefined) throw new Error(`${reference} refers to a definition that does not exist`);
  return target;
}

/** Reports whether a schema has annotations only, so that it allows every value. */
function hasOnlyAnnotations(schema: Json): boolean {
  const annotations = ['$schema', '$id', 'title', 'description', 'examples', 'default'];
  return (
    'description' in schema &&
    typeof schema['description'] === 'string' &&
    Object.keys(schema).every((key) => annotations.includes(key))
  );
}

/** Makes members and lists readonly. Readers of a body do not change it, and readonly members accept mutable values. */
function readonlyMembers(text: string): string {
  const lines = text
    .split('\n')
    .map((line) =>
      /^\s*(\/\*\*|\*)/.test(line)
        ? line
        : line
            .replace(/^(\s+)((?:'[^']+'|[\w$]+|\[k: string\])\??: )/, '$1readonly $2')
            .replaceAll(/(\b\w+|\([^()]*\))\[\]/g, 'readonly $1[]'),
    );
  const result = lines.join('\n');
  if (result.includes('}[]')) throw new Error('a list of untitled objects: give the items of each list a title');
  return result;
}

function registry(named: readonly Source[], sources: readonly Source[]): string {
  const variables = new Map(sources.map((source, index) => [source.path, `document${String(index)}`]));
  const title = (source: Source): string => String(source.document['title']);
  const typeFiles = Map.groupBy(named, typesFileOf);
  const line = (source: Source): string => {
    const room = source.path.split('/')[0] ?? '';
    return `  '${source.name}': { room: '${room}', document: ${variables.get(source.path) ?? ''} },\n`;
  };
  return [
    HEADER.trimEnd(),
    '',
    ...sources.map(
      (source) => `import ${variables.get(source.path) ?? ''} from '../${source.path}' with { type: 'json' };`,
    ),
    ...[...typeFiles].map(
      ([file, members]) => `import type { ${members.map(title).sort().join(', ')} } from './${file}';`,
    ),
    '',
    '/** The type of each body, by the name of its schema. */',
    'export interface SchemaTypes {',
    ...named.map((source) => `  readonly '${source.name}': ${title(source)};`),
    '}',
    '',
    '/** Each schema with the folder that it lies in, by name. */',
    `export const SCHEMAS = {\n${named.map(line).join('')}} as const satisfies Record<keyof SchemaTypes, { readonly room: string; readonly document: object }>;`,
    '',
    '/** Documents that only have definitions for other schemas. */',
    `export const VOCABULARIES: readonly object[] = [${sources
      .filter(({ name }) => isVocabulary(name))
      .map(({ path }) => variables.get(path))
      .join(', ')}];`,
    '',
  ].join('\n');
}

async function main(check: boolean): Promise<number> {
  const wanted = await generateTypes();
  const stale = await staleFiles(wanted);
  if (check) {
    for (const file of stale)
      process.stdout.write(`schemas/types/${file} is stale: run node schemas/generate-types.ts\n`);
    return stale.length === 0 ? 0 : 1;
  }
  await mkdir(TYPES, { recursive: true });
  for (const file of stale) {
    const text = wanted.get(file);
    await (text === undefined ? rm(join(TYPES, file), { recursive: true }) : writeFile(join(TYPES, file), text));
  }
  process.stdout.write(stale.length === 0 ? 'schemas/types is fresh\n' : `wrote ${stale.join(', ')}\n`);
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.includes('--check'));
