import { type ControlInput, ControlRefusal } from './control-service.ts';

/** Returns a required text of the input. */
export function textOf(input: ControlInput, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '') {
    throw new ControlRefusal(400, 'invalid_input', `${name} has to be a non-empty text.`);
  }
  return value;
}

/** Returns an optional list of texts of the input. */
export function textsOf(input: ControlInput, name: string): readonly string[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new ControlRefusal(400, 'invalid_input', `${name} has to be a list of texts.`);
  }
  return value;
}

/** Returns a required list of objects of the input. */
export function objectsOf(input: ControlInput, name: string): readonly ControlInput[] {
  const value = input[name];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null)) {
    throw new ControlRefusal(400, 'invalid_input', `${name} has to be a list of objects.`);
  }
  return value as readonly ControlInput[];
}

/** Returns a required absolute address of the input. */
export function addressOf(input: ControlInput, name: string): URL {
  const url = URL.parse(textOf(input, name));
  if (url === null) throw new ControlRefusal(400, 'invalid_input', `${name} has to be an absolute address.`);
  return url;
}

/** Returns the thing in `all` whose id the input gives under `name`. */
export function namedBy<T>(input: ControlInput, name: string, all: ReadonlyMap<string, T>): T {
  const found = all.get(textOf(input, name));
  if (found === undefined) throw new ControlRefusal(404, 'not_found', `There is nothing of that ${name}.`);
  return found;
}

/** Calls `read`, and turns its RangeError for an unreadable time into a refusal of the input. */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ControlRefusal(400, 'invalid_input', `${name} has to be an RFC 3339 time.`);
  }
}
