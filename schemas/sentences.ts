import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearestKey } from './nearest-key.ts';
import { alternatives, keyed, kindOf, literal, member, place, seen, seenUnexpected, seenWithKind } from './wording.ts';

/** One thing that is wrong with a body. */
export interface Problem {
  /** JSON pointer to the member that is wrong, missing or not allowed; empty for the body itself. */
  readonly pointer: string;
  /** The keyword of JSON Schema that was not satisfied. */
  readonly keyword: string;
  /** The value found and the value expected, in one line. */
  readonly sentence: string;
}

type Schema = { readonly [keyword: string]: unknown };

interface Fault {
  readonly keyword: string;
  readonly pointer: string;
  readonly value: unknown;
  /** The value of the keyword in the schema. */
  readonly limit: unknown;
  readonly params: Schema;
  readonly parent: Schema;
  readonly root: Schema;
  readonly redact: boolean;
}

/** Keywords whose errors are about a member and not the value around it, with Ajv's parameter that names the member. */
const MEMBER_KEYWORDS: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
  propertyNames: 'propertyName',
};

/** Words for each keyword that the schemas use. */
const SENTENCES: Readonly<Record<string, (fault: Fault) => string>> = {
  type: (fault) => is(fault, seenWithKind(fault.value, fault.redact), `${types(fault.limit)}${example(fault.parent)}`),
  required: ({ pointer, params, parent, root }) => {
    const name = String(params['missingProperty']);
    return `${place(member(pointer, name))} is missing${expectation(memberSchema(parent, name, root))}`;
  },
  additionalProperties: ({ pointer, params, parent }) => {
    const key = String(params['additionalProperty']);
    const known = Object.keys(parent['properties'] ?? {});
    return `${inside(pointer)}unknown key ${keyed(key)}${advice(key, known)}`;
  },
  propertyNames: ({ pointer, params, limit }) =>
    `${inside(pointer)}the key ${keyed(String(params['propertyName']))} does not fit, expected one that matches ${String((limit as Schema)['pattern'])}`,
  'false schema': ({ pointer }) => `${place(pointer)} is present, expected it to be absent`,
  const: (fault) => is(fault, seenUnexpected(fault.value, fault.redact), literal(fault.limit)),
  enum: (fault) => is(fault, seenUnexpected(fault.value, fault.redact), choice(fault.limit)),
  pattern: (fault) => unfit(fault, example(fault.parent, 'text') || `text that matches ${String(fault.limit)}`),
  format: (fault) => unfit(fault, `${FORMATS[String(fault.limit)] ?? String(fault.limit)}${example(fault.parent)}`),
  minLength: (fault) =>
    fault.limit === 1
      ? is(fault, 'an empty string', `text${example(fault.parent)}`)
      : is(fault, 'too short', `at least ${String(fault.limit)} characters`),
  minimum: (fault) => is(fault, amount(fault, 'too small'), `at least ${String(fault.limit)}`),
  maximum: (fault) => is(fault, amount(fault, 'too large'), `at most ${String(fault.limit)}`),
  exclusiveMinimum: (fault) => is(fault, amount(fault, 'too small'), `more than ${String(fault.limit)}`),
  minItems: (fault) => is(fault, 'too short a list', `at least ${String(fault.limit)} in it`),
  oneOf: ({ pointer, limit, params }) => {
    const names = (limit as readonly { readonly required?: readonly string[] }[]).flatMap(
      (branch) => branch.required ?? [],
    );
    const found = params['passingSchemas'] === null ? 'none' : 'more than one';
    return `${place(pointer)} has ${found} of ${names.map(keyed).join(', ')}, expected exactly one`;
  },
  discriminator: ({ pointer, params }) => `${place(member(pointer, String(params['tag'])))} names no known kind`,
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'an RFC 3339 date and time',
  'iso-8601-date-time': 'an ISO 8601 date and time',
};

/** The keywords that have words of their own. */
export const WORDED_KEYWORDS: readonly string[] = Object.keys(SENTENCES);

/**
 * Returns the errors of Ajv as problems, one for each mistake. `root` is the schema by which the body was judged. With
 * `redact`, sentences repeat nothing of the body except keys and the kinds of values.
 */
