import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { inWords } from '../core/wording.ts';
import type { Change } from './credential.ts';
import { changed, changes, describeChange, dividers, sameOctets, strangers, withAddition } from './credential.ts';
import { accented, withInvisible, withLookAlikes } from './letters.ts';
import { shares } from './share.ts';

/**
 * A flaw of a client credential, drawn before the credential exists. `share` is a part of its length, so that one drawn
 * flaw fits a credential of any length.
 */
export type Flaw =
  | { readonly kind: 'changed'; readonly change: Change }
  | { readonly kind: 'start only' | 'end only'; readonly share: number }
  | { readonly kind: 'extended'; readonly by: number }
  | { readonly kind: 'start and wildcard'; readonly share: number; readonly wildcard: string }
  | { readonly kind: 'encoded once more'; readonly all: boolean }
  | { readonly kind: 'with an addition'; readonly divider: string }
  | { readonly kind: 'something else'; readonly value: string }
  | {
      readonly kind:
        | 'upper case'
        | 'lower case'
        | 'sent twice'
        | 'reversed'
        | 'more after NUL'
        | 'full width'
        | 'with accents'
        | 'in the letters of another alphabet'
        | 'with look-alikes'
        | 'with an invisible character'
        | 'with a control character'
        | 'with blanks for plus signs'
        | 'in double quotes'
        | 'in single quotes'
        | 'in base64'
        | 'as its SHA-256'
        | 'nothing';
    };

/** Values with a special meaning in programs and queries. */
const placeholders = [
  '[object Object]',
  'NaN',
  '{}',
  '[]',
  '""',
  "' OR '1'='1",
  '*',
  '%',
  '__proto__',
  'constructor',
  '\\',
  '$ne',
];

/** Wildcards in queries and patterns. */
const wildcards = ['%', '*', '.*', '_', '?'];

const share = fc.oneof(fc.constantFrom(0, 0.1, 0.5, 0.9), shares);

/**
 * Flaws of a credential that the tenant must compare exactly: every difference counts, except white space around it.
 */
export const flaws: fc.Arbitrary<Flaw> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('changed' as const), change: changes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('start only' as const, 'end only' as const), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extended' as const), by: fc.integer({ min: 1, max: 300 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('start and wildcard' as const),
      share,
      wildcard: fc.constantFrom(...wildcards),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('encoded once more' as const), all: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('something else' as const),
      value: fc.oneof(strangers, fc.constantFrom(...placeholders)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'upper case' as const,
        'lower case' as const,
        'sent twice' as const,
        'reversed' as const,
        'more after NUL' as const,
        'full width' as const,
        'with accents' as const,
        'in the letters of another alphabet' as const,
        'with look-alikes' as const,
        'with an invisible character' as const,
        'with a control character' as const,
        'with blanks for plus signs' as const,
        'nothing' as const,
      ),
    }),
  },
);

/** Flaws that are tried in every run: one of each kind, and lengths at which programs cut. */
export const knownFlaws: readonly Flaw[] = [
  ...(['upper case', 'lower case', 'sent twice', 'reversed', 'more after NUL', 'nothing'] as const).map((kind) => ({
    kind,
  })),
  ...(['full width', 'with accents', 'in the letters of another alphabet', 'with look-alikes'] as const).map(
    (kind) => ({ kind }),
  ),
  ...(['with an invisible character', 'with a control character', 'with blanks for plus signs'] as const).map(
    (kind) => ({
      kind,
    }),
  ),
  ...(['in double quotes', 'in single quotes', 'in base64', 'as its SHA-256'] as const).map((kind) => ({ kind })),
  ...dividers.map((divider) => ({ kind: 'with an addition' as const, divider })),
  ...[0, 0.25, 0.5, 0.9, 1].flatMap((each) => [
    { kind: 'start only' as const, share: each },
    { kind: 'end only' as const, share: each },
  ]),
  ...[1, 4, 64, 300].map((by) => ({ kind: 'extended' as const, by })),
  ...wildcards.flatMap((wildcard) =>
    [0.5, 1].map((each) => ({ kind: 'start and wildcard' as const, share: each, wildcard })),
  ),
  { kind: 'encoded once more', all: true },
  { kind: 'encoded once more', all: false },
  ...[...placeholders, 'null', 'undefined', '0', 'true'].map((value) => ({ kind: 'something else' as const, value })),
  ...(['removed', 'case changed'] as const).flatMap((kind) =>
    [0, 0.3, 0.6, 1].map((at) => ({ kind: 'changed' as const, change: { kind, at, by: 7 } })),
  ),
  // close to each other, so that a part that the tenant does not compare is found
  ...[0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1].map((at) => ({
    kind: 'changed' as const,
    change: { kind: 'replaced' as const, at, by: 7 },
  })),
];

