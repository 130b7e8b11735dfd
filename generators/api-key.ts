import fc from 'fast-check';
import { inWords } from '../core/wording.ts';
import type { Change } from './credential.ts';
import { changed, changes, describeChange, dividers, sameOctets, strangers, withAddition } from './credential.ts';
import { accented, withLookAlikes } from './letters.ts';
import { anyText } from './text.ts';
import { objectOf } from './object.ts';

/** A Basic username that is nobody's key, drawn before any key exists. */
export type StrangeUsername =
  | { readonly kind: 'text'; readonly text: string }
  /** The form of a live key: each of its characters gives way to another of its class, but for a part at the front. */
  | { readonly kind: 'formed like a key'; readonly keep: number; readonly shifts: readonly number[] };

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const classes = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'] as const;

/** Numbers that a look-up may take for identifiers, what it may take for a pattern, and by which some services let anybody in. */
export const wordsOfNobody = [
  ...['0', '1', '2', '3', '42'],
  ...["'", '(', '[', '\\', '*', '%', "' or '1'='1"],
  ...['anonymous', 'guest', 'admin'],
] as const;

/**
 * Usernames that nobody was ever given as a key. Without control characters, which HTTP Basic forbids in a username
 * (RFC 7617, section 2), and short enough for any server's limit on a header.
 */
