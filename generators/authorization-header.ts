import fc from 'fast-check';
import { strangers } from './credential.ts';

/** An Authorization header that authenticates no actor, or none. Drawn without knowledge of any live credential. */
export type BadAuthorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer' | 'key'; readonly value: string }
  | { readonly kind: 'scheme'; readonly scheme: string; readonly value: string }
  | { readonly kind: 'broken'; readonly header: string };

const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Names of unsupported schemes: real ones, near misses and invented ones. */
export const unsupportedSchemes: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Digest',
      'Token',
      'OAuth',
      'MAC',
      'HOBA',
      'ApiKey',
      'JWT',
      'AccessToken',
      'DPoP',
      'PoP',
      // a supported scheme instead of the credential
      'Digest Bearer',
      'Token Bearer',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('Beare', 'Bearers', 'Bearer2', 'Bearer-Token', 'XBearer', 'earer', 'Bear') },
  { weight: 1, arbitrary: fc.constantFrom('Basics', 'Basi', 'BasicBearer', 'BearerBasic', 'Basic-Bearer') },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 })
      .filter((name) => !['bearer', 'basic'].includes(name.toLowerCase())),
  },
);

/**
 * Headers that are not a scheme with a credential, or Basic with a value that cannot be decoded. None begins or ends
 * with a space, which HTTP/2 cannot carry. Some hold octets beyond ASCII, which a header can carry.
 */
export const brokenHeaders: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', 'Bearer', 'bearer', 'Basic', 'basic', 'Digest', 'Bearer=', 'Basic=') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Bearer ""', 'Bearer ,', 'Bearer =', 'Bearer {}', 'Bearer <>', 'Bearer "', 'Bearer ;'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Basic !!!!',
      'Basic %%%%',
      'Basic ====',
      'Basic =',
      'Basic a',
      'Basic {}',
      'Basic ****=',
      'Basic Og', // ":" without its padding
      'Basic Og==', // ":"
      'Basic AAAA', // three octets 0
      'Basic //79OgA=', // no UTF-8
      'Basic gICAgDo=', // not UTF-8, and a colon
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(',', '=', ':', '"', ';', ', ,', '()', '0', '""', '%', '@@@') },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: fc.integer({ min: 0xa1, max: 0xff }).map((code) => String.fromCharCode(code)), minLength: 1 })
      .chain((text) => fc.constantFrom(text, `Bearer ${text}`, `Basic ${text}`)),
  },
);

/** Well-formed wrong credentials under a supported or unsupported scheme, and no credential. */
export const wrongCredentials: fc.Arbitrary<BadAuthorization> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<BadAuthorization>({ kind: 'none' }) },
  { weight: 3, arbitrary: strangers.map((value): BadAuthorization => ({ kind: 'bearer', value })) },
  { weight: 2, arbitrary: strangers.map((value): BadAuthorization => ({ kind: 'key', value })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(unsupportedSchemes, strangers)
      .map(([scheme, value]): BadAuthorization => ({ kind: 'scheme', scheme, value })),
  },
);

/** All ways in which a call can lack authentication. */
export const badAuthorizations: fc.Arbitrary<BadAuthorization> = fc.oneof(
  { weight: 9, arbitrary: wrongCredentials },
  { weight: 1, arbitrary: brokenHeaders.map((header): BadAuthorization => ({ kind: 'broken', header })) },
);

/** Returns the value of the header; undefined if there is none. */
export function headerValueOf(bad: BadAuthorization): string | undefined {
  if (bad.kind === 'none') return undefined;
  if (bad.kind === 'broken') return bad.header;
  if (bad.kind === 'scheme') return `${bad.scheme} ${bad.value}`;
  return bad.kind === 'bearer' ? `Bearer ${bad.value}` : `Basic ${Buffer.from(`${bad.value}:`).toString('base64')}`;
}

/** Returns the header in the words of a finding: `with …` or `without …`. */
export function describeBadAuthorization(bad: BadAuthorization): string {
  if (bad.kind === 'none') return 'without a credential';
  if (bad.kind === 'broken') return `with the broken header "${bad.header}"`;
  if (bad.kind === 'scheme') return `with the scheme ${bad.scheme}`;
  return `with ${bad.kind === 'bearer' ? 'a bearer value' : 'an API key'} that was never issued`;
}
