import fc from 'fast-check';

/**
 * Returns objects with a drawn value for each key, and with the usual prototype, so that they can be compared and
 * printed.
 */
export function objectOf<Values>(parts: {
  readonly [Key in keyof Values]: fc.Arbitrary<Values[Key]>;
}): fc.Arbitrary<Values> {
  return fc.record<Values>(parts, { noNullPrototype: true });
}
