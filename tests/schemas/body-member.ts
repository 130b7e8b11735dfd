import fc from 'fast-check';

/**
 * A right body with one change: the changed body, and the change in words. The words name members and kinds, but never
 * contain a value.
 */
export interface NearMiss {
  readonly body: unknown;
  readonly change: string;
}

/** A part of a body: its right values, and the ways to make a value wrong in one place. */
export interface Part {
  readonly right: fc.Arbitrary<unknown>;
  /** Returns wrong values, each made by one change of a right value. */
  readonly spoilt: (right: unknown) => readonly fc.Arbitrary<NearMiss>[];
}

/** A part that is a member of an object. */
export interface Member extends Part {
  /** Whether the member must be present, may be absent, or must be absent. */
  readonly presence: 'required' | 'optional' | 'forbidden';
}

type Members = Readonly<Record<string, Member>>;
type Body = Readonly<Record<string, unknown>>;

/** Values that replace a member to make its type wrong, by their JSON type. */
const STAND_INS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.constantFrom(0, 1, -1, 900, 1.5, 2_592_000),
  string: fc.constantFrom('', 'text', '0', 'true', 'null', '900'),
  list: fc.constantFrom<unknown>([], ['text'], [{}]),
  object: fc.constantFrom<unknown>({}, { id: 'x' }, { length: 1 }),
};

/** Returns a part whose wrong values are values of other types and the `near` values. */
function plain(right: fc.Arbitrary<unknown>, types: readonly string[], near: readonly unknown[] = []): Part {
  const wrong = [
    ...ofOtherTypes(types),
    ...(near.length === 0 ? [] : [fc.constantFrom(...near).map((body) => ({ body, change: 'is another value' }))]),
  ];
  return { right, spoilt: () => wrong };
}

/** Returns a part for texts. `near` are wrong texts. */
export function text(right: fc.Arbitrary<string>, near: readonly string[] = []): Part {
  return plain(right, ['string'], near);
}

/** True or false. */
export const truth: Part = plain(fc.boolean(), ['boolean'], ['true', 'false', 0, 1]);

/** Returns a part for a fixed set of values. `near` are wrong values of the same type. */
export function literal(values: readonly (string | number)[], near: readonly unknown[]): Part {
  const kinds = new Set(values.map((value) => typeof value));
  return plain(fc.constantFrom(...values), [...kinds], near);
}

/** Returns a part for lists of texts. */
export function texts(items: fc.Arbitrary<string>): Part {
  const { right, spoilt } = plain(fc.array(items, { maxLength: 5 }), ['list']);
  return {
    right,
    spoilt: (value) => [
      ...spoilt(value),
      fc.constantFrom<unknown>(null, 1, true, ['text'], {}).map((item) => ({
        body: [...(value as readonly unknown[]), item],
        change: 'has an item that is no text',
      })),
    ],
  };
}

/** Returns a part for lists of any items. */
export function list(items: fc.Arbitrary<unknown>): Part {
  return plain(fc.array(items, { maxLength: 5 }), ['list']);
}

/**
 * Returns a part for objects with these members.
 *
 * @param further additional members that the object may have; undefined if it must have none
 */
export function object(members: Members, further: fc.Arbitrary<Body> | undefined): Part {
  const entries = Object.entries(members);
  const known = (presence: Member['presence']) => entries.filter(([, member]) => member.presence === presence);
  const present = (some: typeof entries) => Object.fromEntries(some.map(([name, { right }]) => [name, right]));
  const right = fc
    .tuple(
      fc.record(
        { ...present(known('required')), ...present(known('optional')) },
        {
          requiredKeys: known('required').map(([name]) => name),
          noNullPrototype: true,
        },
      ),
      further ?? fc.constant<Body>({}),
    )
    .map(([own, others]): Body => ({ ...others, ...own }));
  return {
    right,
    spoilt: (value) => [...spoiltMembers(value as Body, entries, further === undefined), ...ofOtherTypes(['object'])],
  };
}

/** Returns a part for null or an object with these members and additional ones. */
export function objectOrNull(members: Members, further: fc.Arbitrary<Body>): Part {
  const { right } = object(members, further);
  return {
    right: fc.option(right, { freq: 3 }),
    spoilt: (value) => [
      ...(value === null ? [] : spoiltMembers(value as Body, Object.entries(members), false)),
      ...ofOtherTypes(['object', 'null']),
    ],
  };
}

/** Returns values of every JSON type except these. */
function ofOtherTypes(types: readonly string[]): readonly fc.Arbitrary<NearMiss>[] {
  return Object.entries(STAND_INS)
    .filter(([type]) => !types.includes(type))
    .map(([type, values]) => values.map((body) => ({ body, change: `is of the type ${type}` })));
}

function spoiltMembers(
  body: Body,
  members: readonly (readonly [string, Member])[],
  closed: boolean,
): readonly fc.Arbitrary<NearMiss>[] {
  const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
  const misses = members.flatMap(([name, { presence, right, spoilt }]): fc.Arbitrary<NearMiss>[] => {
    if (presence === 'forbidden') {
      return [right.map((value) => ({ body: { ...body, [name]: value }, change: `${name} is there` }))];
    }
    const inside = Object.hasOwn(body, name)
      ? spoilt(body[name]).map((misses) =>
          misses.map((miss) => ({ body: { ...body, [name]: miss.body }, change: `${name} ${miss.change}` })),
        )
      : [];
    const missing = fc.constant<NearMiss>({ body: without(name), change: `${name} is missing` });
    const renamed = fc.constant<NearMiss>({
      body: { ...without(name), [otherSpelling(name)]: body[name] },
      change: `${name} is spelt ${otherSpelling(name)}`,
    });
    if (presence === 'optional') return inside;
    // in an object without additional members, the other spelling would be a second error
    return closed ? [...inside, missing] : [...inside, missing, renamed];
  });
  const extra = fc
    .tuple(fc.constantFrom('extra', 'id', 'type', 'x'), fc.constantFrom<unknown>(null, '', 0, {}))
    .map(([name, value]): NearMiss => ({ body: { ...body, [name]: value }, change: `${name} is there` }));
  return closed ? [...misses, extra] : misses;
}

/** Returns the name in the spelling of another convention, or with a typing error. */
function otherSpelling(name: string): string {
  if (name.includes('_')) return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (/[A-Z]/.test(name)) return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
