import { Refused } from './refused.ts';

/** The unchecked input of a control operation: a JSON object. */
export type Input = Readonly<Record<string, unknown>>;

function wrong(field: string, wanted: string): Refused {
  return new Refused(400, 'invalid_input', `${field} must be ${wanted}.`);
}

export function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function requiredText(input: Input, field: string): string {
  const value = input[field];
  if (typeof value !== 'string' || value === '') throw wrong(field, 'a text that is not empty');
  return value;
}

export function optionalText(input: Input, field: string): string | undefined {
  return input[field] === undefined ? undefined : requiredText(input, field);
}

export function optionalBoolean(input: Input, field: string): boolean | undefined {
  const value = input[field];
  if (value !== undefined && typeof value !== 'boolean') throw wrong(field, 'true or false');
  return value;
}

export function positiveNumber(input: Input, field: string): number {
  const value = input[field];
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) throw wrong(field, 'a number above 0');
  return value;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

export function optionalTime(input: Input, field: string): Date | undefined {
  const value = optionalText(input, field);
  if (value === undefined) return undefined;
  const time = new Date(value);
  if (!RFC_3339.test(value) || Number.isNaN(time.getTime())) {
    throw wrong(field, 'an RFC 3339 time, for example 2026-11-20T08:00:00Z');
  }
  return time;
}

export function optionalTexts(input: Input, field: string): string[] {
  const value = input[field] ?? [];
  if (!Array.isArray(value) || !value.every((each): each is string => typeof each === 'string')) {
    throw wrong(field, 'a list of texts');
  }
  return [...value];
}

export function objects(input: Input, field: string): readonly Input[] {
  const value = input[field];
  if (!Array.isArray(value) || !value.every(isObject)) throw wrong(field, 'a list of objects');
  return value;
}

export function oneOf<T extends string>(input: Input, field: string, choices: readonly T[]): T {
  const value = choices.find((choice) => choice === input[field]);
  if (value === undefined) throw wrong(field, choices.join(' or '));
  return value;
}

export function webAddress(input: Input, field: string): URL {
  const text = requiredText(input, field);
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return address;
  throw wrong(field, 'an address, for example https://lab.example/openid');
}

/** Returns the item in `items` whose id is in `field`; refused with 404 if there is none. */
export function existing<T>(input: Input, field: string, items: ReadonlyMap<string, T>): T {
  const item = items.get(requiredText(input, field));
  if (item === undefined) throw new Refused(404, 'not_found', `There is nothing with this ${field}.`);
  return item;
}
