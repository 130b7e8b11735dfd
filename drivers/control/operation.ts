import type { SchemaTypes } from '../../schemas/types/registry.ts';

/** The operations of the tenant control protocol, by name. */
export type OperationName = {
  [Name in keyof SchemaTypes]: Name extends `${infer Operation}.input` ? Operation : never;
}[keyof SchemaTypes];

export type Input<Name extends OperationName> = SchemaTypes[`${Name}.input`];
export type Output<Name extends OperationName> = SchemaTypes[`${Name}.output`];
