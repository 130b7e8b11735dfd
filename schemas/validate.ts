import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { isIsoDateTime } from './iso-date-time.ts';
import { problemsOf, type Problem } from './sentences.ts';
import { SCHEMAS, VOCABULARIES, type SchemaTypes } from './types/registry.ts';

export type { Problem } from './sentences.ts';
export type { SchemaTypes } from './types/registry.ts';

/** The name of a schema: its file's name without `.schema.json`. */
export type SchemaName = keyof SchemaTypes;

/** The names of all schemas. */
export const SCHEMA_NAMES = Object.keys(SCHEMAS) as readonly SchemaName[];

export interface ValidatorOptions {
  /** Whether sentences name only the kind of each value. For bodies that carry secrets they always do. */
  readonly redact?: boolean;
}

/** The error for a body that does not satisfy its schema. The message has the sentences of all problems. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
  readonly schema: SchemaName;
  readonly problems: readonly Problem[];

  constructor(schema: SchemaName, problems: readonly Problem[]) {
    super(`not a valid ${schema}: ${problems.map(({ sentence }) => sentence).join('; ')}`);
    this.schema = schema;
    this.problems = problems;
  }
}

/** Folders of schemas whose bodies carry credentials. Their problems are described without any values. */
const SECRET_ROOMS: ReadonlySet<string> = new Set(['control', 'profile', 'token']);

// Memos, which depend on the schemas alone. A schema is compiled at its first use, because compiling all of them would
// delay every start by more than a run needs.
let compiler: Ajv2020 | undefined;
const compiled = new Map<SchemaName, ValidateFunction>();

/**
 * Returns a function that judges a body by the schema of a name: it returns every problem, and none for a body that
 * satisfies the schema. The schema is compiled at the first use.
 */
export function validator(
  name: SchemaName,
  { redact = false }: ValidatorOptions = {},
): (value: unknown) => readonly Problem[] {
  const { room, document } = SCHEMAS[name];
  const withheld = redact || SECRET_ROOMS.has(room);
  return (value) => {
    const validate = compiledSchema(name);
    return validate(value) ? [] : problemsOf(validate.errors ?? [], document, withheld);
  };
}

/** Reports whether a value satisfies the schema of a name. */
export function satisfies<Name extends SchemaName>(name: Name, value: unknown): value is SchemaTypes[Name] {
  return compiledSchema(name)(value);
}

/**
 * Asserts that a value satisfies the schema of a name. Secrets are withheld as by {@link validator}.
 *
 * @throws {SchemaMismatch} with every problem, if it does not
 */
export function assertValid<Name extends SchemaName>(
  name: Name,
  value: unknown,
  options: ValidatorOptions = {},
): asserts value is SchemaTypes[Name] {
  const problems = validator(name, options)(value);
  if (problems.length > 0) throw new SchemaMismatch(name, problems);
}

/** Creates a compiler that is as strict as the schemas allow, with their formats and shared definitions. */
export function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    // A list of types such as `["string", "null"]` is easier to read than alternatives.
    allowUnionTypes: true,
    discriminator: true,
    ownProperties: true,
  });
  ajvFormats.default(ajv, ['date-time']);
  ajv.addFormat('iso-8601-date-time', isIsoDateTime);
  for (const vocabulary of VOCABULARIES) ajv.addSchema(vocabulary);
  return ajv;
}

function compiledSchema(name: SchemaName): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  compiler ??= createCompiler();
  const validate = compiler.compile(SCHEMAS[name].document);
  compiled.set(name, validate);
  return validate;
}