export const strangeUsernames: fc.Arbitrary<StrangeUsername> = fc.oneof(
  { weight: 5, arbitrary: strangers.map((text) => ({ kind: 'text', text }) as const) },
  {
    weight: 4,
    arbitrary: fc
      .oneof(
        fc.constantFrom(
          ...wordsOfNobody,
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

/** The username as it is sent, or undefined where the live key is too short or too plain to have a stranger of its form. */
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

/** A username in words, for a finding; what is derived from a key is not spelt out. */
export function describeUsername(username: StrangeUsername): string {
  if (username.kind === 'formed like a key') {
    return username.keep === 0 ? 'formed like a key' : `with the first ${username.keep * 100} % of a key`;
  }
  const { length } = username.text;
  return length > 40 ? inWords`of ${length} characters` : JSON.stringify(username.text);
}

/** A change to a live key: in one character, or in a stretch of it. */
export type KeyAlteration =
  | { readonly kind: 'one character'; readonly change: Change }
  | { readonly kind: 'cut' | 'cut in front'; readonly share: number }
  | { readonly kind: 'extended' | 'extended in front'; readonly by: string }
  /** A text put in somewhere: what people write between groups of characters, or what stands for any text in a pattern. */
  | { readonly kind: 'marked'; readonly mark: '-' | '_'; readonly share: number }
  /** What stands for any character in a pattern, in the place of one. */
  | { readonly kind: 'masked'; readonly mask: '_' | '?' | '.'; readonly share: number }
  | { readonly kind: 'cut with a wildcard'; readonly wildcard: '%' | '*'; readonly share: number }
  | { readonly kind: 'with an addition'; readonly divider: string }
  | {
      readonly kind:
        | 'upper case'
        | 'lower case'
        | 'other case'
        | 'doubled'
        | 'full width'
        | 'without its prefix'
        | 'with accents'
        | 'with look-alikes';
    };

/** Altered keys: "altered by one character, cut short, extended or case-flipped". None only adds a colon or white space. */
export const keyAlterations: fc.Arbitrary<KeyAlteration> = fc.oneof(
  { weight: 5, arbitrary: changes.map((change) => ({ kind: 'one character', change }) as const) },
  {
    weight: 2,
    arbitrary: objectOf({
      kind: fc.constantFrom('cut', 'cut in front'),
      share: fc.constantFrom(0.1, 0.25, 0.5, 0.75, 0.9),
    }),
  },
  {
    weight: 2,
    arbitrary: objectOf({
      kind: fc.constantFrom('extended', 'extended in front'),
      by: fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 60 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        'upper case',
        'lower case',
        'other case',
        'doubled',
        'full width',
        'without its prefix',
        'with accents',
        'with look-alikes',
      )
      .map((kind) => ({ kind })),
  },
  {
    weight: 2,
    arbitrary: objectOf({
      kind: fc.constant('marked' as const),
      mark: fc.constantFrom('-', '_'),
      share: fc.constantFrom(0.2, 0.5, 0.8),
    }),
  },
  {
    weight: 2,
    arbitrary: objectOf({
      kind: fc.constant('masked' as const),
      mask: fc.constantFrom('_', '?', '.'),
      share: fc.constantFrom(0.3, 0.6, 0.9),
    }),
  },
  {
    weight: 2,
    arbitrary: objectOf({
      kind: fc.constant('cut with a wildcard' as const),
      wildcard: fc.constantFrom('%', '*'),
      share: fc.constantFrom(0.2, 0.5, 0.8),
    }),
  },
);

/** What makes of a key a text that a pattern, a lenient comparison or a parser takes for it, worth trying in any case. */
export const keyLikenesses: readonly KeyAlteration[] = [
  ...(['full width', 'with accents', 'with look-alikes'] as const).map((kind) => ({ kind })),
  ...(['_', '?', '.'] as const).map((mask) => ({ kind: 'masked', mask, share: 0.6 }) as const),
  ...(['%', '*'] as const).map((wildcard) => ({ kind: 'cut with a wildcard', wildcard, share: 0.5 }) as const),
  ...dividers.map((divider) => ({ kind: 'with an addition', divider }) as const),
];

/**
 * The altered key, or undefined where the alteration leaves nothing, changes nothing, or changes only what a tenant may
 * overlook: texts that decode to the same octets.
 */
export function alteredKey(key: string, alteration: KeyAlteration): string | undefined {
  const altered = alteration.kind === 'one character' ? changed(key, alteration.change) : alter(key, alteration);
  if (altered === undefined || altered === key || altered === '' || altered.startsWith(':')) return undefined;
  const same = sameOctets(key, altered) || Buffer.from(altered, 'base64').equals(Buffer.from(key, 'base64'));
  return same ? undefined : altered;
}

/** An alteration in words, for the label of the near miss. */
export function describeAlteration(alteration: KeyAlteration): string {
  switch (alteration.kind) {
    case 'one character':
      return describeChange(alteration.change);
    case 'cut':
      return `last ${Math.round(alteration.share * 100)} % cut off`;
    case 'cut in front':
      return `first ${Math.round(alteration.share * 100)} % cut off`;
    case 'extended':
      return inWords`${alteration.by.length} characters appended`;
    case 'extended in front':
      return inWords`${alteration.by.length} characters put in front`;
    case 'marked':
      return `${alteration.mark} put in at ${Math.round(alteration.share * 100)} %`;
    case 'masked':
      return `${alteration.mask} in the place of the character at ${Math.round(alteration.share * 100)} %`;
    case 'cut with a wildcard':
      return `last ${Math.round(alteration.share * 100)} % cut off for the wildcard ${alteration.wildcard}`;
    case 'with an addition':
      return `more behind it and ${alteration.divider}`;
    case 'upper case':
    case 'lower case':
      return `in ${alteration.kind}`;
    case 'other case':
      return 'upper and lower case exchanged';
    case 'full width':
      return 'in full-width letters';
    case 'without its prefix':
      return 'without what stands before its first _ or -';
    case 'with accents':
    case 'with look-alikes':
      return alteration.kind;
    case 'doubled':
      break;
  }
  return 'written twice';
}

function alter(key: string, alteration: Exclude<KeyAlteration, { kind: 'one character' }>): string {
  switch (alteration.kind) {
    // four characters of base64 hold a whole octet, so that what is left is never the same
    case 'cut':
      return key.slice(0, -Math.max(4, Math.round(key.length * alteration.share)));
    case 'cut in front':
      return key.slice(Math.max(4, Math.round(key.length * alteration.share)));
    case 'extended':
      return key + alteration.by;
    case 'extended in front':
      return alteration.by + key;
    case 'marked': {
      // a UUID is the same with its hyphens elsewhere
      if (/^[0-9a-f]{32}$/i.test(key.replaceAll('-', ''))) return key;
      const at = Math.max(1, Math.round(key.length * alteration.share));
      return key.slice(0, at) + alteration.mark + key.slice(at);
    }
    case 'masked': {
      // not what only stands between groups of characters, which may be overlooked
      const from = Math.floor(key.length * alteration.share);
      const at = from + Math.max(0, key.slice(from).search(/[A-Za-z0-9]/));
      return key.slice(0, at) + alteration.mask + key.slice(at + 1);
    }
    case 'cut with a wildcard':
      return key.slice(0, -Math.max(4, Math.round(key.length * alteration.share))) + alteration.wildcard;
    case 'with an addition':
      return withAddition(key, alteration.divider) ?? key;
    case 'upper case':
      return key.toUpperCase();
    case 'lower case':
      return key.toLowerCase();
    case 'other case':
      return Array.from(key, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
    case 'full width': // letters that a compatibility form of Unicode takes for those of ASCII
      return key.replaceAll(/[A-Za-z0-9]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0));
    case 'without its prefix':
      return key.replace(/^[A-Za-z0-9]{1,8}[_-]/, '');
    case 'with accents':
      return accented(key);
    case 'with look-alikes':
      return withLookAlikes(key);
    case 'doubled':
      break;
  }
  return key + key;
}

/** Octets that UTF-8 has not, that no username may hold, or that nobody sees. None is white space. */
const noText: readonly (readonly [name: string, octets: readonly number[]])[] = [
  ['an octet that UTF-8 has not', [0xff]],
  ['a character of UTF-8 that was cut off', [0xc3]],
  ['a NUL and a letter', [0x00, 0x78]],
  ['a control character', [0x01]],
  ['DEL', [0x7f]],
  ['a soft hyphen', [0xc2, 0xad]],
];

/** A key with octets before, in or behind it that are no text, or none that is seen. */
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
