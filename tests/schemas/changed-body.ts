/** A value that makes `changed` remove the member. */
export const ABSENT = Symbol('absent');

/** Returns a copy of a JSON body in which the value at the pointer is replaced, added or removed. */
export function changed(body: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  if (value === ABSENT) delete holder[last];
  else holder[last] = value;
  return copy;
}

/** Returns pointers to all values of a JSON body, including the body itself, but not to keys with `/` or `~`. */
export function pointersIn(body: unknown, at = ''): readonly string[] {
  if (typeof body !== 'object' || body === null) return [at];
  const entries = Object.entries(body).filter(([key]) => !/[~/]/.test(key));
  return [at, ...entries.flatMap(([key, value]) => pointersIn(value, `${at}/${key}`))];
}
