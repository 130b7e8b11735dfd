/** GitHub's schema language for actions and workflows, reduced to the parts that decide what is valid. */
export interface GithubSchema {
  readonly definitions: Readonly<Record<string, Definition>>;
}

interface Definition {
  readonly context?: readonly string[];
  readonly mapping?: {
    readonly properties?: Readonly<Record<string, string | { readonly type: string; readonly required?: boolean }>>;
    readonly 'loose-key-type'?: string;
    readonly 'loose-value-type'?: string;
  };
  readonly sequence?: { readonly 'item-type': string };
  readonly 'one-of'?: readonly string[];
  readonly 'allowed-values'?: readonly string[];
  readonly string?: { readonly 'require-non-empty'?: boolean; readonly constant?: string };
  readonly boolean?: object;
  readonly number?: object;
  readonly null?: object;
}

/** The types that the language has without a definition. If a string is wanted, a scalar of any kind counts as one. */
const builtIn: Readonly<Record<string, object>> = {
  any: {},
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  string: { type: ['string', 'number', 'boolean'] },
  scalar: { type: ['string', 'number', 'boolean', 'null'] },
  sequence: { type: 'array' },
  mapping: { type: 'object' },
};

/** Returns the same rules as JSON Schema. */
export function asJsonSchema(definitions: GithubSchema['definitions'], start: string): object {
  const known = Object.entries(definitions).map(([name, definition]) => [name, withExpressions(definition)] as const);
  return { $ref: `#/definitions/${start}`, definitions: { ...builtIn, ...Object.fromEntries(known) } };
}

const named = (type: string): object => ({ $ref: `#/definitions/${type}` });

/** Returns the schema of a definition. If it has a context, an expression may replace the value. */
function withExpressions(definition: Definition): object {
  const plain = schemaOf(definition);
  return definition.context === undefined ? plain : { anyOf: [plain, { type: 'string', pattern: '\\$\\{\\{' }] };
}

function schemaOf(definition: Definition): object {
  const { mapping, sequence, string } = definition;
  if (mapping !== undefined) return objectOf(mapping);
  if (sequence !== undefined) return { type: 'array', items: named(sequence['item-type']) };
  if (definition['one-of'] !== undefined) return { anyOf: definition['one-of'].map(named) };
  if (definition['allowed-values'] !== undefined) return { enum: definition['allowed-values'] };
  if (string?.constant !== undefined) return { const: string.constant };
  if (string !== undefined)
    return { ...builtIn['string'], ...(string['require-non-empty'] === true ? { minLength: 1 } : {}) };
  const kind = (['boolean', 'number', 'null'] as const).find((name) => definition[name] !== undefined);
  if (kind === undefined) throw new Error(`a definition of an unknown kind: ${Object.keys(definition).join(', ')}`);
  return builtIn[kind] ?? {};
}

function objectOf({ properties = {}, 'loose-value-type': others }: NonNullable<Definition['mapping']>): object {
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, typeof property === 'string' ? { type: property } : property] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { type }]) => [name, named(type)])),
    required: entries
      .filter(([, property]) => 'required' in property && property.required === true)
      .map(([name]) => name),
    additionalProperties: others === undefined ? false : named(others),
  };
}
