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
  /** Leave every value out of the sentences and name only its kind. Always so for bodies that carry secrets. */
  readonly redact?: boolean;
}

/** A body that does not satisfy its schema. Its message holds the sentences of all its problems. */
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

/** Folders whose bodies carry credentials: what is wrong with them is told without any of their values. */
const SECRET_ROOMS: ReadonlySet<string> = new Set(['control', 'profile', 'token']);

// Memos: what they hold follows from the schemas alone. A schema is compiled when it is first used, since compiling all
// of them would delay every start by more than a run needs.
let compiler: Ajv2020 | undefined;
const compiled = new Map<SchemaName, ValidateFunction>();

/**
 * What judges a body by the schema of that name: gives every problem, none for a body that satisfies it. Compiled at
 * the first use.
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

/** Whether the value satisfies the schema of that name. */
export function satisfies<Name extends SchemaName>(name: Name, value: unknown): value is SchemaTypes[Name] {
  return compiledSchema(name)(value);
}

/**
 * Gives the value its type, or throws {@link SchemaMismatch} with every problem. Secrets are withheld as by
 * {@link validator}.
 */
export function assertValid<Name extends SchemaName>(
  name: Name,
  value: unknown,
  options: ValidatorOptions = {},
): asserts value is SchemaTypes[Name] {
  const problems = validator(name, options)(value);
  if (problems.length > 0) throw new SchemaMismatch(name, problems);
}

/** A compiler as strict as the schemas are written for, which knows their formats and shared definitions. */
export function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    // `["string", "null"]` and the like say what they mean better than alternatives do.
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
