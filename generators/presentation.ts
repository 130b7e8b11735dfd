import fc from 'fast-check';
import { objectOf } from './object.ts';

/** How listings are called with a credential. `following page`: a page whose token came while the credential was served. */
export const listingForms = ['listing', 'following page', 'sorted page', 'filtered page'] as const;

/**
 * What is called with a credential. `write` creates a record by the write probe: short stories only, since a call that
 * cannot be sent again makes a whole history come to nothing where its answer is lost.
 */
export const callForms = [...listingForms, 'write'] as const;
export type OneForm = (typeof callForms)[number];

/** Where something is exchanged for tokens. */
export const tokenPathNames = ['token path', 'legacy token path'] as const;
export type TokenPathName = (typeof tokenPathNames)[number];

/** `every form`: each listing, a following page, a sorted one, a filtered one and a call that writes, one after the other. */
export type CallForm = (typeof listingForms)[number] | 'every form';

/** How a credential is presented. Where a tenant or its control lacks what it takes, it is presented plainly. */
export interface Presentation {
  readonly call: CallForm;
  /** Which of the listings, counted round. */
  readonly listing: number;
  /** How the scheme is written where a refusal is due: it has no letter case (RFC 9110, section 11.1). */
  readonly scheme: 'usual' | 'lower case' | 'upper case';
  /** Over the connections of the whole run, over one that is kept for the history, or over one that brings nothing else before. */
  readonly connection: 'shared' | 'own' | 'new';
  readonly tokenPath: TokenPathForm;
}

/**
 * Where tokens are asked for: at the usual path; there, and at the legacy one too where a refusal is due; at the legacy one
 * also where tokens are due, so that there are tokens which it issued; and refreshes at the other path than that which
 * issued the refresh token.
 */
export type TokenPathForm = 'usual' | 'legacy for refusals' | 'legacy' | 'crossed';

/** A plain listing, and a token request at the usual path. */
export const plainly: Presentation = {
  call: 'listing',
  listing: 0,
  scheme: 'usual',
  connection: 'shared',
  tokenPath: 'usual',
};

/** Presentations that the credentials of a history are given in turn. */
export function presentations(
  tokenPaths: readonly TokenPathForm[] = ['usual', 'legacy for refusals'],
): fc.Arbitrary<readonly Presentation[]> {
  return fc.array(
    objectOf<Presentation>({
      call: fc.constantFrom('listing', ...listingForms),
      listing: fc.nat(4),
      scheme: fc.constantFrom('usual', 'usual', 'lower case', 'upper case'),
      // a connection is dear: opening one takes as long as some requests do
      connection: fc.oneof(
        { withCrossShrink: true },
        { weight: 6, arbitrary: fc.constant('shared' as const) },
        { weight: 4, arbitrary: fc.constant('own' as const) },
        { weight: 1, arbitrary: fc.constant('new' as const) },
      ),
      tokenPath: fc.constantFrom(...tokenPaths),
    }),
    { minLength: 1, maxLength: 3 },
  );
}

/** A presentation in words; undefined for the plain one. */
export function tellPresentation({ call, scheme, connection, tokenPath }: Presentation): string | undefined {
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
