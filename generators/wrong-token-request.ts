import fc from 'fast-check';
import type { Flaw } from './client-credential.ts';
import { describeFlaw, flawed, flaws, stripped } from './client-credential.ts';
import { otherGrantTypes } from './grant-type.ts';
import { objectOf } from './object.ts';

/** A mistake in a client_credentials request, drawn before the credentials exist. */
export type WrongRequest =
  | { readonly wrong: 'missing' | 'empty'; readonly field: TokenField }
  | { readonly wrong: 'grant type'; readonly grantType: string }
  | { readonly wrong: 'secret' | 'client id'; readonly flaw: Flaw }
  | { readonly wrong: 'crossed'; readonly swapped: 'client_id' | 'client_secret' }
  | { readonly wrong: 'grant without its fields'; readonly grantType: 'authorization_code' | 'refresh_token' };

export type TokenField = 'grant_type' | 'client_id' | 'client_secret';

export interface ClientPair {
  readonly clientId: string;
  readonly clientSecret: string;
}

const fields: readonly TokenField[] = ['grant_type', 'client_id', 'client_secret'];
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> => objectOf<T>(model);

export const wrongRequests: fc.Arbitrary<WrongRequest> = fc.oneof(
  { weight: 4, arbitrary: record<WrongRequest>({ wrong: fc.constant('secret'), flaw: flaws }) },
  {
    weight: 3,
    arbitrary: record<WrongRequest>({
      wrong: fc.constantFrom('missing', 'empty'),
      field: fc.constantFrom(...fields),
    }),
  },
  { weight: 3, arbitrary: record<WrongRequest>({ wrong: fc.constant('grant type'), grantType: otherGrantTypes }) },
  { weight: 2, arbitrary: record<WrongRequest>({ wrong: fc.constant('client id'), flaw: flaws }) },
  {
    weight: 1,
    arbitrary: record<WrongRequest>({
      wrong: fc.constant('crossed'),
      swapped: fc.constantFrom('client_id', 'client_secret'),
    }),
  },
  {
    weight: 1,
    arbitrary: record<WrongRequest>({
      wrong: fc.constant('grant without its fields'),
      grantType: fc.constantFrom('authorization_code', 'refresh_token'),
    }),
  },
);

/**
 * Returns the fields of the request for an app, with the mistake. Undefined if the drawn flaw does not make the request
 * wrong: it changes nothing, or only the letter case of the client id (FRE-218).
 *
 * @param other another app, whose credentials are mixed with those of the first
 */
export function wrongFields(
  request: WrongRequest,
  { clientId, clientSecret }: ClientPair,
  other: ClientPair,
): Record<string, string> | undefined {
  const right = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { wrong } = request;
  if ('field' in request) {
    const others = Object.entries(right).filter(([name]) => name !== request.field);
    return Object.fromEntries(wrong === 'missing' ? others : [...others, [request.field, '']]);
  }
  if ('grantType' in request) {
    return { ...right, grant_type: request.grantType };
  }
  if ('swapped' in request) {
    const { swapped } = request;
    return { ...right, [swapped]: swapped === 'client_id' ? other.clientId : other.clientSecret };
  }
  const mutant = flawed(wrong === 'secret' ? clientSecret : clientId, request.flaw);
  if (mutant === undefined) return undefined;
  if (wrong === 'secret') return { ...right, client_secret: mutant };
  const sameLetters = stripped(mutant).toLowerCase() === stripped(clientId).toLowerCase();
  return sameLetters ? undefined : { ...right, client_id: mutant };
}

/** Returns the mistake in words. */
export function describeWrong(request: WrongRequest): string {
  const { wrong } = request;
  if ('field' in request) {
    return wrong === 'missing' ? `without ${request.field}` : `with ${request.field} empty`;
  }
  if (wrong === 'grant type') return `with the grant_type ${JSON.stringify(request.grantType)}`;
  if (wrong === 'grant without its fields') return `with the grant_type ${request.grantType} and none of its fields`;
  if ('swapped' in request) return `with the ${request.swapped} of another app`;
  return `with a wrong ${wrong === 'secret' ? 'client_secret' : 'client_id'} (${describeFlaw(request.flaw)})`;
}
