import { SCHEMAS } from '../types/registry.ts';
import type { ControlOperation } from './operations.ts';

/** A member of an operation's output, in the form in which a person is asked for it. */
export interface OutputMember {
  readonly name: string;
  /** The description in the schema, as a sentence. */
  readonly description: string;
  readonly kind: 'text' | 'secret' | 'time' | 'truth' | 'list';
  readonly required: boolean;
}

interface OutputSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, MemberSchema>>;
}

interface MemberSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly $ref?: string;
}

/** Returns the members of an operation's output, the required ones first. */
export function outputMembers(operation: ControlOperation): readonly OutputMember[] {
  const { required = [], properties = {} } = SCHEMAS[`${operation}.output`].document as OutputSchema;
  return Object.entries(properties)
    .map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      kind: kindOf(schema),
      required: required.includes(name),
    }))
    .toSorted((a, b) => Number(b.required) - Number(a.required));
}

function kindOf({ type, $ref = '' }: MemberSchema): OutputMember['kind'] {
  if ($ref.endsWith('/secret')) return 'secret';
  if ($ref.endsWith('/time')) return 'time';
  if (type === 'boolean') return 'truth';
  return type === 'array' ? 'list' : 'text';
}