export function problemsOf(errors: readonly ErrorObject[], root: object, redact: boolean): readonly Problem[] {
  const isEcho = echoesAmong(errors);
  return errors
    .filter((error) => !isEcho(error))
    .map((error) => {
      const params = error.params as Schema;
      const parent = (error.parentSchema ?? {}) as Schema;
      const { keyword, instancePath, data: value, schema: limit } = error;
      const fault = { keyword, pointer: instancePath, value, limit, params, parent, root: root as Schema, redact };
      const name = MEMBER_KEYWORDS[keyword];
      return {
        pointer: name === undefined ? instancePath : member(instancePath, String(params[name])),
        keyword,
        sentence: (SENTENCES[keyword] ?? unworded)(fault),
      };
    });
}

/** Returns a function that reports whether an error only repeats a mistake that another error describes better. */
function echoesAmong(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const placesOf = (keyword: string): ReadonlySet<string> =>
    new Set(errors.filter((error) => error.keyword === keyword).map(({ instancePath }) => instancePath));
  const ofWrongType = placesOf('type');
  const ofWrongChoice = placesOf('oneOf');
  return (error) => {
    const here = error.instancePath;
    // Errors of a key are reported at its object, and `propertyNames` sums them up.
    if (error.propertyName !== undefined) return error.keyword !== 'propertyNames';
    if (error.keyword === 'propertyNames') return false;
    // If a value has the wrong type, its other errors do not matter.
    if (error.keyword !== 'type' && ofWrongType.has(here)) return true;
    if (error.keyword === 'discriminator') return errors.some((other) => other !== error && isWithin(other, here));
    const isBranch = error.keyword === 'required' && /\/oneOf\/\d+\/required$/.test(error.schemaPath);
    return isBranch && ofWrongChoice.has(here);
  };
}

function isWithin({ instancePath }: ErrorObject, pointer: string): boolean {
  return instancePath === pointer || instancePath.startsWith(`${pointer}/`);
}

function unworded({ pointer, keyword, value }: Fault): string {
  return `${place(pointer)} is ${kindOf(value)} that does not satisfy \`${keyword}\``;
}

function is({ pointer }: Fault, found: string, expected: string): string {
  return `${place(pointer)} is ${found}, expected ${expected}`;
}

function amount(fault: Fault, withheld: string): string {
  return fault.redact ? withheld : seen(fault.value, false);
}

function unfit(fault: Fault, expected: string): string {
  return is(fault, fault.redact ? 'a string of another form' : seen(fault.value, false), expected);
}

function inside(pointer: string): string {
  return pointer === '' ? '' : `${place(pointer)}: `;
}

function advice(key: string, known: readonly string[]): string {
  const nearest = nearestKey(key, known);
  if (nearest !== undefined) return `; did you mean ${keyed(nearest)}?`;
  if (known.length === 0) return ', expected none';
  return `, expected ${known.length === 1 ? 'only' : 'one of'} ${alternatives(known.map(keyed))}`;
}

function types(limit: unknown): string {
  const names = Array.isArray(limit) ? (limit as readonly string[]) : [String(limit)];
  return alternatives(names.map((name) => TYPES[name] ?? name));
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
};

function choice(limit: unknown): string {
  const words = (limit as readonly unknown[]).map(literal);
  return words.length === 1 ? (words[0] ?? '') : `one of ${alternatives(words)}`;
}

function example(schema: Schema, what = ''): string {
  const examples = schema['examples'];
  return Array.isArray(examples) && examples.length > 0 ? `${what} such as ${literal(examples[0])}` : '';
}

/** Returns the schema of a member. Follows a reference within the same document. */
function memberSchema(parent: Schema, name: string, root: Schema): Schema {
  const direct = ((parent['properties'] ?? {}) as Record<string, unknown>)[name];
  if (typeof direct !== 'object' || direct === null) return {};
  const schema = direct as Schema;
  const definition = /^#\/\$defs\/(\w+)$/.exec(String(schema['$ref']))?.[1];
  const target = definition === undefined ? undefined : ((root['$defs'] ?? {}) as Record<string, Schema>)[definition];
  return { ...target, ...schema };
}

function expectation(schema: Schema): string {
  if ('const' in schema) return `, expected ${literal(schema['const'])}`;
  if ('enum' in schema) return `, expected ${choice(schema['enum'])}`;
  return 'type' in schema ? `, expected ${types(schema['type'])}${example(schema)}` : '';
}
