import fc from 'fast-check';

/** An object with a drawn value for each key, and a prototype like any other, so that it can be compared and printed. */
export function objectOf<Values>(parts: {
  readonly [Key in keyof Values]: fc.Arbitrary<Values[Key]>;
}): fc.Arbitrary<Values> {
  return fc.record<Values>(parts, { noNullPrototype: true });
}
