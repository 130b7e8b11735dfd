import fc from 'fast-check';
import { inWords } from '../core/wording.ts';
import type { Change } from './credential.ts';
import { changed, changes, describeChange, dividers, sameOctets, strangers, withAddition } from './credential.ts';
import { accented, withLookAlikes } from './letters.ts';
import { anyText } from './text.ts';
import { objectOf } from './object.ts';

/** A Basic username that is not a key, drawn before any key exists. */
export type StrangeUsername =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A text of the form of a live key: after a kept part at the front, each character is replaced by another of its
   * class.
   */
  | { readonly kind: 'formed like a key'; readonly keep: number; readonly shifts: readonly number[] };

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const classes = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'] as const;

/**
 * Numbers that a look-up may treat as identifiers, texts that it may treat as patterns, and names by which some
 * services allow anonymous access.
 */
export const unissuedUsernames = [
  ...['0', '1', '2', '3', '42'],
  ...["'", '(', '[', '\\', '*', '%', "' or '1'='1"],
  ...['anonymous', 'guest', 'admin'],
] as const;

/**
 * Usernames that were never issued as keys. They have no control characters, which HTTP Basic forbids in a username
 * (RFC 7617, section 2), and are short enough for any server's limit on a header.
 */
export const strangeUsernames: fc.Arbitrary<StrangeUsername> = fc.oneof(
  { weight: 5, arbitrary: strangers.map((text) => ({ kind: 'text', text }) as const) },
  {
    weight: 4,
    arbitrary: fc
      .oneof(
        fc.constantFrom(
          ...unissuedUsernames,
          'administrator',
          'root',
          'api',
          'key',
          'apikey',
          'api_key',
          'service',
          "o'hara",
        ),
        fc.constantFrom('schlüssel', '钥匙', 'ключ', 'clé\u0301', '🔑', 'İ', 'ﬀ', '\u00a0', '\u200b', '\ufeff'),
        anyText({ minLength: 1, maxLength: 40 }).filter(withoutControls),
        fc.string({
          unit: fc.constantFrom(...letters, '!', "'", '"', '#', '$', '%', '&', '(', ')', ';', '\\', '@', ' '),
          minLength: 1,
          maxLength: 60,
        }),
        fc
          .tuple(
            fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 30 }),
            fc.constantFrom(':', '::', ':x', ':null', ':::'),
          )
          .map(([name, rest]) => name + rest),
      )
      .map((text) => ({ kind: 'text', text }) as const),
  },
  {
    weight: 4,
    arbitrary: objectOf({
      kind: fc.constant('formed like a key' as const),
      keep: fc.constantFrom(0, 0, 0.25, 0.5, 0.75),
      shifts: fc.array(fc.nat(999), { minLength: 64, maxLength: 64 }),
    }),
  },
);

/**
 * Returns the username as it is sent. Undefined if the live key is too short, or has too few letters and digits, for
 * another text of its form.
 */
export function usernameOf(username: StrangeUsername, key: string): string | undefined {
  if (username.kind === 'text') return username.text === key ? undefined : username.text;
  const kept = Math.floor(key.length * username.keep);
  let altered = 0;
  const text = Array.from(key, (character, index) => {
    const found = classes.find((characters) => characters.includes(character));
    if (found === undefined || index < kept) return character;
    altered++;
    const shift = username.shifts[index % username.shifts.length] ?? 0;
    return found.charAt((found.indexOf(character) + 1 + (shift % (found.length - 1))) % found.length);
  }).join('');
  return altered < 4 ? undefined : text;
}

/** Returns a username in words, for a finding. A username that is derived from a key is not shown. */
export function describeUsername(username: StrangeUsername): string {
  if (username.kind === 'formed like a key') {
    return username.keep === 0 ? 'formed like a key' : `with the first ${username.keep * 100} % of a key`;
  }
  const { length } = username.text;
  return length > 40 ? inWords`of ${length} characters` : JSON.stringify(username.text);
}

/** The position at which a key is altered, as a share of its length, and the text that is used. */
interface Stretch {
  readonly share: number;
  readonly text: string;
}

/** A change to a live key, in one character or in a longer part. */
export type KeyAlteration =
  | { readonly kind: 'one character'; readonly change: Change }
  | ({ readonly kind: keyof typeof stretches } & Stretch);

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * Returns the number of characters to cut, at least four: that is a whole octet of base64, so the rest always decodes
 * to something else.
 */
const lengthOf = (key: string, share: number): number => Math.max(4, Math.round(key.length * share));

