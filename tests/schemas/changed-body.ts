/** Stands for a member that is taken out. */
export const ABSENT = Symbol('absent');

/** A copy of a JSON body in which the value at the pointer is another, is added, or is taken out. */
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

/** Pointers to all values of a JSON body, the body itself included; keys with `/` or `~` are left alone. */
export function pointersIn(body: unknown, at = ''): readonly string[] {
  if (typeof body !== 'object' || body === null) return [at];
  const entries = Object.entries(body).filter(([key]) => !/[~/]/.test(key));
  return [at, ...entries.flatMap(([key, value]) => pointersIn(value, `${at}/${key}`))];
}