/**
 * Returns the credential with its flaw. Undefined if the flaw changes nothing, or only what a tenant may ignore: white
 * space around the credential (FRE-10), another spelling of the same octets (FRE-220).
 */
export function flawed(credential: string, flaw: Flaw): string | undefined {
  const mutant = mutate(credential, flaw);
  if (mutant === undefined || stripped(mutant) === stripped(credential)) return undefined;
  return sameOctets(credential, mutant) ? undefined : mutant;
}

/** Returns a flaw in words, for notes and labels. */
export function describeFlaw(flaw: Flaw): string {
  switch (flaw.kind) {
    case 'changed':
      return describeChange(flaw.change);
    case 'start only':
    case 'end only':
      return `${flaw.kind === 'start only' ? 'only the start' : 'only the end'} of it (${percent(flaw.share)})`;
    case 'extended':
      return inWords`${flaw.by} characters appended`;
    case 'start and wildcard':
      return `only the start of it (${percent(flaw.share)}) and the wildcard ${flaw.wildcard}`;
    case 'encoded once more':
      return 'percent-encoded once more';
    case 'with an addition':
      return `with an addition after ${flaw.divider}`;
    case 'something else':
      return `the value ${JSON.stringify(flaw.value)}`;
    case 'nothing':
      return 'empty';
    case 'upper case':
    case 'lower case':
    case 'sent twice':
    case 'reversed':
    case 'more after NUL':
    case 'full width':
    case 'with accents':
    case 'in the letters of another alphabet':
    case 'with look-alikes':
    case 'with an invisible character':
    case 'with a control character':
    case 'with blanks for plus signs':
    case 'in double quotes':
    case 'in single quotes':
    case 'in base64':
    case 'as its SHA-256':
      break;
  }
  return flaw.kind;
}

function mutate(credential: string, flaw: Flaw): string | undefined {
  const { length } = credential;
  switch (flaw.kind) {
    case 'changed':
      return changed(credential, flaw.change);
    case 'start only':
      return credential.slice(0, within(length, flaw.share)) || undefined;
    case 'end only':
      return credential.slice(length - within(length, flaw.share)) || undefined;
    case 'extended':
      return credential + 'abcdefghij'.repeat(30).slice(0, flaw.by);
    case 'start and wildcard':
      return credential.slice(0, within(length, flaw.share)) + flaw.wildcard;
    case 'encoded once more':
      return flaw.all ? percentEncoded(credential) : encodeURIComponent(credential);
    case 'with an addition':
      return withAddition(credential, flaw.divider);
    case 'something else':
      return flaw.value;
    case 'upper case':
      return credential.toUpperCase();
    case 'lower case':
      return credential.toLowerCase();
    case 'sent twice':
      return credential + credential;
    case 'reversed':
      return Array.from(credential).toReversed().join('');
    case 'more after NUL':
      return `${credential}\0x`;
    case 'full width': // letters that Unicode compatibility forms treat as ASCII
      return credential.replaceAll(/[A-Za-z0-9]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0));
    case 'with accents':
      return accented(credential);
    case 'in the letters of another alphabet': // the low bytes of these letters are ASCII
      return credential.replaceAll(/[A-Za-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0x100));
    case 'with look-alikes':
      return withLookAlikes(credential);
    case 'with an invisible character':
      return withInvisible(credential);
    case 'with a control character':
      return `${credential.slice(0, Math.ceil(length / 2))}\u0001${credential.slice(Math.ceil(length / 2))}`;
    case 'with blanks for plus signs':
      return credential.replaceAll('+', ' ');
    case 'in double quotes':
      return `"${credential}"`;
    case 'in single quotes':
      return `'${credential}'`;
    case 'in base64':
      return Buffer.from(credential, 'utf8').toString('base64');
    case 'as its SHA-256': // a service may store the credential in this form
      return createHash('sha256').update(credential, 'utf8').digest('hex');
    case 'nothing':
      break;
  }
  return '';
}

/** Returns a length from 1 to one less than the whole. */
function within(length: number, share: number): number {
  return Math.min(length - 1, Math.max(1, Math.round(length * share)));
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Returns the text without surrounding blanks and control characters, which programs that trim remove. */
export function stripped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/^[\0-\x20\x7f\u00a0\ufeff]+|[\0-\x20\x7f\u00a0\ufeff]+$/g, '').trim();
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
