import { SCHEMA_NAMES, type SchemaName, type SchemaTypes } from '../validate.ts';

type InputName = Extract<SchemaName, `${string}.input`>;

/** An operation of the tenant control protocol, version 1. */
export type ControlOperation = InputName extends `${infer Operation}.input` ? Operation : never;

/** The input of an operation. */
export type OperationInput<Operation extends ControlOperation> = SchemaTypes[`${Operation}.input`];

/** The output of an operation. */
export type OperationOutput<Operation extends ControlOperation> = SchemaTypes[`${Operation}.output`];

const INPUT = '.input';

/** All operations, in alphabetical order. */
export const CONTROL_OPERATIONS: readonly ControlOperation[] = SCHEMA_NAMES.filter((name) => name.endsWith(INPUT)).map(
  (name) => name.slice(0, -INPUT.length) as ControlOperation,
);