/** The alterations of a key: their words and their effect. */
const stretches = {
  cut: [({ share }) => `last ${percent(share)} cut off`, (key, { share }) => key.slice(0, -lengthOf(key, share))],
  'cut in front': [
    ({ share }) => `first ${percent(share)} cut off`,
    (key, { share }) => key.slice(lengthOf(key, share)),
  ],
  extended: [({ text }) => inWords`${text.length} characters appended`, (key, { text }) => key + text],
  'extended in front': [({ text }) => inWords`${text.length} characters put in front`, (key, { text }) => text + key],
  /** Inserts a separator of character groups, or a character that stands for any text in a pattern. */
  marked: [
    ({ text, share }) => `${text} put in at ${percent(share)}`,
    (key, { text, share }) => {
      // a UUID is the same with its hyphens at other positions
      if (/^[0-9a-f]{32}$/i.test(key.replaceAll('-', ''))) return key;
      const at = Math.max(1, Math.round(key.length * share));
      return key.slice(0, at) + text + key.slice(at);
    },
  ],
  /** Replaces a character by one that stands for any character in a pattern. */
  masked: [
    ({ text, share }) => `${text} in the place of the character at ${percent(share)}`,
    (key, { text, share }) => {
      // not a separator of character groups, which a tenant may ignore
      const from = Math.floor(key.length * share);
      const at = from + Math.max(0, key.slice(from).search(/[A-Za-z0-9]/));
      return key.slice(0, at) + text + key.slice(at + 1);
    },
  ],
  'cut with a wildcard': [
    ({ text, share }) => `last ${percent(share)} cut off for the wildcard ${text}`,
    (key, { text, share }) => key.slice(0, -lengthOf(key, share)) + text,
  ],
  'with an addition': [({ text }) => `an addition after ${text}`, (key, { text }) => withAddition(key, text) ?? key],
  'upper case': [() => 'in upper case', (key) => key.toUpperCase()],
  'lower case': [() => 'in lower case', (key) => key.toLowerCase()],
  'other case': [
    () => 'upper and lower case exchanged',
    (key) => Array.from(key, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join(''),
  ],
  doubled: [() => 'written twice', (key) => key + key],
  // letters that Unicode compatibility forms treat as ASCII
  'full width': [
    () => 'in full-width letters',
    (key) => key.replaceAll(/[A-Za-z0-9]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  ],
  'without its prefix': [
    () => 'without its part before the first _ or -',
    (key) => key.replace(/^[A-Za-z0-9]{1,8}[_-]/, ''),
  ],
  'with accents': [() => 'with accents', accented],
  'with look-alikes': [() => 'with look-alikes', withLookAlikes],
} satisfies Record<string, readonly [tell: (how: Stretch) => string, alter: (key: string, how: Stretch) => string]>;

type Kind = keyof typeof stretches;

/** Returns alterations of some kinds, each with all of the texts at all of the positions. */
function some(
  kinds: readonly Kind[],
  { texts = [''], at = [0] }: { readonly texts?: readonly string[]; readonly at?: readonly number[] } = {},
): KeyAlteration[] {
  return kinds.flatMap((kind) => texts.flatMap((text) => at.map((share) => ({ kind, text, share }))));
}

/**
 * Alterations of keys: "altered by one character, cut short, extended or case-flipped". None only adds a colon or white
 * space.
 */
export const keyAlterations: fc.Arbitrary<KeyAlteration> = fc.oneof(
  { weight: 5, arbitrary: changes.map((change) => ({ kind: 'one character', change }) as const) },
  { weight: 2, arbitrary: fc.constantFrom(...some(['cut', 'cut in front'], { at: [0.1, 0.25, 0.5, 0.75, 0.9] })) },
  {
    weight: 2,
    arbitrary: objectOf<KeyAlteration & Stretch>({
      kind: fc.constantFrom('extended', 'extended in front'),
      text: fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 60 }),
      share: fc.constant(0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...some(['upper case', 'lower case', 'other case', 'doubled', 'without its prefix']),
      ...some(['full width', 'with accents', 'with look-alikes']),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...some(['marked'], { texts: ['-', '_'], at: [0.2, 0.5, 0.8] })) },
  { weight: 2, arbitrary: fc.constantFrom(...some(['masked'], { texts: ['_', '?', '.'], at: [0.3, 0.6, 0.9] })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...some(['cut with a wildcard'], { texts: ['%', '*'], at: [0.2, 0.5, 0.8] })),
  },
);

/**
 * Alterations whose result a pattern, a lenient comparison or a parser may treat as the key. They are tried in every
 * run.
 */
export const keyLikenesses: readonly KeyAlteration[] = [
  ...some(['full width', 'with accents', 'with look-alikes']),
  ...some(['masked'], { texts: ['_', '?', '.'], at: [0.6] }),
  ...some(['cut with a wildcard'], { texts: ['%', '*'], at: [0.5] }),
  ...some(['with an addition'], { texts: dividers }),
];

/**
 * Returns the altered key. Undefined if the alteration leaves nothing, changes nothing, or changes only what a tenant
 * may ignore: a text that decodes to the same octets.
 */
export function alteredKey(key: string, alteration: KeyAlteration): string | undefined {
  const altered =
    alteration.kind === 'one character'
      ? changed(key, alteration.change)
      : stretches[alteration.kind][1](key, alteration);
  if (altered === undefined || altered === key || altered === '' || altered.startsWith(':')) return undefined;
  const same = sameOctets(key, altered) || Buffer.from(altered, 'base64').equals(Buffer.from(key, 'base64'));
  return same ? undefined : altered;
}

/** Returns an alteration in words, for the label of the near miss. */
export function describeAlteration(alteration: KeyAlteration): string {
  return alteration.kind === 'one character'
    ? describeChange(alteration.change)
    : stretches[alteration.kind][0](alteration);
}

/** Octets that are invalid in UTF-8, forbidden in a username, or invisible. None of them is white space. */
const noText: readonly (readonly [name: string, octets: readonly number[]])[] = [
  ['an octet that is invalid in UTF-8', [0xff]],
  ['a character of UTF-8 that was cut off', [0xc3]],
  ['a NUL and a letter', [0x00, 0x78]],
  ['a control character', [0x01]],
  ['DEL', [0x7f]],
  ['a soft hyphen', [0xc2, 0xad]],
];

/** Returns a key with invalid or invisible octets before it, in its middle or after it. */
export function keysWithNoText(key: string): readonly { readonly what: string; readonly octets: Buffer }[] {
  const text = Buffer.from(key, 'utf8');
  const places = { 'before it': 0, 'in its middle': Math.floor(text.length / 2), 'behind it': text.length };
  return noText.flatMap(([name, octets]) =>
    Object.entries(places).map(([place, at]) => ({
      what: `${name} ${place}`,
      octets: Buffer.concat([text.subarray(0, at), Buffer.from(octets), text.subarray(at)]),
    })),
  );
}

function withoutControls(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
