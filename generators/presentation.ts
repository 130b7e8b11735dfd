import fc from 'fast-check';
import { objectOf } from './object.ts';

/** The forms of a listing call. `following page`: a page whose token was issued while the credential was served. */
export const listingForms = ['listing', 'following page', 'sorted page', 'filtered page'] as const;

/** The forms of call. `write` creates a record by the write probe. It is for short stories only: each makes a record. */
export const callForms = [...listingForms, 'write'] as const;
export type OneForm = (typeof callForms)[number];

/** The token paths. */
export const tokenPathNames = ['token path', 'legacy token path'] as const;
export type TokenPathName = (typeof tokenPathNames)[number];

/**
 * The form of call that is drawn. `every form`: each listing, a following page, a sorted one, a filtered one and a call
 * that writes, one after the other.
 */
export type CallForm = (typeof listingForms)[number] | 'every form';

/**
 * The way in which a credential is presented. It is presented plainly if the tenant or its control lacks something for
 * it.
 */
export interface Presentation {
  readonly call: CallForm;
  /** The index of the listing, modulo their number. */
  readonly listing: number;
  /** The spelling of the scheme if a refusal is due: the scheme is case-insensitive (RFC 9110, section 11.1). */
  readonly scheme: 'usual' | 'lower case' | 'upper case';
  /**
   * The connections of the whole run, one that is kept for the history, or a new one that has carried no request
   * before.
   */
  readonly connection: 'shared' | 'own' | 'new';
  readonly tokenPath: TokenPathForm;
}

/**
 * The paths at which tokens are requested: the usual path; also the legacy path if a refusal is due; also the legacy
 * path if tokens are due, so that there are tokens of that path; or, for refreshes, the path that did not issue the
 * refresh token.
 */
export type TokenPathForm = 'usual' | 'legacy for refusals' | 'legacy' | 'crossed';

/** The plain presentation: a plain listing, and a token request at the usual path. */
export const plainPresentation: Presentation = {
  call: 'listing',
  listing: 0,
  scheme: 'usual',
  connection: 'shared',
  tokenPath: 'usual',
};

/** Returns the presentations that the credentials of a history use in turn. */
export function presentations(
  tokenPaths: readonly TokenPathForm[] = ['usual', 'legacy for refusals'],
): fc.Arbitrary<readonly Presentation[]> {
  return fc.array(
    objectOf<Presentation>({
      call: fc.constantFrom('listing', ...listingForms),
      listing: fc.nat(4),
      scheme: fc.constantFrom('usual', 'usual', 'lower case', 'upper case'),
      // a connection is expensive: opening one takes as long as several requests
      connection: fc.oneof(
        { withCrossShrink: true },
        { weight: 5, arbitrary: fc.constant('shared' as const) },
        { weight: 4, arbitrary: fc.constant('own' as const) },
        { weight: 2, arbitrary: fc.constant('new' as const) },
      ),
      tokenPath: fc.constantFrom(...tokenPaths),
    }),
    { minLength: 1, maxLength: 3 },
  );
}

/** Returns a presentation in words; undefined for the plain one. */
export function describePresentation({ call, scheme, connection, tokenPath }: Presentation): string | undefined {
  const told = [
    ...(call === 'listing' ? [] : [call === 'every form' ? everyForm : `${call}s`]),
    ...(scheme === 'usual' ? [] : [`the scheme in ${scheme}`]),
    ...(connection === 'shared' ? [] : [connection === 'own' ? 'one connection' : 'new connections']),
    ...(tokenPath === 'usual' ? [] : [pathWords[tokenPath]]),
  ];
  return told.length === 0 ? undefined : told.join(', ');
}

const pathWords = {
  'legacy for refusals': 'the legacy token path where a refusal is due',
  legacy: 'the legacy token path',
  crossed: 'refreshes at the other token path',
} as const;

const everyForm = 'each listing, following, sorted and filtered pages, and writes';
